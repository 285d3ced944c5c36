/** Terms of an index that are like a word it does not have. */
import type { IndexData } from './container.ts';
import { before, firstTermFrom, passagesWith, termText } from './index-data.ts';

/** Words shorter than this are like too many others. UTF-16 units. */
const shortest = 4;
/** Longer runs are no words. */
const longest = 64;
/** From this length on two slips are forgiven. */
const long = 8;
/** Most terms taken for one word. */
const most = 4;
const mostBeginnings = 8;

/** For each index, which letters each of its terms has; made when first needed. */
const letterSets = new WeakMap<IndexData, Uint32Array>();

/** The nearest terms of the same sort (words or names) within the slips allowed, nearest and most frequent first. */
export function similarTerms(data: IndexData, text: string): { term: number; distance: number }[] {
  const isName = text.startsWith('#');
  const length = text.length - (isName ? 1 : 0);
  if (length < shortest || length > longest || /\p{N}/u.test(text)) return [];
  const allowed = length >= long ? 2 : 1;
  const wanted = lettersOf([...text].map((character) => character.charCodeAt(0)));
  const letters = lettersOfTerms(data);
  const first = isName ? firstTermFrom(data, '#') : 0;
  const last = isName ? firstTermFrom(data, '$') : data.termTextEnds.length;
  const found: { term: number; distance: number }[] = [];
  for (let term = first; term < last; term++) {
    const start = before(data.termTextEnds, term);
    const end = data.termTextEnds[term] as number;
    const difference = end - start - text.length;
    if (difference > allowed || -difference > allowed) continue;
    // Each slip takes at most one letter away and brings at most one in.
    if (bits(wanted ^ (letters[term] as number)) > 2 * allowed) continue;
    const distance = editDistance(text, data.termText, start, end, allowed);
    if (distance <= allowed) found.push({ term, distance });
  }
  const nearest = Math.min(...found.map(({ distance }) => distance));
  return found
    .filter(({ distance }) => distance === nearest)
    .sort((a, b) => passagesWith(data, b.term) - passagesWith(data, a.term) || a.term - b.term)
    .slice(0, most);
}

/** The most frequent terms that begin with a word. */
export function termsBeginning(data: IndexData, text: string): number[] {
  if (text.length < shortest) return [];
  const found: number[] = [];
  for (let term = firstTermFrom(data, text); term < data.termTextEnds.length; term++) {
    if (!termText(data, term).startsWith(text)) break;
    found.push(term);
  }
  return found.sort((a, b) => passagesWith(data, b) - passagesWith(data, a) || a - b).slice(0, mostBeginnings);
}

function lettersOfTerms(data: IndexData): Uint32Array {
  const known = letterSets.get(data);
  if (known) return known;
  const sets = new Uint32Array(data.termTextEnds.length);
  for (let term = 0; term < sets.length; term++)
    sets[term] = lettersOf(data.termText.subarray(before(data.termTextEnds, term), data.termTextEnds[term]));
  letterSets.set(data, sets);
  return sets;
}

/** A set of letters as bits; other characters share bits. */
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

/** Rows of `editDistance`, used again: no word is longer than what analysis lets through, with its `#`. */
const rows = [new Uint8Array(80), new Uint8Array(80), new Uint8Array(80)] as const;

/**
 * Insertions, deletions, replacements and swaps of neighbours between a word and the units of a term from `start` to
 * `end`; more than `most` is told as `most + 1`.
 */
function editDistance(word: string, units: Uint16Array, start: number, end: number, most: number): number {
  let [beforeLast, last, row] = rows;
  const length = end - start;
  for (let j = 0; j <= length; j++) last[j] = j;
  for (let i = 1; i <= word.length; i++) {
    const a = word.charCodeAt(i - 1);
    row[0] = i;
    let least = i;
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
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[length] as number;
}
