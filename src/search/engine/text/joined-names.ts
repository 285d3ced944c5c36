/**
 * Names written as several words: "nest while list". The dictionary of an index is sorted, so the names with a common
 * prefix are a range of it, and those that continue with the next word are a range within that one.
 */
import type { IndexData } from '../index/container.ts';
import { firstTermFrom, startOf, termText } from '../index/index-data.ts';

/** The names with a common prefix: terms from `first` up to but not including `end`. */
export interface NamePrefix {
  readonly first: number;
  readonly end: number;
  /** Length of the prefix in UTF-16 units. */
  readonly length: number;
  /** The set of characters after the prefix, by `characterBit`; all bits if unknown. */
  readonly nextCharacters: number;
}

/** The names that begin with a lower-case word; undefined if none is longer than the word. */
export function findNamePrefix(data: IndexData, word: string): NamePrefix | undefined {
  const beginning = `#${word}`;
  const first = firstTermFrom(data, beginning);
  let end = first;
  let nextCharacters = 0;
  for (; end < data.termTextEnds.length; end++) {
    const text = termText(data, end);
    if (!text.startsWith(beginning)) break;
    if (text.length > beginning.length) nextCharacters |= characterBit(text, beginning.length);
  }
  return nextCharacters === 0 ? undefined : { first, end, length: beginning.length, nextCharacters };
}

/** The names that continue with a lower-case word; undefined if there are none. */
export function extendPrefix(data: IndexData, names: NamePrefix, word: string): NamePrefix | undefined {
  // The first character rules most words out.
  if ((names.nextCharacters & characterBit(word, 0)) === 0) return undefined;
  const first = findBound(data, names, word, 0);
  const end = findBound(data, names, word, 1);
  return first === end ? undefined : { first, end, length: names.length + word.length, nextCharacters: -1 };
}

/** The name that equals the prefix, or -1. */
export function exactName(data: IndexData, { first, length }: NamePrefix): number {
  return (data.termTextEnds[first] as number) - startOf(data.termTextEnds, first) === length ? first : -1;
}

/** The first name whose rest is at or after (0), or after all names that continue with (1), a word. */
function findBound(data: IndexData, { first, end, length }: NamePrefix, word: string, atLeast: 0 | 1): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareFrom(data, middle, length, word) < atLeast) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Negative if the rest of a name sorts before a word, 0 if it begins with the word. */
function compareFrom(data: IndexData, term: number, offset: number, word: string): number {
  const start = startOf(data.termTextEnds, term) + offset;
  const end = data.termTextEnds[term] as number;
  for (let index = 0; index < word.length; index++) {
    if (start + index === end) return -1;
    const difference = (data.termText[start + index] as number) - word.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A character as one of 32 bits. Each ASCII letter has its own; other characters share them. */
function characterBit(text: string, index: number): number {
  return 1 << (text.charCodeAt(index) & 31);
}
