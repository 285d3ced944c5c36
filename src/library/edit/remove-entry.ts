/** One entry less in a list or map that has others. */
import { bracketsOf, type Entry, type Listed } from './geometry.ts';
import { beginsLine, columnOf, endOfEntry, lineStart, nextLine } from './lines.ts';
import type { Splice } from './splice.ts';

/** The ways to take an entry out, the one that touches least first. */
export function removeEntry(listed: Listed, index: number): readonly (readonly Splice[])[] {
  const entry = listed.entries[index];
  if (!entry) return [];
  return bracketsOf(listed.collection) ? [removeInBrackets(listed, index, entry)] : removeLines(listed, index, entry);
}

function removeLines({ text, entries }: Listed, index: number, entry: Entry): readonly (readonly Splice[])[] {
  const next = entries[index + 1];
  const end = endOfEntry(text, entry.end, columnOf(text, entry.start), false);
  if (!beginsLine(text, entry.start)) {
    // The first entry, beside the dash of the list around it: the next one moves up, unless a comment stands between.
    const ways = [{ start: entry.start, end: end - lineBreakLength(text, end) }];
    if (next && !text.slice(entry.end, next.start).includes('#')) ways.unshift({ start: entry.start, end: next.start });
    return ways.map((way) => [{ ...way, text: '' }]);
  }
  const start = lineStart(text, entry.start);
  const ways = [[{ start, end, text: '' }]];
  // Comments or blank lines behind the entry would become part of a block scalar before it: they go too.
  if (next) ways.push([{ start, end: lineStart(text, next.start), text: '' }]);
  else ways.push([{ start, end: endOfBlankLines(text, end), text: '' }]);
  return ways;
}

function lineBreakLength(text: string, lineStart: number): number {
  if (text[lineStart - 1] !== '\n') return 0;
  return text[lineStart - 2] === '\r' ? 2 : 1;
}

function endOfBlankLines(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && /^(?:#.*)?$/.test(text.slice(end, nextLine(text, end)).trim())) end = nextLine(text, end);
  return end;
}

function removeInBrackets({ text, collection, entries }: Listed, index: number, entry: Entry): readonly Splice[] {
  const { open, close } = bracketsOf(collection) ?? { open: 0, close: 0 };
  const next = entries[index + 1];
  const previous = entries[index - 1];
  if (next) {
    const between = text.slice(entry.end, next.start);
    if (!between.includes('#')) return [{ start: entry.start, end: next.start, text: '' }];
    const comma = entry.end + between.indexOf(',');
    return [{ start: entry.start, end: comma + 1, text: '' }];
  }
  if (previous) {
    const between = text.slice(previous.end, entry.start);
    if (!between.includes('#')) return [{ start: previous.end, end: entry.end, text: '' }];
    return [{ start: entry.start, end: entry.end, text: '' }];
  }
  const hasComment = (text.slice(open, entry.start) + text.slice(entry.end, close)).includes('#');
  if (!hasComment) return [{ start: open, end: close, text: '' }];
  const comma = /^\s*,/.exec(text.slice(entry.end, close))?.[0].length ?? 0;
  return [{ start: entry.start, end: entry.end + comma, text: '' }];
}
