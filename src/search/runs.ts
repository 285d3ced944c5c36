/**
 * Finding the runs of letters and digits in a text, and the operators of a program. Building an index spends most of its
 * time here: plain ASCII goes by table, and every run comes with a hash of its units, so that a run met before is
 * recognised without making a string of it.
 */

/** Where a text stands decides what is looked for in it. */
export type Surroundings =
  /** Sentences: words. */
  | 'prose'
  /** Code in a sentence, or a program: words and operators. */
  | 'code';

/** Gets each run in order: where it begins and ends, whether it is an operator, and its hash. */
export type RunSink = (start: number, end: number, isOperator: boolean, hash: number) => void;

const letter = 1;
const sign = 2;
/** A sign that also ends sentences and statements: alone it tells nothing. */
const mark = 3;
/** Longest operator; of a longer row of signs each four are one. */
const longestOperator = 4;

/** What each ASCII character is part of. */
const kinds = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$')
  kinds[character.charCodeAt(0)] = letter;
for (const character of '#%&*+/<=>@^|~') kinds[character.charCodeAt(0)] = sign;
for (const character of '.?!:;-') kinds[character.charCodeAt(0)] = mark;

const anyWord = /[\p{L}\p{M}\p{N}_$]+/uy;
const underscore = 0x5f;
const openBracket = 0x5b;
const hashSeed = 0x811c9dc5;
const hashPrime = 0x01000193;

export function eachRun(text: string, surroundings: Surroundings, write: RunSink): void {
  const isCode = surroundings === 'code';
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= 128) at = nonAsciiRun(text, at, at, write);
    else if (kinds[code] === letter) at = asciiRun(text, at, isCode, write);
    else if (isCode && ((kinds[code] as number) >= sign || code === openBracket)) at = operator(text, at, write);
    else at++;
  }
}

/** FNV-1a over the UTF-16 units of a part of a text. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = hashSeed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashPrime);
  return hash >>> 0;
}

/** @returns where it ends */
function asciiRun(text: string, start: number, isCode: boolean, write: RunSink): number {
  let hash = hashSeed;
  let at = start;
  let code = text.charCodeAt(at);
  let isBlank = true;
  while (code < 128 && kinds[code] === letter) {
    if (code !== underscore) isBlank = false;
    hash = Math.imul(hash ^ code, hashPrime);
    code = text.charCodeAt(++at);
  }
  if (code >= 128) return nonAsciiRun(text, start, at, write);
  // `_`, `__` and `___` are patterns, not words.
  if (!isBlank) write(start, at, false, hash >>> 0);
  else if (isCode && at - start < longestOperator) write(start, at, true, hash >>> 0);
  return at;
}

/** A run with other letters than those of ASCII, or a character at `at` that belongs to none. */
function nonAsciiRun(text: string, start: number, at: number, write: RunSink): number {
  anyWord.lastIndex = start;
  if (!anyWord.test(text)) return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  const end = anyWord.lastIndex;
  write(start, end, false, hashOf(text, start, end));
  return end;
}

function operator(text: string, start: number, write: RunSink): number {
  let end = start + 1;
  if (text.charCodeAt(start) === openBracket) {
    if (text.charCodeAt(end) !== openBracket) return end;
    end++;
  } else while (end - start < longestOperator && (kinds[text.charCodeAt(end)] ?? 0) >= sign) end++;
  if (isAllMarks(text, start, end)) return end;
  write(start, end, true, hashOf(text, start, end));
  return end;
}

function isAllMarks(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (kinds[text.charCodeAt(at)] !== mark) return false;
  return true;
}

/** Whether punctuation in a question is meant as an operator: `/@`, or one sign between spaces. */
export function isOperatorWord(text: string, start: number, end: number): boolean {
  const isAlone = /[\s"'`(]/.test(text[start - 1] ?? ' ') && /[\s"'`),]/.test(text[end] ?? ' ');
  return end - start > 1 || isAlone;
}
