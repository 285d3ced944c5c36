/** The spans of text that belong to list items and move with them. */
import { bracketsOf, type Entry, type EntryList } from '../../yaml/entries.ts';
import { beginsLine, columnOf, lineEnd, lineStart, nextLine } from '../../yaml/lines.ts';

/** Offsets. The text between two spans (line breaks, blank lines, indentation, commas) belongs to the list. */
export interface Span {
  /** The start of the first comment above the item, else of its dash or value. */
  readonly start: number;
  /** The offset after the item's last character, including comments, before the line break. */
  readonly end: number;
}

/**
 * The spans of all items, in order. Comments directly above an item at its own indentation belong to it, and so do
 * comments below it that are indented deeper: after a block scalar they would become its text.
 * @param isTrimmed whether insignificant blank lines at the end of a block scalar stay in place
 */
export function spansOf({ text, collection, entries }: EntryList, isTrimmed: boolean): readonly Span[] {
  const isInBrackets = bracketsOf(collection) !== undefined;
  let lowerBound = 0;
  return entries.map((entry) => {
    const start = startOfComments(text, entry, lowerBound);
    const end = isInBrackets ? entry.end : endOfLines(text, entry, isTrimmed);
    lowerBound = end;
    return { start, end };
  });
}

/** The start of the whole-line comments directly above an entry, else of the entry itself. */
function startOfComments(text: string, entry: Entry, bound: number): number {
  if (!beginsLine(text, entry.start)) return entry.start;
  const column = columnOf(text, entry.start);
  let start = entry.start;
  for (let below = lineStart(text, entry.start); below > bound; ) {
    const line = lineStart(text, below - 1);
    const indentation = text.slice(line, lineEnd(text, line)).search(/\S/);
    if (line < bound || line === below || indentation !== column || text[line + column] !== '#') break;
    start = line + column;
    below = line;
  }
  return start;
}

function endOfLines(text: string, entry: Entry, isTrimmed: boolean): number {
  const isOpen = text[entry.end - 1] === '\n';
  const wholeEnd = isOpen ? beforeBreak(text, entry.end) : lineEnd(text, entry.end);
  let end = isTrimmed && isOpen ? entry.start + text.slice(entry.start, wholeEnd).trimEnd().length : wholeEnd;
  const column = columnOf(text, entry.start);
  for (let line = nextLine(text, end); line < text.length; line = nextLine(text, line)) {
    const content = text.slice(line, lineEnd(text, line));
    if (content.trim() === '') continue;
    const isOwn = content.trimStart().startsWith('#') && content.search(/\S/) > column;
    if (!isOwn) break;
    end = lineEnd(text, line);
  }
  return end;
}

function beforeBreak(text: string, offset: number): number {
  return offset - (text[offset - 2] === '\r' ? 2 : 1);
}
