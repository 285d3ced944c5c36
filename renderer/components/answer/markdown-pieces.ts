/**
 * Splits a long Markdown text into pieces that can be drawn one by one. A piece ends at a blank line outside code fences;
 * a short text is one piece, so that its lists and references stay whole.
 */
const minPieceLength = 6_000;
/** An opening or closing fence: its run of characters, and the rest of the line. */
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Splits a text; the pieces join to the same text. */
export function markdownPieces(text: string): readonly string[] {
  if (text.length <= minPieceLength) return text === '' ? [] : [text];
  const pieces: string[] = [];
  let start = 0;
  let open: string | undefined;
  for (let at = 0; at < text.length; ) {
    const lineBreak = text.indexOf('\n', at);
    const end = lineBreak < 0 ? text.length : lineBreak + 1;
    const line = text.slice(at, end).trimEnd();
    at = end;
    open = fenceAfter(open, line);
    if (line !== '' || open || at - start < minPieceLength) continue;
    pieces.push(text.slice(start, at));
    start = at;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** The fence that is open after a line: closed by the same character, at least as often, with nothing after it. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, run, rest] = fence.exec(line) ?? [];
  if (run === undefined) return open;
  if (open === undefined) return run;
  return run[0] === open[0] && run.length >= open.length && rest === '' ? undefined : open;
}
