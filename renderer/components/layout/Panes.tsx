import { type ReactNode, useRef } from 'react';
import { Segmented } from '../controls/Segmented.tsx';
import { cx } from '../cx.ts';
import styles from './Panes.module.css';
import { clampWidth, fitsBeside, fittedWidths, limits, type Side, type SideWidths } from './pane-sizes.ts';
import { Splitter } from './Splitter.tsx';
import { useWidth } from './useWidth.ts';

type Name = Side | 'editor';

interface PanesProps {
  /** As wished: a window that is too small gives less. */
  readonly widths: SideWidths;
  readonly hidden: readonly Side[];
  /** The one that is seen where there is no room for columns. */
  readonly shown: Name;
  readonly onResize: (widths: Partial<SideWidths>) => void;
  readonly onShow: (pane: Name) => void;
  readonly list: Pane;
  readonly editor: Pane;
  readonly preview: Pane;
}

interface Pane {
  /** The name of the landmark. */
  readonly label: string;
  /** The name where only one pane is seen at a time. */
  readonly tab: string;
  readonly content: ReactNode;
}

/** Three panes beside each other, the outer two to be resized or hidden; in a narrow window one at a time. */
export function Panes({ widths: wished, hidden, shown, onResize, onShow, list, editor, preview }: PanesProps) {
  const root = useRef<HTMLDivElement>(null);
  const total = useWidth(root);
  const isNarrow = !fitsBeside(total, hidden);
  const widths = fittedWidths(total, wished, hidden);
  const isHidden = (pane: Name) => (isNarrow ? pane !== shown : hidden.some((each) => each === pane));

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
    <div ref={root} className={cx(styles.root, isNarrow && styles.narrow)}>
      {isNarrow && (
        <div className={styles.tabs}>
          <Segmented
            label="Show"
            value={shown}
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
          {splitter('list', 'right', 'Width of the list')}
        </nav>
        <main aria-label={editor.label} data-pane="editor" hidden={isHidden('editor')} className={styles.editor}>
          {editor.content}
        </main>
        <aside aria-label={preview.label} data-pane="preview" hidden={isHidden('preview')} className={styles.preview}>
          {preview.content}
          {splitter('preview', 'left', 'Width of the preview')}
        </aside>
      </div>
    </div>
  );
}
