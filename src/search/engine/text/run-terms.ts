/**
 * A cache from runs to their terms. Texts repeat few words many times: a known run is found by its hash and its units
 * without making a string, and its terms are numbers in flat lists.
 */

import { NumberList } from '../index/lists.ts';
import { dottedName, type WordTerms, wordTerms } from './analyse.ts';
import type { RunReader } from './runs.ts';

/** The terms of an index that is being built, numbered by first occurrence. */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a term; a new term gets the next number. */
  number(term: string): number {
    const knownNumber = this.#numbers.get(term);
    if (knownNumber !== undefined) return knownNumber;
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }
}

/** A table of this size is emptied once it is half full. */
const maxSlots = 1 << 20;
/** In place of the name, for numbers and operators. */
const noName = 0xffffffff;

/** The terms of runs, numbered by first occurrence. */
export class RunTerms {
  readonly #vocabulary: Vocabulary;
  /** A hash table: 1 + the number of the run, 0 for a free slot. */
  #slots = new Int32Array(1 << 14);
  readonly #hashes = new NumberList();
  readonly #isName = new NumberList();
  /** The units of all runs, and where each begins. The last entry is where the next one will begin. */
  readonly #units = new NumberList();
  readonly #unitStarts = new NumberList();
  /** For each run its name or `noName`, then its words. */
  readonly #terms = new NumberList();
  readonly #termStarts = new NumberList();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#clear();
  }

  /** The number of the current run of the reader; valid until the next call. */
  at(reader: RunReader): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let slot = reader.hash & last; slots[slot] !== 0; slot = (slot + 1) & last) {
      const run = (slots[slot] as number) - 1;
      if (this.#hashes.at(run) === reader.hash && this.#isSame(run, reader)) return run;
    }
    return this.#add(reader);
  }

  /** Whether the spelling can only be a name. */
  isName(run: number): boolean {
    return this.#isName.at(run) === 1;
  }

  /** Appends the run as a program name. */
  addName(run: number, to: NumberList): void {
    const name = this.#terms.at(this.#termStarts.at(run));
    if (name !== noName) to.push(name);
  }

  /** Appends several runs with dots between them, such as `os.path.join`, as one name. */
  addDotted(spelling: string, to: NumberList): void {
    to.push(this.#vocabulary.number(dottedName(spelling)));
  }

  /** Appends the words of the run, or the operator. */
  addWords(run: number, to: NumberList): void {
    const end = this.#termStarts.at(run + 1);
    for (let place = this.#termStarts.at(run) + 1; place < end; place++) to.push(this.#terms.at(place));
  }

  #isSame(run: number, { units, start, end }: RunReader): boolean {
    let place = this.#unitStarts.at(run);
    if (this.#unitStarts.at(run + 1) - place !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#units.at(place++) !== units[at]) return false;
    return true;
  }

  #add(reader: RunReader): number {
    if (2 * this.#hashes.length >= this.#slots.length) this.#makeRoom();
    const { units, start, end, isOperator, hash } = reader;
    const runText = reader.written();
    const { words, name, isName } = isOperator ? operatorTerms(runText) : wordTerms(runText);
    for (let at = start; at < end; at++) this.#units.push(units[at] as number);
    this.#unitStarts.push(this.#units.length);
    this.#terms.push(name === undefined ? noName : this.#vocabulary.number(name));
    for (const word of words) this.#terms.push(this.#vocabulary.number(word));
    this.#termStarts.push(this.#terms.length);
    this.#isName.push(isName ? 1 : 0);
    this.#hashes.push(hash);
    const run = this.#hashes.length - 1;
    this.#insert(run);
    return run;
  }

  #insert(run: number): void {
    const last = this.#slots.length - 1;
    let slot = this.#hashes.at(run) & last;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
    this.#slots[slot] = run + 1;
  }

  #makeRoom(): void {
    if (this.#slots.length >= maxSlots) this.#clear();
    else {
      this.#slots = new Int32Array(2 * this.#slots.length);
      for (let run = 0; run < this.#hashes.length; run++) this.#insert(run);
    }
  }

  #clear(): void {
    this.#slots.fill(0);
    for (const list of [this.#hashes, this.#isName, this.#units, this.#unitStarts, this.#terms, this.#termStarts])
      list.clear();
    this.#unitStarts.push(0);
    this.#termStarts.push(0);
  }
}

/** An operator is its own term. */
function operatorTerms(spelling: string): WordTerms {
  return { words: [spelling], name: undefined, isName: false };
}
