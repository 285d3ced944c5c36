import type { Splice } from '../../../src/base/text/splice.ts';

/** Returns where an offset of a text is after a splice; `side` is its side of what the splice inserts at the offset. */
export function mapOffset(offset: number, { start, end, insert }: Splice, side: 'before' | 'after'): number {
  const shift = insert.length - (end - start);
  if (offset < start || (offset === start && end > start)) return offset;
  if (offset > end || (offset === end && end > start)) return offset + shift;
  return side === 'before' ? start : start + insert.length;
}
