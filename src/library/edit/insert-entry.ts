/** Inserts an entry into a list or map. */

import type { Splice } from '../../base/text/splice.ts';
import { bracketsOf, type EntryList } from '../../yaml/entries.ts';
import { beginsLine, columnOf, endOfEntry, lineEnd, lineStart } from '../../yaml/lines.ts';
import type { Addition } from './changes.ts';
import { entryLines, flowEntry, type RenderOptions } from './render.ts';
import { itemLines } from './written.ts';

/**
 * Alternatives; the one that preserves most of the text comes first.
 * @param index the entry to insert before; the number of entries means the end
 */
export function insertEntry(
  listing: EntryList,
  index: number,
  { at, value, originalText }: Addition,
  options: RenderOptions,
): readonly (readonly Splice[])[] {
  if (bracketsOf(listing.collection)) return [insertInBrackets(listing, index, { at, value }, options)];
  const [first] = listing.entries;
  const column = first ? columnOf(listing.text, first.start) : 0;
  const { lineBreak } = options.style;
  const splices = [insertLines(listing, index, entryLines(value, at, column, options), lineBreak)];
  return originalText
    ? [[insertLines(listing, index, itemLines(originalText, column), lineBreak)], splices]
    : [splices];
}

function insertLines({ text, entries }: EntryList, index: number, lines: readonly string[], lineBreak: string): Splice {
  const firstEntry = entries[0];
  const column = firstEntry ? columnOf(text, firstEntry.start) : 0;
  const previous = entries[index - 1];
  if (!previous && firstEntry && !beginsLine(text, firstEntry.start)) {
    // The first entry is on the line of the outer list's dash and moves below the new one.
    const entryText = `${lines.join(lineBreak).trimStart()}${lineBreak}${' '.repeat(column)}`;
    return { start: firstEntry.start, end: firstEntry.start, insert: entryText };
  }
  const start = previous
    ? endOfEntry(text, previous.end, column, index === entries.length)
    : startOfComments(text, lineStart(text, firstEntry?.start ?? 0), column);
  const isLineStart = start === 0 || text[start - 1] === '\n' || text[start - 1] === '\ufeff';
  const insertedText = isLineStart ? lines.map((line) => line + lineBreak).join('') : lineBreak + lines.join(lineBreak);
  return { start, end: start, insert: insertedText };
}

/** The start of the comments directly above an entry. Comments at the top belong to the file, not to the entry. */
function startOfComments(text: string, start: number, column: number): number {
  let offset = start;
  while (column > 0 && offset > 0) {
    const above = lineStart(text, offset - 1);
    const line = text.slice(above, lineEnd(text, above));
    if (!line.trimStart().startsWith('#') || line.length - line.trimStart().length !== column) break;
    offset = above;
  }
  return offset;
}

type NewValue = Pick<Addition, 'at' | 'value'>;

function insertInBrackets(
  { text, collection, entries }: EntryList,
  index: number,
  newValue: NewValue,
  options: RenderOptions,
): readonly Splice[] {
  const { openAt, closeAt } = bracketsOf(collection) ?? { openAt: 0, closeAt: 0 };
  const { style } = options;
  const firstEntry = entries[0];
  const inner = text.slice(openAt, closeAt);
  if (!firstEntry) {
    const isSpread = style.isJson && text.includes('\n');
    const outerIndentation = indentationOf(text, openAt);
    const column = isSpread ? outerIndentation + style.step : undefined;
    const entryText = flowText(newValue, column, options);
    if (column === undefined)
      return [{ start: openAt, end: inner.trim() === '' ? closeAt : openAt, insert: entryText }];
    const lines = [' '.repeat(column) + entryText, ' '.repeat(outerIndentation)].join(style.lineBreak);
    return [{ start: openAt, end: closeAt, insert: style.lineBreak + lines }];
  }
  const column = beginsLine(text, firstEntry.start) ? columnOf(text, firstEntry.start) : undefined;
  const separator = column === undefined ? ' ' : style.lineBreak + ' '.repeat(column);
  const entryText = flowText(newValue, column, options);
  const previous = entries[index - 1];
  if (!previous) return [{ start: firstEntry.start, end: firstEntry.start, insert: `${entryText},${separator}` }];
  return [{ start: previous.end, end: previous.end, insert: `,${separator}${entryText}` }];
}

function flowText({ at, value }: NewValue, column: number | undefined, options: RenderOptions): string {
  const { head, body } = flowEntry(value, at, options.style.isJson ? column : undefined, options);
  return [head, ...body].join(options.style.lineBreak);
}

function indentationOf(text: string, offset: number): number {
  const line = text.slice(lineStart(text, offset), lineEnd(text, offset));
  return line.length - line.trimStart().length;
}
