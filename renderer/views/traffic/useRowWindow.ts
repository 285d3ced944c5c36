import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { placeOf } from '../../store/preview/traffic-entries.ts';

interface Windowed {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The rows to render: from `first` up to but without `last`. */
  readonly first: number;
  readonly last: number;
  /** Whether the newest row is visible; then the list follows new rows. */
  readonly isAtEnd: boolean;
  /** How many rows fit. */
  readonly page: number;
  /** Scrolls to a row. */
  readonly reveal: (index: number) => void;
  readonly toEnd: () => void;
}

/** Extra rows beyond both edges, so scrolling never shows a gap. */
const margin = 12;

/**
 * The visible rows of a long list. Rows and the sticky head have the same height. At its end the list follows new rows;
 * elsewhere the same rows stay visible, even when rows above them are removed.
 */
export function useRowWindow(rows: readonly { readonly id: number }[], rowHeight: number): Windowed {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const shown = useRef(rows);
  const [view, setView] = useState({ top: 0, height: 0 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const now = { top: element.scrollTop, height: element.clientHeight - rowHeight };
      setView((known) => (known.top === now.top && known.height === now.height ? known : now));
    };
    const onScroll = () => {
      follows.current = isEnd(element, rowHeight);
      measure();
    };
    const resized = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      measure();
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = rows;
    if (!element || before === rows) return;
    if (follows.current) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const index = Math.floor(element.scrollTop / rowHeight);
    const kept = before[index];
    const moved = kept === undefined ? 0 : placeOf(rows, kept.id) - index;
    if (moved !== 0) element.scrollTop += moved * rowHeight;
  }, [rows, rowHeight]);

  const count = rows.length;
  return {
    scroller,
    first: Math.max(0, Math.min(count, Math.floor(view.top / rowHeight)) - margin),
    last: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + margin),
    isAtEnd: view.top + view.height >= count * rowHeight - rowHeight / 2,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    reveal(index) {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const bottom = top + 2 * rowHeight - element.clientHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop) element.scrollTop = bottom;
    },
    toEnd() {
      follows.current = true;
      if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
    },
  };
}

function isEnd(element: HTMLElement, rowHeight: number): boolean {
  return element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight / 2;
}
