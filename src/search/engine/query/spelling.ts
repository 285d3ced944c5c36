/** Spelling correction: index terms that are similar to an unknown word. */
import type { IndexData } from '../index/container.ts';
import { firstTermFrom, passagesWith, startOf, termText } from '../index/index-data.ts';

/** Shorter words are similar to too many others. UTF-16 units. */
const minLength = 4;
/** Longer runs are not words. */
const maxLength = 64;
/** Longer words may have two typing errors. */
const longWord = 8;
/** Most corrections of one word. */
const maxCorrections = 4;
const maxPrefixTerms = 8;

/** The terms of an index by length, and which letters each has. */
interface Shapes {
  /** Numbers of terms, the shorter ones first, those of one length ascending. */
  readonly terms: Uint32Array;
  /** For each of these, the set of its letters as bits. */
  readonly letters: Uint32Array;
  /** For each length, where the terms of that length end in `terms`. */
  readonly ends: Uint32Array;
}

/** Computed for an index on first use. */
const shapes = new WeakMap<IndexData, Shapes>();

/** The nearest terms of the same kind (words or names) within the allowed edit distance, most frequent first. */
export function similarTerms(data: IndexData, text: string): { term: number; distance: number }[] {
  const isName = text.startsWith('#');
  const length = text.length - (isName ? 1 : 0);
  if (length < minLength || length > maxLength || /\p{N}/u.test(text)) return [];
  const maxErrors = length >= longWord ? 2 : 1;
  const queryLetters = lettersOf(Uint16Array.from(text, (character) => character.charCodeAt(0)));
  const { terms, letters, ends } = shapesOf(data);
  // In the dictionary, all names come before all words.
  const afterNames = firstTermFrom(data, '$');
  const first = isName ? firstTermFrom(data, '#') : afterNames;
  const last = isName ? afterNames : data.termTextEnds.length;
  const matches: { term: number; distance: number }[] = [];
  const end = ends[Math.min(text.length + maxErrors, ends.length - 1)] as number;
  for (let at = ends[text.length - maxErrors - 1] as number; at < end; at++) {
    const term = terms[at] as number;
    // An edit removes at most one letter and adds at most one.
    if (term < first || term >= last || bits(queryLetters ^ (letters[at] as number)) > 2 * maxErrors) continue;
    const distance = editDistance(
      text,
      data.termText,
      startOf(data.termTextEnds, term),
      data.termTextEnds[term] as number,
      maxErrors,
    );
    if (distance <= maxErrors) matches.push({ term, distance });
  }
  const nearest = Math.min(...matches.map(({ distance }) => distance));
  return matches
    .filter(({ distance }) => distance === nearest)
    .sort((a, b) => passagesWith(data, b.term) - passagesWith(data, a.term) || a.term - b.term)
    .slice(0, maxCorrections);
}

/** The most frequent terms that begin with a text. */
export function termsWithPrefix(data: IndexData, text: string): number[] {
  if (text.length < minLength) return [];
  const terms: number[] = [];
  for (let term = firstTermFrom(data, text); term < data.termTextEnds.length; term++) {
    if (!termText(data, term).startsWith(text)) break;
    terms.push(term);
  }
  return terms.sort((a, b) => passagesWith(data, b) - passagesWith(data, a) || a - b).slice(0, maxPrefixTerms);
}

function shapesOf(data: IndexData): Shapes {
  const cachedShapes = shapes.get(data);
  if (cachedShapes) return cachedShapes;
  const count = data.termTextEnds.length;
  const lengthOf = (term: number) => (data.termTextEnds[term] as number) - startOf(data.termTextEnds, term);
  // Room for two edits more than the longest word, and the `#` of a name.
  const ends = new Uint32Array(maxLength + 4);
  for (let term = 0; term < count; term++) {
    const length = lengthOf(term);
    if (length < ends.length) ends[length] = (ends[length] as number) + 1;
  }
  for (let length = 1; length < ends.length; length++)
    ends[length] = (ends[length] as number) + (ends[length - 1] as number);
  const next = ends.slice();
  const terms = new Uint32Array(ends.at(-1) as number);
  const letters = new Uint32Array(terms.length);
  for (let term = count - 1; term >= 0; term--) {
    const length = lengthOf(term);
    if (length >= ends.length) continue;
    const place = (next[length] as number) - 1;
    next[length] = place;
    terms[place] = term;
    letters[place] = lettersOf(data.termText.subarray(startOf(data.termTextEnds, term), data.termTextEnds[term]));
  }
  const shape = { terms, letters, ends };
  shapes.set(data, shape);
  return shape;
}

/** The set of letters as bits; other characters share bits. */
function lettersOf(codes: ArrayLike<number>): number {
  let set = 0;
  for (let index = 0; index < codes.length; index++) set |= 1 << ((codes[index] as number) & 31);
  return set;
}

function bits(set: number): number {
  let count = set - ((set >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Reused rows of `editDistance`. Analysis limits words to 64 units. */
const rows = [new Uint8Array(80), new Uint8Array(80), new Uint8Array(80)] as const;

/**
 * The edit distance (insertions, deletions, replacements, swaps of neighbours) between a word and the units of a term from
 * `start` to `end`. Distances above `maxDistance` are returned as `maxDistance + 1`.
 */
function editDistance(word: string, units: Uint16Array, start: number, end: number, maxDistance: number): number {
  let [beforeLast, last, row] = rows;
  const length = end - start;
  for (let j = 0; j <= length; j++) last[j] = j;
  for (let i = 1; i <= word.length; i++) {
    const a = word.charCodeAt(i - 1);
    row[0] = i;
    let minCost = i;
    for (let j = 1; j <= length; j++) {
      const b = units[start + j - 1] as number;
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (a === b ? 0 : 1),
      );
      if (i > 1 && j > 1 && a === units[start + j - 2] && word.charCodeAt(i - 2) === b)
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      row[j] = cost;
      if (cost < minCost) minCost = cost;
    }
    if (minCost > maxDistance) return maxDistance + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[length] as number;
}
