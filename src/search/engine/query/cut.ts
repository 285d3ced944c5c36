/** Cuts text and programs at natural breaks: after a sentence or a line, never inside a character. */
import type { Block } from '../types.ts';

const sentenceEnd = /[.!?…](?=["')\]]*\s)["')\]]*|[。！？]|\n\s*\n/g;

/** The longest beginning of `text` of at most `maxLength` UTF-16 units that ends at a natural break, or else after a word. */
export function cutText(text: string, maxLength: number): string {
  const beginning = cutSentences(text, maxLength);
  if (beginning !== '') return beginning;
  const window = text.slice(0, maxLength);
  const end = window.lastIndexOf(' ');
  return wholeCharacters(end <= 0 ? window : window.slice(0, end)).trimEnd();
}

/** The longest beginning of `text` that ends after a sentence or a line; empty if the first one is longer than `maxLength`. */
export function cutSentences(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  // The pattern tests the character after the last one in the result.
  for (const match of text.slice(0, maxLength + 1).matchAll(sentenceEnd))
    if (match.index + match[0].length <= maxLength) end = match.index + match[0].length;
  if (end === 0) end = Math.max(0, text.slice(0, maxLength).lastIndexOf('\n'));
  return text.slice(0, end).trimEnd();
}

/** The longest beginning of a program that ends at a line break, preferably before an empty line. */
export function cutCode(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const window = text.slice(0, maxLength + 1);
  const emptyLineIndex = window.lastIndexOf('\n\n');
  const end = emptyLineIndex > maxLength / 2 ? emptyLineIndex : window.lastIndexOf('\n');
  return end <= 0 ? '' : window.slice(0, end);
}

/** Splits a block into pieces of at most `maxLength` units at natural breaks. Only white space is lost. */
export function pieces(block: Block & { kind: 'text' | 'code' }, maxLength: number): string[] {
  const result: string[] = [];
  let rest = block.text;
  while (rest.length > maxLength) {
    const beginning = block.kind === 'code' ? cutCode(rest, maxLength) : cutText(rest, maxLength);
    const piece = beginning === '' ? wholeCharacters(rest.slice(0, maxLength)) : beginning;
    result.push(piece);
    rest = rest.slice(piece.length).replace(block.kind === 'code' ? /^\n+/ : /^\s+/, '');
  }
  if (rest.trim() !== '') result.push(rest);
  return result;
}

/** Removes a trailing half of a surrogate pair. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
