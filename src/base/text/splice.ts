/** The difference of two texts as one replacement, which is small to send and to store. */

/** Replaces `text.slice(start, end)` by `insert`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Texts are compared in blocks, large ones first, because every save compares texts of up to 200 kB several times. */
const blockLengths = [16_384, 512, 16, 1] as const;

/** Returns the smallest replacement that turns `before` into `after`. */
export function spliceBetween(before: string, after: string): Splice {
  const minLength = Math.min(before.length, after.length);
  const start = sameLength(minLength, (from, to) => before.slice(from, to) === after.slice(from, to));
  const fromEnd = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from);
  const endLength = sameLength(minLength - start, (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to));
  return { start, end: before.length - endLength, insert: after.slice(start, after.length - endLength) };
}

/** Returns the length of the common start of two texts, up to `length`. */
function sameLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let count = 0;
  for (const block of blockLengths) while (count + block <= length && isSame(count, count + block)) count += block;
  return count;
}

export function applySplice(text: string, { start, end, insert }: Splice): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** Applies all splices at once. Their offsets refer to `text`, and they do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let offset = 0;
  for (const { start, end, insert } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(offset, start) + insert;
    offset = end;
  }
  return result + text.slice(offset);
}

/** A splice with the hash of the text that it applies to. */
export interface TextSplice extends Splice {
  readonly of: string;
}

export function textSplice(before: string, after: string): TextSplice {
  return { ...spliceBetween(before, after), of: textHash(before) };
}

/** Applies a splice; undefined when `text` is not the text that the splice was made from. */
export function applyTextSplice(text: string, splice: TextSplice): string | undefined {
  return textHash(text) === splice.of ? applySplice(text, splice) : undefined;
}

/** Detects changes of a text. Not a cryptographic hash. */
function textHash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x2f0b4c47;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
  }
  return [text.length, first >>> 0, second >>> 0].map((part) => part.toString(36)).join('-');
}
