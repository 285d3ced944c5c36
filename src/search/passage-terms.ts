/** The terms of a passage, field by field, as numbers of a vocabulary that grows as it is read. */
import { type WordTerms, withoutMarkup, wordTerms } from './analyse.ts';
import type { NumberList } from './number-list.ts';
import { eachRun } from './runs.ts';
import type { Field, Passage } from './types.ts';

/** Runs beyond this many are forgotten and analysed again when they come back. */
const mostRemembered = 400_000;

/** What one run of letters, or one operator, means here: numbers of terms. */
interface Remembered {
  readonly words: readonly number[];
  /** Undefined for what is no name: numbers. */
  readonly nameText: string | undefined;
  /** Given a number when it is first used as a name. */
  name: number;
  readonly isName: boolean;
}

/** Terms numbered in the order in which they were first met. */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** A hash table over runs: 1 + the place of the run in the lists below, 0 for a free slot. */
  #slots = new Int32Array(1 << 14);
  #hashes: number[] = [];
  #texts: string[] = [];
  #runs: Remembered[] = [];

  /** The number of a term; new ones get the next. */
  number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }

  /** What the run from `start` to `end` means, analysed when it is first met. */
  run(text: string, start: number, end: number, hash: number, isOperator = false): Remembered {
    const last = this.#slots.length - 1;
    let slot = hash & last;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & last) {
      const place = (this.#slots[slot] as number) - 1;
      if (this.#hashes[place] === hash && isAt(text, start, end, this.#texts[place] as string))
        return this.#runs[place] as Remembered;
    }
    const written = text.slice(start, end);
    const { words, name, isName } = isOperator ? operatorTerms(written) : wordTerms(written);
    const run = { words: words.map((word) => this.number(word)), nameText: name, name: -1, isName };
    this.#slots[slot] = this.#runs.push(run);
    this.#hashes.push(hash);
    this.#texts.push(written);
    if (this.#runs.length * 2 > this.#slots.length) this.#grow();
    return run;
  }

  /** The number of a run as a name, or -1. */
  name(run: Remembered): number {
    if (run.name === -1 && run.nameText !== undefined) run.name = this.number(run.nameText);
    return run.name;
  }

  #grow(): void {
    if (this.#runs.length >= mostRemembered) {
      this.#hashes = [];
      this.#texts = [];
      this.#runs = [];
      this.#slots.fill(0);
      return;
    }
    const slots = new Int32Array(this.#slots.length * 2);
    this.#hashes.forEach((hash, place) => {
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = place + 1;
    });
    this.#slots = slots;
  }
}

/** An operator is its own term. */
function operatorTerms(written: string): WordTerms {
  return { words: [written], name: undefined, isName: false };
}

function isAt(text: string, start: number, end: number, run: string): boolean {
  if (run.length !== end - start) return false;
  for (let index = 0; index < run.length; index++)
    if (text.charCodeAt(start + index) !== run.charCodeAt(index)) return false;
  return true;
}

/** The terms of each field of one passage, in order. */
export type FieldTerms = Readonly<Record<Field, NumberList>>;

const inlineHeading = /^#{2,6} /;

/** Appends the terms of a passage to `terms`. */
export function addPassageTerms(passage: Passage, vocabulary: Vocabulary, terms: FieldTerms): void {
  addTitle(passage.title, vocabulary, terms.title);
  for (const heading of passage.headings) addProse(heading, vocabulary, terms.headings, terms.headings);
  for (const block of passage.blocks) {
    if (block.kind === 'code') addCode(block.text, vocabulary, terms.code, terms.code);
    else if (inlineHeading.test(block.text)) addProse(block.text, vocabulary, terms.headings, terms.headings);
    else addProse(block.text, vocabulary, terms.body, terms.symbols);
  }
}

/** A title of one word is a name, too: the page is about it. */
function addTitle(title: string, vocabulary: Vocabulary, to: NumberList): void {
  const isOneWord = /^\S+$/.test(title.trim());
  eachRun(title, 'prose', (start, end, _, hash) => {
    const run = vocabulary.run(title, start, end, hash);
    if (isOneWord || run.isName) addNumber(to, vocabulary.name(run));
    to.pushAll(run.words);
  });
}

/** Sentences with code between backticks: its words belong to the sentence, its names stand out. */
function addProse(text: string, vocabulary: Vocabulary, to: NumberList, names: NumberList): void {
  const parts = text.includes('`') ? text.split(/`+/) : [text];
  parts.forEach((part, index) => {
    if (index % 2 === 1) addCode(part, vocabulary, names, to);
    else addSentences(withoutMarkup(part), vocabulary, to);
  });
}

function addSentences(text: string, vocabulary: Vocabulary, to: NumberList): void {
  eachRun(text, 'prose', (start, end, _, hash) => {
    const run = vocabulary.run(text, start, end, hash);
    if (run.isName) addNumber(to, vocabulary.name(run));
    to.pushAll(run.words);
  });
}

function addCode(text: string, vocabulary: Vocabulary, names: NumberList, words: NumberList): void {
  eachRun(text, 'code', (start, end, isOperator, hash) => {
    const run = vocabulary.run(text, start, end, hash, isOperator);
    if (isOperator) names.pushAll(run.words);
    else if (isIdentifier(text, start, end)) addNumber(names, vocabulary.name(run));
    if (!isOperator) words.pushAll(run.words);
  });
}

/** Variables of one small letter are in every program and name nothing. */
function isIdentifier(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  return end - start > 1 || (first >= 0x41 && first <= 0x5a);
}

function addNumber(to: NumberList, number: number): void {
  if (number !== -1) to.push(number);
}
