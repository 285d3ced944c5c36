import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import styles from './Panes.module.css';

interface PanesProps {
  readonly widths: { readonly list: number; readonly preview: number };
  readonly onResize: (widths: { list: number; preview: number }) => void;
  readonly list: Pane;
  readonly editor: Pane;
  readonly preview: Pane;
}

interface Pane {
  /** The name of the landmark. */
  readonly label: string;
  readonly content: ReactNode;
}

const limits = { list: { min: 176, max: 400 }, preview: { min: 300, max: 760 } };
/** CSS pixels for one press of an arrow key. */
const step = 16;

type Side = keyof typeof limits;

/** Three panes; the outer two have a width that can be dragged or set with the arrow keys. */
export function Panes({ widths: given, onResize, list, editor, preview }: PanesProps) {
  const [widths, setWidths] = useState(given);

  const resize = (side: Side, width: number) => {
    const { min, max } = limits[side];
    const next = { ...widths, [side]: Math.round(Math.min(max, Math.max(min, width))) };
    setWidths(next);
    onResize(next);
  };

  const separator = (side: Side, label: string) => (
    <Separator
      label={label}
      width={widths[side]}
      min={limits[side].min}
      max={limits[side].max}
      grows={side === 'list' ? 1 : -1}
      onResize={(width) => resize(side, width)}
    />
  );

  return (
    <div
      className={styles.panes}
      style={{
        gridTemplateColumns: `minmax(${limits.list.min}px, ${widths.list}px) minmax(356px, 1fr) minmax(${limits.preview.min}px, ${widths.preview}px)`,
      }}
    >
      <nav aria-label={list.label} className={styles.list}>
        {list.content}
        {separator('list', 'Width of the list')}
      </nav>
      <main aria-label={editor.label} className={styles.editor}>
        {editor.content}
      </main>
      <aside aria-label={preview.label} className={styles.preview}>
        {preview.content}
        {separator('preview', 'Width of the preview')}
      </aside>
    </div>
  );
}

interface SeparatorProps {
  readonly label: string;
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** 1 where dragging to the right widens the pane, −1 where it narrows it. */
  readonly grows: 1 | -1;
  readonly onResize: (width: number) => void;
}

function Separator({ label, width, min, max, grows, onResize }: SeparatorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const change = { ArrowRight: step * grows, ArrowLeft: -step * grows, Home: min - width, End: max - width }[
      event.key
    ];
    if (change === undefined) return;
    event.preventDefault();
    onResize(width + change);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(width + (moved.clientX - from) * grows);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot take the focus and hold a value; the ARIA window splitter is this.
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.separator}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}
