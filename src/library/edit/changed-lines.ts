/** Typing in a long block literal: only the lines that differ are written, because writing all of 200 kB takes milliseconds. */
import { isScalar } from 'yaml';
import { spliceBetween } from '../../base/text/splice.ts';
import { bodyStart, type Entry } from '../../yaml/entries.ts';
import { needsEscapes } from '../../yaml/strings.ts';
import type { TypedLines } from './typed-document.ts';

/** A shorter text is written as a whole. UTF-16 code units. */
const longFrom = 4_096;

/**
 * The lines that differ between a block literal and `value`.
 * @returns undefined for another kind of value, and where the header or the end of the literal may depend on the change
 */
export function changedLines(text: string, entry: Entry, value: string, lineBreak: string): TypedLines | undefined {
  const token = entry.value?.token;
  const literal = isScalar(entry.node) ? entry.node : undefined;
  const oldValue = literal?.value;
  if (token?.type !== 'block-scalar' || !literal || typeof oldValue !== 'string' || value.length < longFrom)
    return undefined;
  // A parser takes the indentation from the first line. An alias repeats a text with an anchor.
  if (/^\s/.test(oldValue) || /^\s/.test(value) || literal.anchor || literal.tag) return undefined;
  const header = token.props.find((part) => part.type === 'block-scalar-header');
  if (!header || !('source' in header) || !header.source.startsWith('|')) return undefined;
  const { start, end } = spliceBetween(oldValue, value);
  const from = startOfLine(oldValue, start);
  const to = oldValue.indexOf('\n', end);
  if (to < 0 || oldValue.slice(to).trimStart() === '') return undefined;
  const lines = value.slice(from, to + value.length - oldValue.length);
  if (needsEscapes(lines)) return undefined;
  const body = bodyStart(token);
  const indentation = ' '.repeat(columnOfText(text, body));
  if (indentation === '') return undefined;
  const fileFrom = skipLines(text, body, linesBetween(oldValue, 0, from));
  const next = skipLines(text, fileFrom, linesBetween(oldValue, from, to) + 1);
  const insert = lines
    .split('\n')
    .map((line) => (line === '' ? '' : indentation + line) + lineBreak)
    .join('');
  return { literal, token, splice: { start: fileFrom, end: next, insert }, value };
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The column of the first visible character from `offset` on. */
function columnOfText(text: string, offset: number): number {
  const visibleCharacter = /\S/g;
  visibleCharacter.lastIndex = offset;
  const at = visibleCharacter.exec(text)?.index ?? offset;
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
