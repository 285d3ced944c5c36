/** The difference of two texts as one replacement: what one change of a person is, and small to keep. */

/** Replaces `text.slice(start, end)` by `insert`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** The smallest replacement that makes `after` of `before`. */
export function spliceBetween(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { start, end: before.length - same, insert: after.slice(start, after.length - same) };
}

export function applySplice(text: string, { start, end, insert }: Splice): string {
  return text.slice(0, start) + insert + text.slice(end);
}
