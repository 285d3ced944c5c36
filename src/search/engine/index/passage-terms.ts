/** The terms of a passage, field by field, as vocabulary numbers. */
import { withoutMarkup } from '../text/analyse.ts';
import type { RunTerms } from '../text/run-terms.ts';
import { RunReader } from '../text/runs.ts';
import type { Field, Passage } from '../types.ts';
import type { NumberList } from './lists.ts';

/** The terms of each field of one passage, in order. */
export type FieldTerms = Readonly<Record<Field, NumberList>>;

const inlineHeading = /^#{2,6} /;
const reader = new RunReader();

/** Appends the terms of a passage to `terms`. */
export function addPassageTerms(passage: Passage, runs: RunTerms, terms: FieldTerms): void {
  addTitle(passage.title, runs, terms.title);
  for (const heading of passage.headings) addProse(heading, runs, terms.headings, terms.headings);
  for (const block of passage.blocks) {
    if (block.kind === 'code') addCode(block.text, runs, terms.code, terms.code);
    else if (inlineHeading.test(block.text)) addProse(block.text, runs, terms.headings, terms.headings);
    else addProse(block.text, runs, terms.body, terms.symbols);
  }
}

/** A title of one word is also a name: the page is about it. */
function addTitle(title: string, runs: RunTerms, to: NumberList): void {
  addSentences(title, runs, to, to, /^\S+$/.test(title.trim()));
}

/** Sentences with code between backticks. The words of the code go to `words`, its names to `names`. */
function addProse(text: string, runs: RunTerms, words: NumberList, names: NumberList): void {
  const parts = text.includes('`') ? text.split(/`+/) : [text];
  parts.forEach((part, index) => {
    if (index % 2 === 1) addCode(part, runs, words, names);
    else addSentences(withoutMarkup(part), runs, words, names);
  });
}

/**
 * @param names gets the names with dots, so that words keep their distances
 * @param areNames whether every word is also a name, not only words that cannot be anything else
 */
function addSentences(text: string, runs: RunTerms, to: NumberList, names: NumberList, areNames = false): void {
  reader.read(text, 'prose');
  while (reader.next()) {
    const run = runs.at(reader);
    if (areNames || runs.isName(run)) runs.addName(run, to);
    runs.addWords(run, to);
    addDotted(runs, names);
  }
}

function addCode(text: string, runs: RunTerms, words: NumberList, names: NumberList): void {
  reader.read(text, 'code');
  while (reader.next()) {
    const run = runs.at(reader);
    if (reader.isOperator) runs.addWords(run, names);
    else {
      if (isIdentifier(reader)) runs.addName(run, names);
      runs.addWords(run, words);
      addDotted(runs, names);
    }
  }
}

function addDotted(runs: RunTerms, to: NumberList): void {
  const { units, start } = reader;
  if (units[start - 1] !== dot) return;
  const dottedName = reader.dotted();
  if (dottedName !== undefined) runs.addDotted(dottedName, to);
}

const dot = 0x2e;

/** A variable of one lower-case letter is in every program and identifies nothing. */
function isIdentifier({ units, start, end }: RunReader): boolean {
  const first = units[start] as number;
  return end - start > 1 || (first >= 0x41 && first <= 0x5a);
}
