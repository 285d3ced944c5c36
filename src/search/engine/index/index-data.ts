/** Access to the sections of an index: entries, terms, postings. */

import { pageShare } from '../query/weights.ts';
import { fields, type SearchIndex } from '../types.ts';
import type { IndexData } from './container.ts';

/** The data of each open index, for `indexBuilder` to copy pages from. */
export const dataOf = new WeakMap<SearchIndex, IndexData>();

/** Where an entry begins, given where each entry ends. */
export function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] as number);
}

/** The bytes of one entry. */
export function slice(bytes: Uint8Array, ends: Uint32Array, index: number): Uint8Array {
  return bytes.subarray(startOf(ends, index), ends[index]);
}

/** The text of a term. */
export function termText(data: IndexData, term: number): string {
  const start = startOf(data.termTextEnds, term);
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

/** The first term at or after `text` in the sorted dictionary; the number of terms if there is none. */
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

/** Negative if the indexed term comes first. */
function compareTerm(data: IndexData, number: number, term: string): number {
  const start = startOf(data.termTextEnds, number);
  const length = (data.termTextEnds[number] as number) - start;
  const commonLength = Math.min(length, term.length);
  for (let index = 0; index < commonLength; index++) {
    const difference = (data.termText[start + index] as number) - term.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return length - term.length;
}

/** The document frequency of a term, in passages. */
export function passagesWith(data: IndexData, term: number): number {
  return (data.postingEnds[term] as number) - startOf(data.postingEnds, term);
}

/** The impact of a term on a passage (`impacts.ts`); 0 if the passage does not have it. */
export function impactIn(data: IndexData, term: number, passage: number): number {
  let low = startOf(data.postingEnds, term);
  let high = (data.postingEnds[term] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const passageNumber = data.postingPassages[middle] as number;
    if (passageNumber === passage) return (data.postingImpacts[middle] as number) * impactUnit;
    if (passageNumber < passage) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Where the terms of one field of a passage begin and end in `stream`. */
export function fieldRange(data: IndexData, passage: number, field: number): { start: number; end: number } {
  const place = passage * fields.length + field;
  return { start: startOf(data.streamEnds, place), end: data.streamEnds[place] as number };
}

/** The unit of `postingImpacts`: the highest number is the most that a passage and its page can score. */
export const impactUnit = (1 + pageShare) / 0xffff;

/** FNV-1a over the UTF-16 units of a term, with a final mix. Stored indexes depend on it. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hash table of sorted terms: open addressing with linear probing, at most half full. */
export function termSlots(terms: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * terms.length + 1)));
  terms.forEach((term, number) => {
    let slot = hashTerm(term) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  });
  return slots;
}
