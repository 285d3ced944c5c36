/** The changed lines of a text, with lines around them. */
import { type StructuredPatchHunk, structuredPatch } from 'diff';

/**
 * The hunks of a unified diff. Equal lines at both ends are left out before the comparison: another program's file may have
 * half a million lines, of which one entry changes.
 * @param context lines shown around a change
 */
export function hunksBetween(before: string, after: string, context: number): StructuredPatchHunk[] {
  const minLength = Math.min(before.length, after.length);
  let commonStart = 0;
  while (commonStart < minLength && before.charCodeAt(commonStart) === after.charCodeAt(commonStart)) commonStart++;
  let sameEnd = 0;
  while (
    sameEnd < minLength - commonStart &&
    before.charCodeAt(before.length - 1 - sameEnd) === after.charCodeAt(after.length - 1 - sameEnd)
  )
    sameEnd++;
  const start = linesBack(before, commonStart, context);
  const sameEndStart = before.length - linesForward(before, before.length - sameEnd, context);
  const skippedLines = countLines(before, start);
  const { hunks } = structuredPatch(
    '',
    '',
    before.slice(start, before.length - sameEndStart),
    after.slice(start, after.length - sameEndStart),
    '',
    '',
    { context },
  );
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + skippedLines,
    newStart: hunk.newStart + skippedLines,
  }));
}

/** The start of the line that is `count` lines before the line at an offset. */
function linesBack(text: string, offset: number, count: number): number {
  let start = offset;
  for (let line = 0; line <= count && start > 0; line++) {
    const end = line === 0 ? start : start - 1;
    start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
  }
  return start;
}

/** The end of the line that is `count` lines after the line at an offset. */
function linesForward(text: string, offset: number, count: number): number {
  let end = offset;
  for (let line = 0; line <= count; line++) {
    const at = text.indexOf('\n', end);
    if (at < 0) return text.length;
    end = at + 1;
  }
  return end;
}

/** The line breaks before an offset. */
function countLines(text: string, offset: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
