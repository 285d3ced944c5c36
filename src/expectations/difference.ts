/** Shows how two texts differ, for a report. */
import { hunksBetween } from '../model/diff/hunks.ts';

/** The lines of a difference that are shown; the first ones show what is wrong. */
const maxLines = 20;

/** Lists the lines of a unified diff: `-` is what is expected, `+` is what the text has. */
export function listDifferingLines(expected: string, text: string): string {
  const lines = hunksBetween(`${expected}\n`, `${text}\n`, 1).flatMap((hunk) => hunk.lines);
  const firstLines = lines.slice(0, maxLines).map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  const moreCount = lines.length - firstLines.length;
  return [...firstLines, ...(moreCount > 0 ? [`… and ${moreCount} more lines`] : [])].join('\n');
}

/** Quotes a text on one line, in at most 80 characters. */
export function quoteShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`;
}
