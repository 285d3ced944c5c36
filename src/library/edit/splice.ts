/** Small replacements in a text. Nothing outside them changes. */

export interface Splice {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all replacements at once; their ranges are of the text as it is, and do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let offset = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(offset, splice.start) + splice.text;
    offset = splice.end;
  }
  return result + text.slice(offset);
}
