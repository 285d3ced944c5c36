/** Cuts text and programs at natural breaks: after a sentence or a line, never inside a character. */
import type { Block } from '../types.ts';

const sentenceEnd = /[.!?…](?=["')\]]*\s)["')\]]*|[。！？]|\n\s*\n/g;

/** The longest beginning of `text` that ends at a natural break: if need be, after a word. At most `most` UTF-16 units. */
export function cutText(text: string, most: number): string {
  const cut = cutSentences(text, most);
  if (cut !== '') return cut;
  const window = text.slice(0, most);
  const end = window.lastIndexOf(' ');
  return wholeCharacters(end <= 0 ? window : window.slice(0, end)).trimEnd();
}

/** The longest beginning of `text` that ends after a sentence or a line; empty if the first one is longer than `most`. */
export function cutSentences(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  // The pattern tests the character after the last one in the result.
  for (const found of text.slice(0, most + 1).matchAll(sentenceEnd))
    if (found.index + found[0].length <= most) end = found.index + found[0].length;
  if (end === 0) end = Math.max(0, text.slice(0, most).lastIndexOf('\n'));
  return text.slice(0, end).trimEnd();
}

/** The longest beginning of a program that ends at a line break, preferably before an empty line. */
export function cutCode(text: string, most: number): string {
  if (text.length <= most) return text;
  const window = text.slice(0, most + 1);
  const empty = window.lastIndexOf('\n\n');
  const end = empty > most / 2 ? empty : window.lastIndexOf('\n');
  return end <= 0 ? '' : window.slice(0, end);
}

/** Splits a block into pieces of at most `most` units at natural breaks. Only white space is lost. */
export function pieces(block: Block & { kind: 'text' | 'code' }, most: number): string[] {
  const result: string[] = [];
  let rest = block.text;
  while (rest.length > most) {
    const cut = block.kind === 'code' ? cutCode(rest, most) : cutText(rest, most);
    const piece = cut === '' ? wholeCharacters(rest.slice(0, most)) : cut;
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
