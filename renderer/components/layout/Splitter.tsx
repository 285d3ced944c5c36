import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '../cx.ts';
import styles from './Splitter.module.css';

interface SplitterProps {
  readonly label: string;
  /** The edge of its pane. */
  readonly edge: 'left' | 'right' | 'top';
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly onResize: (size: number) => void;
}

/** CSS pixels for one press of an arrow key. */
const step = 16;

/** The edge of a pane, moved by dragging or with the arrow keys. */
export function Splitter({ label, edge, size, min, max, onResize }: SplitterProps) {
  const isUpright = edge !== 'top';
  /** Where the pane grows: to the right from its right edge, else to the left or up. */
  const grows = edge === 'right' ? 1 : -1;
  const [growKey, shrinkKey] = isUpright ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { [growKey]: size + step * grows, [shrinkKey]: size - step * grows, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const placeOf = (at: { clientX: number; clientY: number }) => (isUpright ? at.clientX : at.clientY);
    const from = placeOf(event);
    handle.setPointerCapture(event.pointerId);
    const move = (event: globalThis.PointerEvent) => onResize(size + (placeOf(event) - from) * grows);
    handle.addEventListener('pointermove', move);
    const stop = () => handle.removeEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', stop, { once: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot take the focus and hold a value; the ARIA window splitter is this.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={cx(styles.splitter, styles[edge])}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}
