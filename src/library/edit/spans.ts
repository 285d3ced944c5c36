/** The stretches of text that belong to the items of a list: what moves with an item, and what stays where it is. */
import { bracketsOf, type Entry, type Listed } from './geometry.ts';
import { beginsLine, columnOf, lineEnd, lineStart, nextLine } from './lines.ts';

/** Offsets; what lies between two spans (line breaks, blank lines, dashes' indentation, commas) belongs to the list. */
export interface Span {
  /** Of the first comment above the item, else of its dash or value. */
  readonly start: number;
  /** Behind its last character, comments included, before the line break. */
  readonly end: number;
}

/**
 * The spans of all items, in order. Comments directly above an item at its own indentation belong to it, and so do those
 * below it that are indented deeper: behind a block scalar they would be its text.
 * @param isTrimmed whether blank lines at the end of a block scalar stay in place, where they mean nothing
 */
export function spansOf({ text, collection, entries }: Listed, isTrimmed: boolean): readonly Span[] {
  const isInBrackets = bracketsOf(collection) !== undefined;
  let bound = 0;
  return entries.map((entry) => {
    const start = startOfComments(text, entry, bound);
    const end = isInBrackets ? entry.end : endOfLines(text, entry, isTrimmed);
    bound = end;
    return { start, end };
  });
}

/** Of the first of the comments that stand, each alone in its line, directly above an entry; else the entry's own. */
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
  const whole = isOpen ? beforeBreak(text, entry.end) : lineEnd(text, entry.end);
  let end = isTrimmed && isOpen ? entry.start + text.slice(entry.start, whole).trimEnd().length : whole;
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
