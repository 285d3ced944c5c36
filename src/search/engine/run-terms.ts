/**
 * What runs mean, remembered. A text says the same few words again and again: a run met before is found by its hash and
 * its units, and what it means are numbers, side by side in few long lists. Nothing here is made for a run but once.
 */
import { type WordTerms, wordTerms } from './analyse.ts';
import { NumberList } from './number-list.ts';
import type { RunReader } from './runs.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A table of this size that is half full is emptied: what was in it is analysed again when it comes back. */
const mostSlots = 1 << 20;
/** Stands for the name of what is no name: a number, an operator. */
const noName = 0xffffffff;

/** The meanings of runs, numbered in the order in which they were first met. */
export class RunTerms {
  readonly #vocabulary: Vocabulary;
  /** A hash table: 1 + the number of the run, 0 for a free slot. */
  #slots = new Int32Array(1 << 14);
  readonly #hashes = new NumberList();
  readonly #isName = new NumberList();
  /** The units of one run after the other, and where each begins; the last place is where the next one will. */
  readonly #units = new NumberList();
  readonly #unitStarts = new NumberList();
  /** Of one run after the other: its name or `noName`, then its words. */
  readonly #terms = new NumberList();
  readonly #termStarts = new NumberList();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#forget();
  }

  /** The number of the run that the reader is at; it holds until the next call. */
  at(reader: RunReader): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let slot = reader.hash & last; slots[slot] !== 0; slot = (slot + 1) & last) {
      const run = (slots[slot] as number) - 1;
      if (this.#hashes.at(run) === reader.hash && this.#isSame(run, reader)) return run;
    }
    return this.#learn(reader);
  }

  /** Whether it is written so that it can only be a name. */
  isName(run: number): boolean {
    return this.#isName.at(run) === 1;
  }

  /** Appends the name that it would be in a program. */
  addName(run: number, to: NumberList): void {
    const name = this.#terms.at(this.#termStarts.at(run));
    if (name !== noName) to.push(name);
  }

  /** Appends its words, or the operator. */
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

  #learn(reader: RunReader): number {
    if (2 * this.#hashes.length >= this.#slots.length) this.#makeRoom();
    const { units, start, end, isOperator, hash } = reader;
    const written = reader.written();
    const { words, name, isName } = isOperator ? operatorTerms(written) : wordTerms(written);
    for (let at = start; at < end; at++) this.#units.push(units[at] as number);
    this.#unitStarts.push(this.#units.length);
    this.#terms.push(name === undefined ? noName : this.#vocabulary.number(name));
    for (const word of words) this.#terms.push(this.#vocabulary.number(word));
    this.#termStarts.push(this.#terms.length);
    this.#isName.push(isName ? 1 : 0);
    this.#hashes.push(hash);
    const run = this.#hashes.length - 1;
    this.#enter(run);
    return run;
  }

  #enter(run: number): void {
    const last = this.#slots.length - 1;
    let slot = this.#hashes.at(run) & last;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
    this.#slots[slot] = run + 1;
  }

  #makeRoom(): void {
    if (this.#slots.length >= mostSlots) this.#forget();
    else {
      this.#slots = new Int32Array(2 * this.#slots.length);
      for (let run = 0; run < this.#hashes.length; run++) this.#enter(run);
    }
  }

  #forget(): void {
    this.#slots.fill(0);
    for (const list of [this.#hashes, this.#isName, this.#units, this.#unitStarts, this.#terms, this.#termStarts])
      list.clear();
    this.#unitStarts.push(0);
    this.#termStarts.push(0);
  }
}

/** An operator is its own term. */
function operatorTerms(written: string): WordTerms {
  return { words: [written], name: undefined, isName: false };
}
