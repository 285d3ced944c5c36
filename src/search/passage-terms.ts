/** The terms of a passage, field by field, as numbers of a vocabulary that grows as it is read. */
import { withoutMarkup } from './analyse.ts';
import type { NumberList } from './number-list.ts';
import type { RunTerms } from './run-terms.ts';
import { RunReader } from './runs.ts';
import type { Field, Passage } from './types.ts';

/** Terms numbered in the order in which they were first met. */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a term; new ones get the next. */
  number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }
}

/** The terms of each field of one passage, in order. */
export type FieldTerms = Readonly<Record<Field, NumberList>>;

const inlineHeading = /^#{2,6} /;
const reader = new RunReader();

/** Appends the terms of a passage to `terms`. */
export function addPassageTerms(passage: Passage, meanings: RunTerms, terms: FieldTerms): void {
  addTitle(passage.title, meanings, terms.title);
  for (const heading of passage.headings) addProse(heading, meanings, terms.headings, terms.headings);
  for (const block of passage.blocks) {
    if (block.kind === 'code') addCode(block.text, meanings, terms.code, terms.code);
    else if (inlineHeading.test(block.text)) addProse(block.text, meanings, terms.headings, terms.headings);
    else addProse(block.text, meanings, terms.body, terms.symbols);
  }
}

/** A title of one word is a name, too: the page is about it. */
function addTitle(title: string, meanings: RunTerms, to: NumberList): void {
  const isOneWord = /^\S+$/.test(title.trim());
  reader.read(title, 'prose');
  while (reader.next()) {
    const run = meanings.at(reader);
    if (isOneWord || meanings.isName(run)) meanings.addName(run, to);
    meanings.addWords(run, to);
  }
}

/** Sentences with code between backticks: its words belong to the sentence, its names stand out. */
function addProse(text: string, meanings: RunTerms, to: NumberList, names: NumberList): void {
  const parts = text.includes('`') ? text.split(/`+/) : [text];
  parts.forEach((part, index) => {
    if (index % 2 === 1) addCode(part, meanings, names, to);
    else addSentences(withoutMarkup(part), meanings, to);
  });
}

function addSentences(text: string, meanings: RunTerms, to: NumberList): void {
  reader.read(text, 'prose');
  while (reader.next()) {
    const run = meanings.at(reader);
    if (meanings.isName(run)) meanings.addName(run, to);
    meanings.addWords(run, to);
  }
}

function addCode(text: string, meanings: RunTerms, names: NumberList, words: NumberList): void {
  reader.read(text, 'code');
  while (reader.next()) {
    const run = meanings.at(reader);
    if (reader.isOperator) meanings.addWords(run, names);
    else {
      if (isIdentifier(reader)) meanings.addName(run, names);
      meanings.addWords(run, words);
    }
  }
}

/** Variables of one small letter are in every program and name nothing. */
function isIdentifier({ units, start, end }: RunReader): boolean {
  const first = units[start] as number;
  return end - start > 1 || (first >= 0x41 && first <= 0x5a);
}
