import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createEndFollower, endSlack } from './follow-end.ts';
import { createRowAnchor, rowAt } from './row-anchor.ts';

interface VirtualRowsOptions<T> {
  readonly rows: readonly T[];
  /** In CSS pixels. Must be the same function at every call. */
  readonly heightOf: (row: T) => number;
  /** Height of the sticky head above the rows. */
  readonly headHeight?: number;
  /**
   * For a log. At its end the list scrolls to new rows. Must be the same at every call.
   */
  readonly followsEnd?: boolean;
}

interface VirtualRows {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The top of every row, followed by the total height. */
  readonly tops: readonly number[];
  /** The rows to draw: from `first` up to but without `last`. */
  readonly first: number;
  readonly last: number;
  /** Whether the last row is visible. */
  readonly isAtEnd: boolean;
  /** How many rows PageUp and PageDown move. */
  readonly page: number;
  /** Whether a row is in view, at least in part. Not while rendering: it measures. */
  readonly isInView: (index: number) => boolean;
  /** Scrolls a row into view; in a hidden list once it is shown. */
  readonly reveal: (index: number) => void;
  readonly toEnd: () => void;
}

/**
 * The visible rows of a long list, for a component that draws only those. The same rows stay visible while rows above
 * them come and go.
 */
export function useVirtualRows<T extends { readonly id: string | number }>(
  options: VirtualRowsOptions<T>,
): VirtualRows {
  const { rows, heightOf, headHeight = 0, followsEnd = false } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const [follower] = useState(() => createEndFollower(followsEnd));
  const [anchor] = useState(createRowAnchor);
  const [view, setView] = useState({ top: 0, height: window.innerHeight });
  const tops = useMemo(() => rowTops(rows.map(heightOf)), [rows, heightOf]);
  const drawnRows = useRef({ rows, tops });
  const totalHeight = tops.at(-1) ?? 0;
  /** The row to scroll to once a hidden list is shown. */
  const awaitedId = useRef<T['id']>(undefined);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const now = { top: element.scrollTop, height: element.clientHeight - headHeight };
      setView((drawn) => (drawn.top === now.top && drawn.height === now.height ? drawn : now));
    };
    const onScroll = () => {
      follower.onScroll(element);
      anchor.onScroll(element, drawnRows.current.rows, drawnRows.current.tops);
      measure();
    };
    const observer = new ResizeObserver(() => {
      follower.onResize(element);
      if (awaitedId.current !== undefined && element.clientHeight > 0) {
        const index = drawnRows.current.rows.findIndex(({ id }) => id === awaitedId.current);
        awaitedId.current = undefined;
        scrollTo(element, drawnRows.current.tops, index, headHeight);
      }
      measure();
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [headHeight, follower, anchor]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = drawnRows.current;
    drawnRows.current = { rows, tops };
    if (!element || before.rows === rows) return;
    if (follower.onRows(element)) return;
    anchor.onRows(element, rows, tops);
  }, [rows, tops, follower, anchor]);

  const [first, last] = visibleRows(tops, view.top, view.height);
  return {
    scroller,
    tops,
    first,
    last,
    isAtEnd: view.top + view.height >= totalHeight - endSlack,
    page: Math.max(1, Math.floor((view.height * rows.length) / Math.max(1, totalHeight)) - 1),
    isInView(index) {
      const element = scroller.current;
      const [top, bottom] = [tops[index], tops[index + 1]];
      if (!element || top === undefined || bottom === undefined) return false;
      // `view` follows a scroll only with its event.
      const { scrollTop, clientHeight } = element;
      return bottom > scrollTop && top < scrollTop + clientHeight - headHeight;
    },
    reveal(index) {
      const element = scroller.current;
      const isHidden = element?.clientHeight === 0;
      awaitedId.current = isHidden ? rows[index]?.id : undefined;
      if (element && !isHidden) scrollTo(element, tops, index, headHeight);
    },
    toEnd() {
      if (scroller.current) follower.toEnd(scroller.current);
    },
  };
}

/** Scrolls as little as possible to show a row. */
function scrollTo(element: HTMLElement, tops: readonly number[], index: number, headHeight: number): void {
  const [top, bottom] = [tops[index], tops[index + 1]];
  if (top === undefined || bottom === undefined) return;
  const height = element.clientHeight - headHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + height) element.scrollTop = bottom - height;
}

/** Extra rows drawn before and after the visible ones, so that quick scrolling shows no gap. */
const overscan = 8;

/** The top of every row, followed by the total height. */
export function rowTops(heights: readonly number[]): readonly number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows to draw, from the first up to but not including the second. */
export function visibleRows(tops: readonly number[], scrollTop: number, height: number): readonly [number, number] {
  const count = tops.length - 1;
  const firstRow = rowAt(tops, scrollTop);
  const last = rowAt(tops, scrollTop + height);
  return [Math.max(0, firstRow - overscan), Math.min(count, last + 1 + overscan)];
}
