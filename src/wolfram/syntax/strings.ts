/** Reads and prints quoted strings with their escapes. */

import type { ProblemList } from '../problems.ts';
import { escapedCharacter, readCharacterEscape } from './characters.ts';

const shortEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
  // A continued line: the backslash and the line break are ignored. So do the marks of a verbatim string.
  '\n': '',
  '<': '',
  '>': '',
};

const plainCharacters = /[^"\\]*/y;

/**
 * Reads the string that opens at `start`. An unknown escape is a problem and stays in the text.
 * @returns its text and the offset after the closing quote; undefined when it is never closed
 */
export function readString(
  text: string,
  start: number,
  problems: ProblemList,
): { value: string; end: number } | undefined {
  let value = '';
  let at = start + 1;
  for (;;) {
    plainCharacters.lastIndex = at;
    plainCharacters.test(text);
    value += text.slice(at, plainCharacters.lastIndex);
    at = plainCharacters.lastIndex;
    if (at >= text.length) return undefined;
    if (text[at] === '"') return { value, end: at + 1 };
    const next = text[at + 1];
    if (next === undefined) return undefined;
    const character = shortEscapes[next];
    if (character !== undefined) {
      value += character;
      at += 2;
      continue;
    }
    if (next === '\r') {
      at += text[at + 2] === '\n' ? 3 : 2;
      continue;
    }
    const characterEscape = readCharacterEscape(text, at);
    const end = at + (characterEscape?.length ?? ((text.codePointAt(at + 1) ?? 0) > 0xffff ? 3 : 2));
    if (characterEscape?.character === undefined) problems.add(escapeProblem(text.slice(at, end)), at, end);
    value += characterEscape?.character ?? text.slice(at, end);
    at = end;
  }
}

function escapeProblem(spelling: string): string {
  const second = spelling[1] ?? '';
  if ('()!*@&%^_/+`'.includes(second)) {
    return `${spelling} begins formatted text, which a string cannot hold here: write the text without formatting.`;
  }
  if (spelling.endsWith(']') && second === '[') {
    return `Unknown character name ${spelling}: write the character itself or its number, as in \\:00e9.`;
  }
  if (second === '|') return `${spelling} is beyond the last character, \\|10ffff: correct the number.`;
  if (second === '[') return 'This \\[ begins a character name that is not closed: write \\\\[ for the text itself.';
  if (second === ':') return 'A \\: needs four hexadecimal digits after it: write \\\\: for the text itself.';
  return `${spelling} is not an escape in a string: write \\${spelling} for a backslash.`;
}

const specialCharacter = /["\\]|[^ -~]/gu;
const writtenAs: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
};

/** Prints a quoted string as the kernel does: ASCII only, other characters by name or number. */
export function printString(text: string): string {
  return `"${text.replace(specialCharacter, (character) => writtenAs[character] ?? escapedCharacter(character))}"`;
}
