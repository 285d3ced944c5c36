/**
 * What a person typed, as what is looked for. A word of the query becomes a concept: the terms of the index that may be
 * meant by it, of which a passage is credited with the best one.
 */
import type { IndexData } from './container.ts';
import { findTerm, firstTermFrom, passagesWith, termText } from './index-data.ts';
import { type QueryWord, queryWords, WordMemory } from './query-words.ts';
import { eachRun, isOperatorWord } from './runs.ts';
import { similarTerms, termsBeginning } from './spelling.ts';
import { synonymsIn } from './synonym-lookup.ts';
import type { MatchKind, Understood } from './types.ts';
import { alternatives as factors, mostConcepts, partShare } from './weights.ts';

/** Longest query that is searched, in UTF-16 units; the rest is cut off at a word. */
export const maxQueryLength = 4_000;

/** One term of the index that may be meant. */
export interface Alternative {
  readonly term: number;
  readonly kind: MatchKind;
  /** 0 to 1: how sure it is that this is meant. */
  readonly weight: number;
  /** How rare the term is (BM25's idf). */
  readonly idf: number;
}

/** One thing the query speaks of. */
export interface Concept {
  /** As it was written. */
  readonly written: string;
  readonly alternatives: readonly Alternative[];
}

/** One run of letters of the query with what surrounds it. */
interface Run {
  readonly text: string;
  /** Undefined for an operator. */
  readonly word: QueryWord | undefined;
  /** It can only be a name: in code, before a bracket, or the whole query. */
  readonly asCode: boolean;
  readonly startsSentence: boolean;
}

/** The query without control and invisible characters, in one line, cut to what is searched. */
export function cleanQuery(query: string): { text: string; cut: boolean } {
  if (query.length <= maxQueryLength && isPlain(query)) return { text: query.trim(), cut: false };
  const window = query.slice(0, 4 * maxQueryLength);
  const text = window
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .trim();
  const cut = text.length > maxQueryLength || window.length < query.length;
  if (text.length <= maxQueryLength) return { text, cut };
  const end = text.lastIndexOf(' ', maxQueryLength);
  return { text: text.slice(0, end > maxQueryLength / 2 ? end : maxQueryLength), cut };
}

/** Printable ASCII only. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** What the query speaks of, in its order, and the words that lead nowhere. */
export function understand(query: string, data: IndexData): { understood: Understood; concepts: Concept[] } {
  const { text, cut } = cleanQuery(query);
  const runs = runsOf(text);
  const found = new Finder(data);
  const known = synonymsIn(
    text,
    runs.map((run) => run.word?.stemmed ?? run.text),
  );
  runs.forEach((run, index) => {
    if (run.word) found.addRun(run, run.word, known.words.get(index) ?? []);
    else found.add(run.text, [found.term(run.text, 'symbol', 1)]);
    found.addJoined(runs, index);
  });
  for (const { written, terms } of known.phrases)
    found.add(
      written,
      terms.map((term) => found.term(term, 'synonym', factors.synonym)),
    );
  return { understood: { text, cut, unknown: found.unknown }, concepts: found.best() };
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let before = 0;
  eachRun(text, 'code', (start, end, isOperator) => {
    const written = text.slice(start, end);
    if (isOperator && !isOperatorWord(text, start, end)) return;
    runs.push({
      text: written,
      word: isOperator ? undefined : queryWords.get(written),
      asCode: text[end] === '[' || (text[start - 1] === '`' && text[end] === '`'),
      startsSentence: runs.length === 0 || endsSentence(text, before, start),
    });
    before = end;
  });
  const only = runs[0];
  return runs.length === 1 && only ? [{ ...only, asCode: true }] : runs;
}

/** Whether between two runs one of `.!?:` stands before white space. */
function endsSentence(text: string, start: number, end: number): boolean {
  // Mostly one space.
  return end - start > 1 && /[.!?:]\s/.test(text.slice(start, end));
}

/** What words mean to one index; made when it is first asked. */
interface IndexWords {
  /** Terms that a word may have been meant to be, or may be the beginning of; one with `#` is taken for a name. */
  readonly similar: WordMemory<readonly Alternative[]>;
  readonly beginnings: WordMemory<readonly Alternative[]>;
  /** Whether any name of the index goes on after a word in lower case. */
  readonly beginsName: WordMemory<boolean>;
}

const indexWords = new WeakMap<IndexData, IndexWords>();

function wordsOf(data: IndexData): IndexWords {
  const known = indexWords.get(data);
  if (known) return known;
  const made: IndexWords = {
    similar: new WordMemory((word) =>
      similarTerms(data, word).map(({ term, distance }) => ({
        term,
        kind: 'spelling',
        weight: factors.spelling ** distance,
        idf: idfOf(data, term),
      })),
    ),
    beginnings: new WordMemory((word) =>
      termsBeginning(data, word).map((term) => ({
        term,
        kind: 'prefix',
        weight: factors.prefix,
        idf: idfOf(data, term),
      })),
    ),
    beginsName: new WordMemory((lower) => {
      const name = `#${lower}`;
      let term = firstTermFrom(data, name);
      if (term < data.termTextEnds.length && termText(data, term) === name) term++;
      return term < data.termTextEnds.length && termText(data, term).startsWith(name);
    }),
  };
  indexWords.set(data, made);
  return made;
}

/** How rare a term is. */
function idfOf(data: IndexData, term: number): number {
  const passages = passagesWith(data, term);
  return Math.log(1 + (data.passagePages.length - passages + 0.5) / (passages + 0.5));
}

/** Collects concepts; the same thing said twice is one. */
class Finder {
  readonly unknown: string[] = [];
  readonly #data: IndexData;
  readonly #words: IndexWords;
  readonly #concepts: Concept[] = [];
  readonly #met = new Set<number | string>();

  constructor(data: IndexData) {
    this.#data = data;
    this.#words = wordsOf(data);
  }

  /** A term as an alternative, if the index has it. */
  term(text: string, kind: MatchKind, weight: number): Alternative | undefined {
    const term = findTerm(this.#data, text);
    return term === -1 ? undefined : { term, kind, weight, idf: idfOf(this.#data, term) };
  }

  /** @returns whether the index has any of the alternatives */
  add(written: string, candidates: readonly (Alternative | undefined)[]): boolean {
    const present = candidates.filter((candidate) => candidate !== undefined);
    if (present.length === 0) return false;
    const key = present.length === 1 ? (present[0] as Alternative).term : present.map(({ term }) => term).join();
    if (!this.#met.has(key)) this.#concepts.push({ written, alternatives: present });
    this.#met.add(key);
    return true;
  }

  /** A word or a name, what it stands for by the synonyms, and, when the index has none of it, what is like it. */
  addRun(run: Run, word: QueryWord, synonyms: readonly string[]): void {
    const { words, name, isName } = word;
    const nameWeight = name === undefined ? 0 : nameWeightOf(run, word);
    const asName = name !== undefined && nameWeight > 0 ? this.term(name, 'symbol', nameWeight) : undefined;
    // Who writes a name as a name means it, and hardly anything like it.
    const weight = asName !== undefined && nameWeight === 1 ? factors.besideName : factors.synonym;
    const others = synonyms.map((term) => this.term(term, 'synonym', weight));
    if (words.length === 1 && words[0] !== undefined && !isName) {
      const [only] = words;
      if (this.add(run.text, [this.term(only, 'word', 1), asName, ...others])) return;
      if (!this.add(run.text, this.#like(only, name))) this.#addUnknown(run.text);
      return;
    }
    const known = this.add(run.text, [asName, ...others]);
    const similar = !known && isName && name !== undefined && this.add(run.text, this.#like(name, undefined));
    const parts = words.map((word) => {
      const part = this.term(word, 'word', known || similar ? partShare : 1);
      return this.add(run.text, part ? [part] : known || similar ? [] : this.#like(word, undefined));
    });
    if (!known && !similar && words.length > 0 && !parts.includes(true)) this.#addUnknown(run.text);
  }

  /** Two or three neighbouring words that together are a name: "nest while list". */
  addJoined(runs: readonly Run[], from: number): void {
    let joined = '#';
    for (let index = from; index < Math.min(from + 3, runs.length); index++) {
      const { word } = runs[index] as Run;
      if (!word || (index === from && !this.#words.beginsName.get(word.lower))) return;
      joined += word.lower;
      const name = index === from ? undefined : this.term(joined, 'symbol', factors.joinedName);
      if (name) this.add(textOf(runs.slice(from, index + 1)), [name]);
    }
  }

  /** The concepts that tell most, in the order of the query. */
  best(): Concept[] {
    if (this.#concepts.length <= mostConcepts) return this.#concepts;
    const strength = (concept: Concept) => Math.max(...concept.alternatives.map(({ weight, idf }) => weight * idf));
    const ranked = [...this.#concepts].sort((a, b) => strength(b) - strength(a)).slice(0, mostConcepts);
    return this.#concepts.filter((concept) => ranked.includes(concept));
  }

  /** Terms that a word may have been meant to be, or, where there are none, may be the beginning of. */
  #like(word: string, name: string | undefined): readonly Alternative[] {
    const { similar, beginnings } = this.#words;
    const found = name === undefined ? similar.get(word) : [...similar.get(word), ...similar.get(name)];
    return found.length > 0 ? found : beginnings.get(word);
  }

  #addUnknown(written: string): void {
    if (!this.unknown.includes(written)) this.unknown.push(written);
  }
}

/** A capital or a stop word is a name only where nothing else explains it. */
function nameWeightOf({ asCode, startsSentence }: Run, { isName, isCapital, words }: QueryWord): number {
  if (isName || asCode) return 1;
  const isWord = words.length > 0;
  if (isCapital) return startsSentence ? (isWord ? factors.possibleName : factors.firstStopWord) : 1;
  return isWord ? factors.possibleName : 0;
}

function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join(' ');
}
