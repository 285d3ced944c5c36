/** Removes the lines of a PDF that are not its text: running heads, page numbers, tables of contents. */
import type { Line } from './pdf-lines.ts';

/** A line that is at the edge of this many pages, at the same height, is a running head. */
const minRepeats = 3;
/** Lines at the top and at the bottom of a page that may be running heads. */
const edgeLines = 2;
/** The share of pages that must have a page number in an outermost line. */
const minNumberedShare = 0.3;

/** @param pages the lines of each page */
export function withoutFurniture(pages: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
  const edges = pages.map((lines) => edgesOf(lines, edgeLines));
  const repeatCounts = countValues(edges.flat().flatMap((line) => keyOf(line) ?? []));
  const offsets = countValues(pages.flatMap((lines) => edgesOf(lines, 1).flatMap(offsetsOf)));
  const [offset, numbered] = [...offsets].reduce(
    (bestEntry, entry) => (entry[1] > bestEntry[1] ? entry : bestEntry),
    [0, 0],
  );
  const isNumbered = numbered >= Math.max(minRepeats, pages.length * minNumberedShare);
  return pages.map((lines, index) => {
    const outermostLines = new Set(edgesOf(lines, 1));
    const isHead = (line: Line) => (repeatCounts.get(keyOf(line) ?? '') ?? 0) >= minRepeats;
    const omittedLines = new Set(edges[index]?.filter(isHead));
    return lines.filter((line) => {
      const countsPages = isNumbered && outermostLines.has(line) && offsetsOf(line).includes(offset);
      return !omittedLines.has(line) && !countsPages && !contentsEntry.test(line.text);
    });
  });
}

/** An entry of a table of contents: dots, and the number of a page. */
const contentsEntry = /(?:\.\s?){4,}\s*(?:\d+|[ivxlc]+)$/i;

function edgesOf(lines: readonly Line[], count: number): readonly Line[] {
  const topDown = [...lines].sort((a, b) => b.y - a.y);
  return [...new Set([...topDown.slice(0, count), ...topDown.slice(-count)])];
}

/** A key that running heads share although their numbers differ; undefined for punctuation. */
function keyOf({ text, y }: Line): string | undefined {
  const words = text.replace(/\d+|\b[ivxlc]+\b/gi, '#').replace(/\s+/g, ' ');
  return /\p{L}{3}|^\W*#\W*$/u.test(words) ? `${Math.round(y / 4)} ${words}` : undefined;
}

/** How far the first and the last number of a line are from the number of its page. */
function offsetsOf({ text, page }: Line): readonly number[] {
  const numbers = [/^(\d{1,4})\b/.exec(text)?.[1], /\b(\d{1,4})$/.exec(text)?.[1]];
  return [...new Set(numbers.flatMap((number) => (number === undefined ? [] : [Number(number) - page])))];
}

function countValues<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
