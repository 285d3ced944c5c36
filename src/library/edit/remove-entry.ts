/** Removes an entry from a list or map with more than one entry. */

import type { Splice } from '../../base/text/splice.ts';
import { bracketsOf, type Entry, type EntryList } from '../../yaml/entries.ts';
import { beginsLine, columnOf, endOfEntry, lineStart, nextLine } from '../../yaml/lines.ts';

/** Alternatives; the smallest change comes first. */
export function removeEntry(list: EntryList, index: number): readonly (readonly Splice[])[] {
  const entry = list.entries[index];
  if (!entry) return [];
  return bracketsOf(list.collection) ? [removeInBrackets(list, index, entry)] : removeLines(list, index, entry);
}

function removeLines({ text, entries }: EntryList, index: number, entry: Entry): readonly (readonly Splice[])[] {
  const next = entries[index + 1];
  const end = endOfEntry(text, entry.end, columnOf(text, entry.start), false);
  if (!beginsLine(text, entry.start)) {
    // The first entry is on the line of the outer list's dash. The next entry moves up, unless a comment is between them.
    const ranges = [{ start: entry.start, end: end - lineBreakLength(text, end) }];
    if (next && !text.slice(entry.end, next.start).includes('#'))
      ranges.unshift({ start: entry.start, end: next.start });
    return ranges.map((range) => [{ ...range, insert: '' }]);
  }
  const start = lineStart(text, entry.start);
  const alternatives = [[{ start, end, insert: '' }]];
  // Comments or blank lines after the entry would become part of a block scalar before it, so they are removed too.
  if (next) alternatives.push([{ start, end: lineStart(text, next.start), insert: '' }]);
  else alternatives.push([{ start, end: endOfBlankLines(text, end), insert: '' }]);
  return alternatives;
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

function removeInBrackets({ text, collection, entries }: EntryList, index: number, entry: Entry): readonly Splice[] {
  const { openAt, closeAt } = bracketsOf(collection) ?? { openAt: 0, closeAt: 0 };
  const next = entries[index + 1];
  const previous = entries[index - 1];
  if (next) {
    const between = text.slice(entry.end, next.start);
    if (!between.includes('#')) return [{ start: entry.start, end: next.start, insert: '' }];
    const comma = entry.end + between.indexOf(',');
    return [{ start: entry.start, end: comma + 1, insert: '' }];
  }
  if (previous) {
    const between = text.slice(previous.end, entry.start);
    if (!between.includes('#')) return [{ start: previous.end, end: entry.end, insert: '' }];
    return [{ start: entry.start, end: entry.end, insert: '' }];
  }
  const hasComment = (text.slice(openAt, entry.start) + text.slice(entry.end, closeAt)).includes('#');
  if (!hasComment) return [{ start: openAt, end: closeAt, insert: '' }];
  const comma = /^\s*,/.exec(text.slice(entry.end, closeAt))?.[0].length ?? 0;
  return [{ start: entry.start, end: entry.end + comma, insert: '' }];
}
