/**
 * What a person typed, as what is looked for: the words of the query, and what they mean to an index, alone and together.
 */
import type { Beginning } from './joined-names.ts';
import type { Concept, Meaning, Meanings, Place } from './meanings.ts';
import { isOperatorWord, RunReader } from './runs.ts';
import { unspacedSynonyms } from './synonym-lookup.ts';
import type { Understood } from './types.ts';
import { mostConcepts } from './weights.ts';

/** Longest query that is searched, in UTF-16 units; the rest is cut off at a word. */
export const maxQueryLength = 4_000;

/** The query without control and invisible characters, in one line, cut to what is searched. */
function cleanQuery(query: string): { text: string; cut: boolean } {
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
export function understand(
  query: string,
  meanings: Meanings,
): { understood: Understood; concepts: readonly Concept[] } {
  const { text, cut } = cleanQuery(query);
  const runs = runsOf(text, meanings);
  const concepts = new Concepts();
  const unknown: string[] = [];
  let isUnspaced = false;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Meaning;
    isUnspaced ||= run.isUnspaced;
    for (let each = 0; each < run.concepts.length; each++) concepts.add(run.concepts[each]);
    if (run.isUnknown && !unknown.includes(run.written)) unknown.push(run.written);
    if (run.names) addJoined(runs, index, run.names, meanings, concepts);
  }
  for (let index = 0; index < runs.length; index++) addExpressions(runs, index, meanings, concepts);
  if (isUnspaced) for (const synonym of unspacedSynonyms(text)) concepts.add(meanings.ofSynonym(synonym));
  return { understood: { text, cut, unknown }, concepts: concepts.best() };
}

const reader = new RunReader();

/** What each run of letters of the query, and each operator, means there. */
function runsOf(text: string, meanings: Meanings): Meaning[] {
  const runs: Meaning[] = [];
  let before = 0;
  let isSign = false;
  reader.read(text, 'code');
  while (reader.next()) {
    const { start, end, isOperator } = reader;
    if (isOperator && !isOperatorWord(text, start, end)) continue;
    const written = text.slice(start, end);
    isSign = isOperator;
    const place = isOperator ? 'operator' : placeOf(text, start, end, before);
    runs.push(meanings.of(written, place));
    before = end;
  }
  const [only] = runs;
  if (!only || runs.length > 1 || isSign) return runs;
  return [meanings.of(only.written, 'code')];
}

/** @param before where the run before it ends; 0 when it is the first */
function placeOf(text: string, start: number, end: number, before: number): Place {
  const next = text.charCodeAt(end);
  if (next === openBracket || (next === backtick && text.charCodeAt(start - 1) === backtick)) return 'code';
  return before === 0 || endsSentence(text, before, start) ? 'sentenceStart' : 'sentence';
}

const openBracket = 0x5b;
const backtick = 0x60;

/** Whether between two runs one of `.!?:` stands before white space. */
function endsSentence(text: string, start: number, end: number): boolean {
  // Mostly one space.
  return end - start > 1 && /[.!?:]\s/.test(text.slice(start, end));
}

/** Two or three neighbouring words that together are a name: "nest while list". */
function addJoined(
  runs: readonly Meaning[],
  from: number,
  beginning: Beginning,
  meanings: Meanings,
  concepts: Concepts,
): void {
  let names: Beginning | undefined = beginning;
  for (let next = from + 1; next < Math.min(from + 3, runs.length); next++) {
    const lower = runs[next]?.lower;
    if (lower === undefined) return;
    names = meanings.goingOn(names, lower);
    if (!names) return;
    concepts.add(meanings.ofJoined(textOf(runs.slice(from, next + 1)), names));
  }
}

/** What several neighbouring words stand for together by the synonyms. */
function addExpressions(runs: readonly Meaning[], from: number, meanings: Meanings, concepts: Concepts): void {
  let { expressions } = runs[from] as Meaning;
  for (let next = from + 1; expressions && next < runs.length; next++) {
    const found = expressions.get((runs[next] as Meaning).stemmed);
    if (found?.synonym) concepts.add(meanings.ofSynonym(found.synonym));
    expressions = found?.longer;
  }
}

function textOf(runs: readonly Meaning[]): string {
  return runs.map(({ written }) => written).join(' ');
}

/** Collects concepts; the same thing said twice is one. */
class Concepts {
  readonly #concepts: Concept[] = [];

  add(concept: Concept | undefined): void {
    if (!concept) return;
    // They are few: looking through them is faster than keeping a set.
    for (let each = 0; each < this.#concepts.length; each++) if (this.#concepts[each]?.key === concept.key) return;
    this.#concepts.push(concept);
  }

  /** Those that tell most, in the order of the query. */
  best(): readonly Concept[] {
    if (this.#concepts.length <= mostConcepts) return this.#concepts;
    const strength = (concept: Concept) => Math.max(...concept.alternatives.map(({ worth }) => worth));
    const ranked = [...this.#concepts].sort((a, b) => strength(b) - strength(a)).slice(0, mostConcepts);
    return this.#concepts.filter((concept) => ranked.includes(concept));
  }
}
