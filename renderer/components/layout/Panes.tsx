import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Segmented } from '../controls/Segmented.tsx';
import { cx } from '../cx.ts';
import styles from './Panes.module.css';
import {
  type ChosenWidths,
  clampWidth,
  fitsBeside,
  fitWidths,
  limits,
  type Side,
  type SideWidths,
} from './pane-sizes.ts';
import { Splitter } from './Splitter.tsx';

type Name = Side | 'editor';

interface PanesProps {
  /** The chosen width; a small window gives less. */
  readonly widths: ChosenWidths;
  readonly hiddenSides: readonly Side[];
  /** The visible pane of a narrow window. */
  readonly visiblePane: Name;
  readonly onResize: (widths: Partial<SideWidths>) => void;
  readonly onShow: (pane: Name) => void;
  readonly list: Pane;
  readonly editor: Pane;
  readonly preview: Pane;
  /**
   * What appears for a while. `data-beside` on the element around it tells whether it lies over the end of the preview,
   * whose width is `--beside`. Otherwise it is below the panes.
   */
  readonly children: ReactNode;
}

interface Pane {
  /** The name of the landmark. */
  readonly label: string;
  /** The name of its tab in a narrow window. */
  readonly tab: string;
  readonly content: ReactNode;
}

/** Three panes side by side, the outer two resizable and hideable; a narrow window shows one at a time. */
export function Panes({
  widths: chosenWidths,
  hiddenSides,
  visiblePane,
  onResize,
  onShow,
  list,
  editor,
  preview,
  children,
}: PanesProps) {
  const root = useRef<HTMLDivElement>(null);
  const totalWidth = useWidth(root);
  const isNarrow = !fitsBeside(totalWidth, hiddenSides);
  const widths = fitWidths(totalWidth, chosenWidths, hiddenSides);
  const isHidden = (pane: Name) =>
    isNarrow ? pane !== visiblePane : hiddenSides.some((hiddenSide) => hiddenSide === pane);

  const splitter = (side: Side, edge: 'left' | 'right', label: string) =>
    !isNarrow && (
      <Splitter
        label={label}
        edge={edge}
        size={widths[side]}
        {...limits[side]}
        onResize={(width) => onResize({ [side]: clampWidth(side, width) })}
      />
    );

  return (
    <div
      ref={root}
      className={cx(styles.root, isNarrow && styles.narrow)}
      data-narrow={isNarrow || undefined}
      data-beside={(!isNarrow && !isHidden('preview')) || undefined}
      style={{ '--beside': `${widths.preview}px` } as CSSProperties}
    >
      {isNarrow && (
        <div className={styles.tabs}>
          <Segmented
            label="Show"
            value={visiblePane}
            options={[
              { value: 'list', label: list.tab },
              { value: 'editor', label: editor.tab },
              { value: 'preview', label: preview.tab },
            ]}
            onChange={onShow}
          />
        </div>
      )}
      <div
        className={styles.panes}
        style={
          isNarrow
            ? { gridTemplateColumns: 'minmax(0, 1fr)' }
            : { gridTemplateColumns: `${widths.list}px minmax(0, 1fr) ${widths.preview}px` }
        }
      >
        <nav aria-label={list.label} data-pane="list" hidden={isHidden('list')} className={styles.list}>
          {list.content}
          {splitter('list', 'right', 'List width')}
        </nav>
        <main aria-label={editor.label} data-pane="editor" hidden={isHidden('editor')} className={styles.editor}>
          {editor.content}
        </main>
        <aside aria-label={preview.label} data-pane="preview" hidden={isHidden('preview')} className={styles.preview}>
          {preview.content}
          {splitter('preview', 'left', 'Preview width')}
        </aside>
      </div>
      {children}
    </div>
  );
}

/** The current width of an element in CSS pixels; before it is drawn, the window's. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(window.innerWidth);
  useLayoutEffect(() => {
    const paneElement = element.current;
    if (!paneElement) return;
    const measure = () => setWidth(paneElement.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(paneElement);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
