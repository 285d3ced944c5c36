/**
 * Names that are written in several words: "nest while list". The dictionary of an index is sorted, so the names that
 * begin with a word are a run of it, in which those that go on with the next word are a shorter run.
 */
import type { IndexData } from './container.ts';
import { before, firstTermFrom, termText } from './index-data.ts';

/** Names that begin alike: terms from `first` to before `end`. */
export interface Beginning {
  readonly first: number;
  readonly end: number;
  /** What they have in common, in UTF-16 units. */
  readonly length: number;
  /** With which characters they go on, as `characterBit` has them; all bits where that is not known. */
  readonly goesOn: number;
}

/** The names that begin with a word in lower case and go on after it; undefined when there are none. */
export function namesBeginning(data: IndexData, word: string): Beginning | undefined {
  const beginning = `#${word}`;
  const first = firstTermFrom(data, beginning);
  let end = first;
  let goesOn = 0;
  for (; end < data.termTextEnds.length; end++) {
    const text = termText(data, end);
    if (!text.startsWith(beginning)) break;
    if (text.length > beginning.length) goesOn |= characterBit(text, beginning.length);
  }
  return goesOn === 0 ? undefined : { first, end, length: beginning.length, goesOn };
}

/** Those of them that go on with a word in lower case; undefined when there are none. */
export function goingOn(data: IndexData, names: Beginning, word: string): Beginning | undefined {
  // Most words are ruled out by their first character.
  if ((names.goesOn & characterBit(word, 0)) === 0) return undefined;
  const first = bound(data, names, word, 0);
  const end = bound(data, names, word, 1);
  return first === end ? undefined : { first, end, length: names.length + word.length, goesOn: -1 };
}

/** The name that is no longer than what they have in common, or -1. */
export function wholeName(data: IndexData, { first, length }: Beginning): number {
  return (data.termTextEnds[first] as number) - before(data.termTextEnds, first) === length ? first : -1;
}

/** The first of the names that goes on with at least (0) or with more than (1) a word. */
function bound(data: IndexData, { first, end, length }: Beginning, word: string, atLeast: 0 | 1): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareFrom(data, middle, length, word) < atLeast) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Negative when what follows in a name comes before a word, 0 when it begins with it. */
function compareFrom(data: IndexData, term: number, offset: number, word: string): number {
  const start = before(data.termTextEnds, term) + offset;
  const end = data.termTextEnds[term] as number;
  for (let index = 0; index < word.length; index++) {
    if (start + index === end) return -1;
    const difference = (data.termText[start + index] as number) - word.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A character as one of 32 bits; letters of ASCII have their own, others share them. */
function characterBit(text: string, index: number): number {
  return 1 << (text.charCodeAt(index) & 31);
}
