import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { placeOf } from '../../store/preview/traffic-entries.ts';

interface Windowed {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows to draw: from the first up to, and without, the last. */
  readonly first: number;
  readonly last: number;
  /** Whether the newest row is in sight; then it stays so. */
  readonly isAtEnd: boolean;
  /** Rows that fit. */
  readonly page: number;
  /** Brings a row into sight. */
  readonly reveal: (index: number) => void;
  readonly toEnd: () => void;
}

/** Rows drawn beyond the edges, so that scrolling never shows an empty place. */
const margin = 12;

/**
 * Which rows of a long list are in sight. Rows and the head that stays above them have one height. A list at its end
 * follows it; elsewhere the same rows stay in sight, also when others go away above them.
 */
export function useWindow(rows: readonly { readonly id: number }[], rowHeight: number): Windowed {
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
