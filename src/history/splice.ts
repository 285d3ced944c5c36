/** The difference of two texts as one replacement: what one change of a person is, and small to keep. */

/** Replaces `text.slice(start, end)` by `insert`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Whole blocks are compared at once: a text of 200 kB is compared at every save. */
const block = 4_096;

/** The smallest replacement that makes `after` of `before`. */
export function spliceBetween(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  const start = sameLength(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const fromEnd = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from);
  const same = sameLength(shorter - start, (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to));
  return { start, end: before.length - same, insert: after.slice(start, after.length - same) };
}

/** How far two texts of at least `length` are the same, given a comparison of their parts. */
function sameLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0;
  while (same + block <= length && isSame(same, same + block)) same += block;
  while (same < length && isSame(same, same + 1)) same++;
  return same;
}

export function applySplice(text: string, { start, end, insert }: Splice): string {
  return text.slice(0, start) + insert + text.slice(end);
}
