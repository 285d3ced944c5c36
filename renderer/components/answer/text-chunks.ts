/**
 * A long text in pieces that are laid out only where they are seen. A piece ends with a line break, so that pieces under
 * each other look like the text; one line is never cut, however long it is.
 */

/** Offsets in the text, in UTF-16 code units, and how many lines there are between them. */
export interface TextChunk {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

const maxLines = 40;
const maxLength = 4_000;

/** Without gaps; an empty text has none. */
export function textChunks(text: string): readonly TextChunk[] {
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
 * The parts of spans that lie in each chunk, in order.
 * @param spans in order, without gaps
 */
export function spansByChunk<S extends Range>(chunks: readonly TextChunk[], spans: readonly S[]): readonly S[][] {
  let first = 0;
  return chunks.map(({ start, end }) => {
    const inside: S[] = [];
    for (let index = first; index < spans.length; index++) {
      const span = spans[index];
      if (!span || span.start >= end) break;
      if (span.end <= start) continue;
      first = index;
      inside.push({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) });
    }
    return inside;
  });
}
