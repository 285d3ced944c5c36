/**
 * Splits a long text into chunks, of which only the visible ones are laid out. A chunk ends with a line break, so stacked
 * chunks look like the text; a line is never cut.
 */

/** Offsets in the text, in UTF-16 code units, and the number of lines between them. */
export interface TextChunk {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

const maxLines = 40;
const maxLength = 4_000;

/** Splits a text without gaps; an empty text is one chunk, which can have empty spans. */
export function textChunks(text: string): readonly TextChunk[] {
  if (text === '') return [{ start: 0, end: 0, lines: 1 }];
  const chunks: TextChunk[] = [];
  let start = 0;
  let lines = 0;
  for (let at = 0; at < text.length; ) {
    const lineBreak = text.indexOf('\n', at);
    at = lineBreak < 0 ? text.length : lineBreak + 1;
    lines++;
    if (lines < maxLines && at - start < maxLength && at < text.length) continue;
    chunks.push({ start, end: at, lines });
    start = at;
    lines = 0;
  }
  return chunks;
}

/** A part of a text between two offsets. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Clips the spans to each chunk, in order. An empty span goes into the chunk that it begins, at the end of the text into
 * the last one.
 * @param spans in order, without gaps
 */
export function spansByChunk<S extends Range>(chunks: readonly TextChunk[], spans: readonly S[]): readonly S[][] {
  let first = 0;
  return chunks.map(({ start, end }, place) => {
    const isLast = place === chunks.length - 1;
    const inside: S[] = [];
    for (let index = first; index < spans.length; index++) {
      const span = spans[index];
      if (!span || (span.start >= end && !(isLast && span.end === end))) break;
      if (span.end <= start && !(span.start === span.end && span.start === start)) continue;
      first = index;
      inside.push({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) });
    }
    return inside;
  });
}
