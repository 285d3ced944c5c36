/** Lines of a text, by offsets in UTF-16 code units. */

/** The start of the line that contains this offset. A byte order mark is not part of the first line. */
export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** The offset of the line break (\n or \r\n) that ends this offset's line, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** The start of the next line, or the end of the text. An offset at the start of a line is returned unchanged. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether only white space precedes this offset in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/**
 * The offset after an entry's last line and its trailing comments: comments indented deeper than its dash or key, and for
 * the last entry of a collection also comments at the same indentation. `end` is the end of the entry's text.
 */
export function endOfEntry(text: string, end: number, column: number, isLast: boolean): number {
  let offset = text[end - 1] === '\n' ? end : nextLine(text, end);
  while (offset < text.length && text[offset - 1] === '\n') {
    const line = text.slice(offset, lineEnd(text, offset));
    const indentation = line.length - line.trimStart().length;
    const isOwn = line.trimStart().startsWith('#') && (indentation > column || (isLast && indentation === column));
    if (!isOwn) break;
    offset = nextLine(text, offset);
  }
  return offset;
}
