/** Keeps the rows that a person scrolled to in their place while rows around them come and go. */

/** The part of an element that this needs. */
interface ScrollElement {
  /** A browser limits it to what the content allows. */
  scrollTop: number;
}

type Rows = readonly { readonly id: string | number }[];

export interface RowAnchor {
  /** Call for each scroll event, with the rows that are shown and their tops (`rowTops`). */
  onScroll(element: ScrollElement, rows: Rows, tops: readonly number[]): void;
  /** Call after the rows changed. */
  onRows(element: ScrollElement, rows: Rows, tops: readonly number[]): void;
}

/** A list at its start stays at its start. Rows that disappear and come back are in their place again. */
export function createRowAnchor(): RowAnchor {
  /** The topmost row where a person last scrolled to, with the rows of that time. */
  let anchor: { readonly rows: Rows; readonly index: number; readonly offset: number } | undefined;
  /** The position after the last change of the rows: its scroll event is not a person's. */
  let settledTop: number | undefined;

  return {
    onScroll({ scrollTop }, rows, tops) {
      if (scrollTop === settledTop) return;
      settledTop = undefined;
      const index = rowAt(tops, scrollTop);
      anchor = scrollTop <= 0 ? undefined : { rows, index, offset: scrollTop - (tops[index] ?? 0) };
    },
    onRows(element, rows, tops) {
      if (!anchor) return;
      const places = new Map(rows.map(({ id }, place) => [id, place]));
      // If the row is missing, the next remaining one takes its place.
      const nextRow = anchor.rows.slice(anchor.index).find(({ id }) => places.has(id));
      const place = (nextRow && places.get(nextRow.id)) ?? rows.length;
      element.scrollTop = (tops[place] ?? 0) + anchor.offset;
      settledTop = element.scrollTop;
    },
  };
}

/** A row of a tree. */
interface Foldable {
  readonly id: string;
  readonly isExpanded?: boolean | undefined;
}

/** Whether rows that came or went moved a row. A person who expands or collapses a row wants to see what is below it. */
export function isPushed(before: readonly Foldable[], after: readonly Foldable[], id: string): boolean {
  const [from, to] = [before, after].map((rows) => rows.findIndex((row) => row.id === id));
  if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return false;
  const folds = new Map(before.map((row) => [row.id, row.isExpanded]));
  return !after.some((row) => folds.has(row.id) && folds.get(row.id) !== row.isExpanded);
}

/** The row at a height: the last one whose top is not below it. */
export function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
