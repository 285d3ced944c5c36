/** Typing in a long block literal: only the lines that differ are written, because writing all of 200 kB takes milliseconds. */
import { isScalar } from 'yaml';
import { type Splice, spliceBetween } from '../../base/splice.ts';
import { bodyStart, type Entry } from '../../yaml/entries.ts';
import { needsEscapes } from '../../yaml/strings.ts';

/** A shorter text is written as a whole. UTF-16 code units. */
const longFrom = 4_096;

/**
 * The splice of the lines that differ between a block literal and `value`. It may read as another text, where the first
 * line begins with a space for instance, so the caller parses the result.
 * @returns undefined for another kind of value, and for a change at the end, which the literal's header depends on
 */
export function changedLines(text: string, entry: Entry, value: string, lineBreak: string): Splice | undefined {
  const token = entry.value?.token;
  const old = isScalar(entry.node) ? entry.node.value : undefined;
  if (token?.type !== 'block-scalar' || typeof old !== 'string' || value.length < longFrom) return undefined;
  const header = token.props.find((part) => part.type === 'block-scalar-header');
  if (!header || !('source' in header) || !header.source.startsWith('|')) return undefined;
  const { start, end } = spliceBetween(old, value);
  const from = startOfLine(old, start);
  const to = old.indexOf('\n', end);
  if (to < 0 || old.slice(to).trimStart() === '') return undefined;
  const lines = value.slice(from, to + value.length - old.length);
  if (needsEscapes(lines)) return undefined;
  const body = bodyStart(token);
  const indentation = ' '.repeat(Math.max(0, columnOfText(text, body) - columnOfText(old, 0)));
  const fileFrom = skipLines(text, body, linesBetween(old, 0, from));
  const next = skipLines(text, fileFrom, linesBetween(old, from, to) + 1);
  const insert = lines
    .split('\n')
    .map((line) => (line === '' ? '' : indentation + line) + lineBreak)
    .join('');
  return { start: fileFrom, end: next, insert };
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The column of the first visible character from `offset` on. */
function columnOfText(text: string, offset: number): number {
  const visible = /\S/g;
  visible.lastIndex = offset;
  const at = visible.exec(text)?.index ?? offset;
  return at - startOfLine(text, at);
}

function linesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The beginning of the line that many lines further. */
function skipLines(text: string, from: number, count: number): number {
  let at = from;
  for (let line = 0; line < count; line++) at = text.indexOf('\n', at) + 1;
  return at;
}
