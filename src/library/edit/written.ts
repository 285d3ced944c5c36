/** The original text of values that move to another place or file. */
import { isMap, isScalar } from 'yaml';
import type { Splice } from '../../base/text/splice.ts';
import { bracketsOf, type Entry, type EntryList } from '../../yaml/entries.ts';
import { columnOf } from '../../yaml/lines.ts';
import type { YamlDocument } from '../read/definition/yaml-document.ts';
import { spansOf } from './spans.ts';

/** The text of a value at no indentation, without line breaks. */
export interface OriginalText {
  /** Comment lines above the value. */
  readonly comments: readonly string[];
  /** The value's lines, with the comments inside it. */
  readonly lines: readonly string[];
}

/** An item of a block list. Comments above it stay in place, because they may be about later items too. */
export function writtenItem(list: EntryList, index: number): OriginalText | undefined {
  const entry = list.entries[index];
  const span = spansOf(list, true)[index];
  if (!entry?.value || !span || bracketsOf(list.collection)) return undefined;
  const { text } = list;
  const { start } = entry.value;
  return {
    comments: commentLines(text.slice(entry.valueLead ?? entry.start, start)),
    lines: withoutIndentation(text.slice(start, span.end), columnOf(text, start)),
  };
}

/** The definition that a whole file holds. */
export function writtenFile({ text, root }: YamlDocument): OriginalText | undefined {
  const start = root?.range?.[0];
  if (start === undefined || !isMap(root)) return undefined;
  return {
    comments: commentLines(text.slice(0, start)),
    lines: withoutIndentation(text.slice(start).trimEnd(), columnOf(text, start)),
  };
}

/** The lines of an entry of a list whose dashes are at `column`. */
export function itemLines({ comments, lines }: OriginalText, column: number): readonly string[] {
  const [first = '', ...otherLines] = lines;
  const outerIndent = ' '.repeat(column);
  const inner = ' '.repeat(column + 2);
  return [
    ...comments.map((comment) => outerIndent + comment),
    `${outerIndent}- ${first}`,
    ...otherLines.map((line) => (line === '' ? '' : inner + line)),
  ];
}

/** Replaces an item with a value and its comments. A comment on the line of a name moves above the value. */
export function replaceItem({ text }: EntryList, entry: Entry, end: number, item: OriginalText): Splice {
  const commentText = isScalar(entry.node) ? commentLines(text.slice(entry.end, end)) : [];
  const comments = [...commentText, ...item.comments];
  const lines = itemLines({ ...item, comments }, columnOf(text, entry.start));
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return { start: entry.start, end, insert: lines.join(lineBreak).trimStart() };
}

function commentLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim().startsWith('#') ? [line.trim()] : []));
}

function withoutIndentation(text: string, column: number): readonly string[] {
  const indentation = new RegExp(`^ {0,${column}}`);
  const [first = '', ...otherLines] = text.split(/\r?\n/);
  return [first, ...otherLines.map((line) => line.replace(indentation, ''))];
}
