/** Splits a text into tokens, one at a time; comments and white space are between them. */

import type { ProblemList } from '../problems.ts';
import { readCharacterEscape } from './characters.ts';
import { readNumber } from './numbers.ts';
import { readString } from './strings.ts';

export type Opener = '(' | '[' | '{' | '<|' | '[[';
export type Closer = ')' | ']' | '}' | '|>' | ']]';

interface Place {
  readonly start: number;
  readonly end: number;
  /** Whether a line break is between this token and the one before. */
  readonly newLine: boolean;
}

export type Token = Place &
  (
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'symbol'; readonly name: string }
    | { readonly kind: 'number' }
    | { readonly kind: 'open'; readonly bracket: Opener }
    | { readonly kind: 'close'; readonly bracket: Closer }
    | { readonly kind: 'comma' }
    /** `operator` is its ASCII form where it has one. */
    | { readonly kind: 'operator'; readonly operator: string }
    | { readonly kind: 'end' }
  );

const commentMark = /\(\*|\*\)/g;
const identifier = /[A-Za-z$][A-Za-z0-9$]*/y;
const identifierRest = /[A-Za-z0-9$]+/y;
const letter = /^[\p{L}\p{Nl}]$/u;
const white = /^[\s\u200b\u2060\ufeff\uf360\uf3a3]$/u;

/** Longest first. Blanks and slots count as operators: whatever has them is code. */
const operator =
  /#{1,2}\d*|_+(?:\.(?!\.))?|%+\d*|\\[()!*@&%^_/+`]|\|->|===|=!=|\^:=|\^=|:=|->|:>|<->|<>|<=|>=|==|!=|\/\/\.|\/\/@|\/\/=|\/\/|\/\.|\/@|\/;|\/:|\/\*|\/=|@@@|@@|@\*|@|&&|&|\|\||\||\+\+|\+=|\+|--|-=|-|\*\*|\*=|\*|\^|\.{1,3}|;;|;|::|:|~~|~|!!|!|'|\?\?|\?|>>>|>>|>|<<|<|=\.(?!\d)|=/y;

/** Characters with a special meaning: the kernel's private ones and their Unicode equivalents. */
const brackets: Readonly<Record<string, Opener | Closer>> = {
  '\uf113': '<|',
  '\uf114': '|>',
  '\u301a': '[[',
  '\u301b': ']]',
  '\u27e6': '[[',
  '\u27e7': ']]',
};
const characterOperators: Readonly<Record<string, string>> = {
  '\uf522': '->',
  '\u2192': '->',
  '\uf51f': ':>',
  '\u29f4': ':>',
  '\uf4a1': '|->',
  '\u21a6': '|->',
  '\u2254': ':=',
  '\uf431': '==',
  '\u2212': '-',
};

/** Returns the next token with every call, and `end` at the end. `undefined` after a problem that ends parsing. */
export type Tokens = () => Token | undefined;

export function tokens(text: string, problems: ProblemList): Tokens {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  if (text.startsWith('#!', at)) at = endOfLine(text, at);
  let isFileNext = false;

  return () => {
    let newLine = false;
    for (;;) {
      let code = text.charCodeAt(at);
      while (code === 32 || (code >= 9 && code <= 13)) {
        newLine ||= code === 10 || code === 13;
        code = text.charCodeAt(++at);
      }
      if (code > 40 && code < 92) break;
      if (text.startsWith('(*', at)) {
        const end = commentEnd(text, at);
        if (end === undefined) {
          problems.add('This comment is not closed: add *) at its end.', at, at + 2);
          return undefined;
        }
        newLine ||= /[\n\r]/.test(text.slice(at, end));
        at = end;
      } else if (text[at] === '\\' && (text[at + 1] === '\n' || text[at + 1] === '\r')) {
        // The line continues.
        at += text.startsWith('\r\n', at + 1) ? 3 : 2;
      } else {
        const character = characterAt(text, at);
        if (!character || !white.test(character.value)) break;
        newLine ||= character.value === '\uf3a3' || character.value === '\u2028';
        at += character.length;
      }
    }
    const start = at;
    const place = (length: number) => {
      at = start + length;
      return { start, end: at, newLine };
    };
    const firstCharacter = text[start];
    if (isFileNext && firstCharacter !== undefined) {
      isFileNext = false;
      // `<<Package`Name``: the name of a package or a file, without quotes.
      const name = firstCharacter === '"' ? undefined : /^[^\s"#;,()[\]{}]+/.exec(text.slice(start, start + 500))?.[0];
      if (name !== undefined) return { kind: 'string', value: name, ...place(name.length) };
    }
    if (firstCharacter === undefined) return { kind: 'end', ...place(0) };

    switch (firstCharacter) {
      case '"': {
        const string = readString(text, start, problems);
        if (!string) {
          problems.add('This string is not closed: add " at its end.', start, start + 1);
          return undefined;
        }
        return { kind: 'string', value: string.value, ...place(string.end - start) };
      }
      case ',':
        return { kind: 'comma', ...place(1) };
      case '(':
      case '[':
      case '{':
        return { kind: 'open', bracket: firstCharacter, ...place(1) };
      case ')':
      case ']':
      case '}':
        return { kind: 'close', bracket: firstCharacter, ...place(1) };
    }
    if (text.startsWith('<|', start)) return { kind: 'open', bracket: '<|', ...place(2) };
    if (text.startsWith('|>', start)) return { kind: 'close', bracket: '|>', ...place(2) };

    const number = mayBeNumber(firstCharacter) ? readNumber(text, start) : undefined;
    if (number) {
      if (number.problem !== undefined) problems.add(number.problem, start, number.end);
      return { kind: 'number', ...place(number.end - start) };
    }
    const symbol = readSymbol(text, start);
    if (symbol) return { kind: 'symbol', name: symbol.name, ...place(symbol.end - start) };

    operator.lastIndex = start;
    const match = operator.exec(text);
    if (match && /^(?:<<|>>|>>>)$/.test(match[0])) isFileNext = true;
    if (match) return { kind: 'operator', operator: match[0], ...place(match[0].length) };

    const character = characterAt(text, start);
    if (!character) {
      // A name that is not known may still be an operator; a backslash with nothing after it means nothing.
      const length = readCharacterEscape(text, start)?.length ?? 1;
      if (firstCharacter === '\\' && length === 1) {
        problems.add('This \\ has no meaning outside a string: remove it.', start, start + 1);
      }
      return { kind: 'operator', operator: text.slice(start, start + length), ...place(length) };
    }
    const bracket = brackets[character.value];
    if (bracket === '<|' || bracket === '[[') return { kind: 'open', bracket, ...place(character.length) };
    if (bracket === '|>' || bracket === ']]') return { kind: 'close', bracket, ...place(character.length) };
    const ascii = characterOperators[character.value] ?? character.value;
    return { kind: 'operator', operator: ascii, ...place(character.length) };
  };
}

function mayBeNumber(firstCharacter: string): boolean {
  return (firstCharacter >= '0' && firstCharacter <= '9') || firstCharacter === '.';
}

function endOfLine(text: string, at: number): number {
  const end = text.slice(at).search(/[\n\r]/);
  return end < 0 ? text.length : at + end;
}

/** The offset after the comment that opens at `at`, with the comments inside it; undefined when it never ends. */
function commentEnd(text: string, at: number): number | undefined {
  let depth = 1;
  commentMark.lastIndex = at + 2;
  for (let match = commentMark.exec(text); match; match = commentMark.exec(text)) {
    depth += match[0] === '(*' ? 1 : -1;
    if (depth === 0) return commentMark.lastIndex;
  }
  return undefined;
}

/** A character that is not ASCII, plain or as an escape: outside strings both mean the same. */
function characterAt(text: string, at: number): { value: string; length: number } | undefined {
  const code = text.codePointAt(at);
  if (code === undefined) return undefined;
  if (code === 92) {
    const characterEscape = readCharacterEscape(text, at);
    return characterEscape?.character === undefined
      ? undefined
      : { value: characterEscape.character, length: characterEscape.length };
  }
  return code < 128 ? undefined : { value: String.fromCodePoint(code), length: code > 0xffff ? 2 : 1 };
}

/** A symbol with its context. The name has letters for their escapes. */
function readSymbol(text: string, start: number): { name: string; end: number } | undefined {
  let name = '';
  let at = start;
  for (;;) {
    const mark = text[at] === '`' ? 1 : 0;
    if (at > start && mark === 0) break;
    const segment = readSegment(text, at + mark);
    if (!segment) break;
    name += (mark === 1 ? '`' : '') + segment.name;
    at = segment.end;
  }
  return at > start ? { name, end: at } : undefined;
}

function readSegment(text: string, start: number): { name: string; end: number } | undefined {
  let name = '';
  let at = start;
  for (;;) {
    const ascii = at === start ? identifier : identifierRest;
    ascii.lastIndex = at;
    if (ascii.test(text)) {
      name += text.slice(at, ascii.lastIndex);
      at = ascii.lastIndex;
    }
    const character = characterAt(text, at);
    if (!character || !letter.test(character.value)) break;
    name += character.value;
    at += character.length;
  }
  return at > start ? { name, end: at } : undefined;
}
