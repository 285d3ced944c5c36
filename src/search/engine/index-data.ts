/** Reading the sections of an index: entries, terms, postings. */
import type { IndexData } from './container.ts';
import { hashTerm } from './term-hash.ts';
import { fields, type SearchIndex } from './types.ts';
import { pageShare } from './weights.ts';

/** Data of an index that this program opened; how `indexBuilder` reaches into a previous one. */
export const dataOf = new WeakMap<SearchIndex, IndexData>();

/** Where an entry begins in arrays that hold where each ends. */
export function before(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] as number);
}

/** One entry's bytes. */
export function slice(bytes: Uint8Array, ends: Uint32Array, index: number): Uint8Array {
  return bytes.subarray(before(ends, index), ends[index]);
}

/** One term of an index as text. */
export function termText(data: IndexData, term: number): string {
  const start = before(data.termTextEnds, term);
  return String.fromCharCode(...data.termText.subarray(start, data.termTextEnds[term]));
}

/** The number of a term, or -1. */
export function findTerm(data: IndexData, term: string): number {
  const { termSlots } = data;
  const last = termSlots.length - 1;
  for (let slot = hashTerm(term) & last; termSlots[slot] !== 0; slot = (slot + 1) & last) {
    const number = (termSlots[slot] as number) - 1;
    if (compareTerm(data, number, term) === 0) return number;
  }
  return -1;
}

/** The first term that is not before `text` in the order of the dictionary; the number of terms when all are. */
export function firstTermFrom(data: IndexData, text: string): number {
  let low = 0;
  let high = data.termTextEnds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareTerm(data, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Negative when the indexed term comes first. */
function compareTerm(data: IndexData, number: number, term: string): number {
  const start = before(data.termTextEnds, number);
  const length = (data.termTextEnds[number] as number) - start;
  const common = Math.min(length, term.length);
  for (let index = 0; index < common; index++) {
    const difference = (data.termText[start + index] as number) - term.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return length - term.length;
}

/** In how many passages a term is. */
export function passagesWith(data: IndexData, term: number): number {
  return (data.postingEnds[term] as number) - before(data.postingEnds, term);
}

/** The impact of a term on a passage (`impacts.ts`); 0 when it is not there. */
export function impactIn(data: IndexData, term: number, passage: number): number {
  let low = before(data.postingEnds, term);
  let high = (data.postingEnds[term] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = data.postingPassages[middle] as number;
    if (found === passage) return (data.postingImpacts[middle] as number) * impactUnit;
    if (found < passage) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Where the terms of one field of a passage begin and end in `stream`. */
export function fieldRange(data: IndexData, passage: number, field: number): { start: number; end: number } {
  const place = passage * fields.length + field;
  return { start: before(data.streamEnds, place), end: data.streamEnds[place] as number };
}

/** What one in `postingImpacts` stands for: the largest is all that a passage and its page can add. */
export const impactUnit = (1 + pageShare) / 0xffff;
