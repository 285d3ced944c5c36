/** The terms of a passage, field by field, as numbers of a vocabulary that grows as it is read. */
import { eachRun, withoutMarkup, wordTerms } from './analyse.ts';
import type { Field, Passage } from './types.ts';

/** Words beyond this many are forgotten and analysed again when they come back. */
const mostRemembered = 400_000;

/** What one run of letters means here: numbers of terms. */
interface Remembered {
  readonly words: readonly number[];
  /** Undefined for numbers, which are no names. */
  readonly nameText: string | undefined;
  /** Given a number when it is first used as a name. */
  name: number;
  readonly isName: boolean;
}

/** Terms numbered in the order in which they were first met. */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  #runs = new Map<string, Remembered>();

  /** The number of a term; new ones get the next. */
  number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }

  run(written: string): Remembered {
    const known = this.#runs.get(written);
    if (known) return known;
    if (this.#runs.size >= mostRemembered) this.#runs = new Map();
    const { words, name, isName } = wordTerms(written);
    const remembered = { words: words.map((word) => this.number(word)), nameText: name, name: -1, isName };
    this.#runs.set(written, remembered);
    return remembered;
  }

  /** The number of a run as a name, or -1. */
  name(run: Remembered): number {
    if (run.name === -1 && run.nameText !== undefined) run.name = this.number(run.nameText);
    return run.name;
  }
}

/** The terms of each field of one passage, in order. */
export type FieldTerms = Record<Field, number[]>;

const inlineHeading = /^#{2,6} /;

export function passageTerms(passage: Passage, vocabulary: Vocabulary): FieldTerms {
  const terms: FieldTerms = { title: [], headings: [], symbols: [], body: [], code: [] };
  addTitle(passage.title, vocabulary, terms.title);
  for (const heading of passage.headings) addProse(heading, vocabulary, terms.headings, terms.headings);
  for (const block of passage.blocks) {
    if (block.kind === 'code') addCode(block.text, vocabulary, terms.code, terms.code);
    else if (inlineHeading.test(block.text)) addProse(block.text, vocabulary, terms.headings, terms.headings);
    else addProse(block.text, vocabulary, terms.body, terms.symbols);
  }
  return terms;
}

/** A title of one word is a name, too: the page is about it. */
function addTitle(title: string, vocabulary: Vocabulary, to: number[]): void {
  const isOneWord = /^\S+$/.test(title.trim());
  eachRun(title, 'prose', (written) => {
    const run = vocabulary.run(written);
    if (isOneWord || run.isName) addNumber(to, vocabulary.name(run));
    to.push(...run.words);
  });
}

/** Sentences with code between backticks: its words belong to the sentence, its names stand out. */
function addProse(text: string, vocabulary: Vocabulary, to: number[], names: number[]): void {
  const parts = text.includes('`') ? text.split(/`+/) : [text];
  parts.forEach((part, index) => {
    if (index % 2 === 1) addCode(part, vocabulary, names, to);
    else
      eachRun(withoutMarkup(part), 'prose', (written) => {
        const run = vocabulary.run(written);
        if (run.isName) addNumber(to, vocabulary.name(run));
        for (const word of run.words) to.push(word);
      });
  });
}

function addCode(text: string, vocabulary: Vocabulary, names: number[], words: number[]): void {
  eachRun(text, 'code', (written, isOperator) => {
    if (isOperator) return void names.push(vocabulary.number(written));
    const run = vocabulary.run(written);
    if (isIdentifier(written)) addNumber(names, vocabulary.name(run));
    for (const word of run.words) words.push(word);
  });
}

/** Variables of one small letter are in every program and name nothing. */
export function isIdentifier(written: string): boolean {
  return written.length > 1 || (written >= 'A' && written <= 'Z');
}

function addNumber(to: number[], number: number): void {
  if (number !== -1) to.push(number);
}
