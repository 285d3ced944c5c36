/** Query parsing: from text to the concepts to search for, from single words and from words together. */
import { isCompoundName } from '../text/analyse.ts';
import type { NamePrefix } from '../text/joined-names.ts';
import { isOperatorWord, RunReader } from '../text/runs.ts';
import type { ParsedQuery } from '../types.ts';
import type { Concept, Meaning, Place } from './concepts.ts';
import { readForeignWords } from './foreign-words.ts';
import type { Meanings } from './meanings.ts';
import { dottedPartShare, maxConcepts } from './weights.ts';

/** Longer queries are cut at a word. UTF-16 units. */
export const maxQueryLength = 4_000;

/** The query on one line, without control and invisible characters, cut to `maxQueryLength`. */
function cleanQuery(query: string): { text: string; cut: boolean } {
  if (query.length <= maxQueryLength && isPlain(query)) return { text: query.trim(), cut: false };
  const window = query.slice(0, 4 * maxQueryLength);
  const text = window
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .trim();
  const isCut = text.length > maxQueryLength || window.length < query.length;
  if (text.length <= maxQueryLength) return { text, cut: isCut };
  const end = text.lastIndexOf(' ', maxQueryLength);
  return { text: text.slice(0, end > maxQueryLength / 2 ? end : maxQueryLength), cut: isCut };
}

/** Printable ASCII only. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

export interface QueryParse {
  readonly parsedQuery: ParsedQuery;
  /** In the order of the query. */
  readonly concepts: readonly Concept[];
  /** How many words and names of the query have no concept, because the index does not have them. */
  readonly missing: number;
}

export function parseQuery(query: string, meanings: Meanings): QueryParse {
  const { text, cut } = cleanQuery(query);
  const wholes: Concept[] = [];
  const runs = withoutWildRepairs(readForeignWords(text, runsOf(text, meanings, wholes), meanings));
  const concepts = new Concepts();
  for (const wholeConcept of wholes) concepts.add(wholeConcept);
  const unknownWords: string[] = [];
  const correctedWords: string[] = [];
  let missing = 0;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Meaning;
    for (let place = 0; place < run.concepts.length; place++) concepts.add(run.concepts[place]);
    missing += run.missing;
    if (run.isUnknown && !unknownWords.includes(run.queryText)) unknownWords.push(run.queryText);
    if (isCorrected(run) && !correctedWords.includes(run.queryText)) correctedWords.push(run.queryText);
    if (run.names) addJoined(runs, index, run.names, meanings, concepts);
  }
  for (let index = 0; index < runs.length; index++) addExpressions(runs, index, meanings, concepts);
  const parsedQuery = {
    text,
    cut,
    unknown: unknownWords,
    ...(correctedWords.length > 0 && { corrected: correctedWords }),
  };
  return { parsedQuery, concepts: concepts.best(), missing };
}

/**
 * Corrects spelling only where most of the other words are known: a query about something else shares no words with the
 * index, and every correction of it would be a coincidence. A few words are corrected anyway, and many if all of them can be.
 */
function withoutWildRepairs(runs: readonly Meaning[]): readonly Meaning[] {
  const tellingRuns = runs.filter(({ isStopWord }) => !isStopWord);
  const strangeCount = tellingRuns.filter(({ isFamiliar }) => !isFamiliar).length;
  if (strangeCount === 0 || tellingRuns.length <= 3 || 2 * strangeCount <= tellingRuns.length) return runs;
  if (tellingRuns.every(isTyped)) return runs;
  return runs.map((run) => (run.isFamiliar || run.concepts.length === 0 ? run : asUnknown(run)));
}

/** Whether the index has a word or one that differs from it by a typing error or two. */
function isTyped({ isFamiliar, concepts }: Meaning): boolean {
  return (
    isFamiliar || (concepts.length > 0 && concepts.every(({ alternatives: [first] }) => first?.kind === 'spelling'))
  );
}

/** Whether a word or name is searched by similar ones only. */
function isCorrected({ isFamiliar, concepts }: Meaning): boolean {
  return (!isFamiliar && concepts.length > 0) || concepts.some(isCorrectedName);
}

function isCorrectedName({ queryText, alternatives: [first] }: Concept): boolean {
  return first?.kind === 'spelling' && isCompoundName(queryText);
}

function asUnknown(run: Meaning): Meaning {
  return { ...run, concepts: [], isUnknown: true, missing: Math.max(1, run.missing) };
}

const reader = new RunReader();

/** The meanings of the runs of letters and the operators in a query. @param wholes gets the names with dots */
function runsOf(text: string, meanings: Meanings, wholes: Concept[]): Meaning[] {
  const runs: Meaning[] = [];
  let before = 0;
  let isSign = false;
  reader.read(text, 'code');
  while (reader.next()) {
    const { start, end, isOperator } = reader;
    if (isOperator && !isOperatorWord(text, start, end)) continue;
    const runText = text.slice(start, end);
    isSign = isOperator;
    const place = isOperator ? 'operator' : placeOf(text, start, end, before);
    runs.push(meanings.of(runText, place));
    const dottedName = isOperator ? undefined : reader.dotted();
    const dottedConcept = dottedName === undefined ? undefined : meanings.ofDotted(dottedName);
    if (!dottedConcept) continue;
    wholes.push(dottedConcept);
    const first = runs.length - dottedConcept.queryText.split('.').length;
    runs.push(...runs.splice(first).map(asPart));
    before = end;
  }
  const [onlyRun] = runs;
  if (!onlyRun || runs.length > 1 || isSign) return runs;
  return [meanings.of(onlyRun.queryText, 'code')];
}

/** A part of a name that the index has as a whole, which says more. */
function asPart(run: Meaning): Meaning {
  const concepts = run.concepts.map((concept) => ({
    ...concept,
    alternatives: concept.alternatives.map((alternative) => ({
      ...alternative,
      weight: alternative.weight * dottedPartShare,
    })),
    minScore: concept.minScore * dottedPartShare,
  }));
  return { ...run, concepts };
}

/** @param before where the previous run ends; 0 for the first run */
function placeOf(text: string, start: number, end: number, before: number): Place {
  const next = text.charCodeAt(end);
  if (next === openBracket || (next === backtick && text.charCodeAt(start - 1) === backtick)) return 'code';
  return before === 0 || endsSentence(text, before, start) ? 'sentenceStart' : 'sentence';
}

const openBracket = 0x5b;
const backtick = 0x60;

/** Whether one of `.!?:` and white space separate two runs. */
function endsSentence(text: string, start: number, end: number): boolean {
  // Usually one space.
  return end - start > 1 && /[.!?:]\s/.test(text.slice(start, end));
}

/** Two or three neighbouring words that spell a name: "nest while list". */
function addJoined(
  runs: readonly Meaning[],
  from: number,
  beginning: NamePrefix,
  meanings: Meanings,
  concepts: Concepts,
): void {
  let names: NamePrefix | undefined = beginning;
  for (let next = from + 1; next < Math.min(from + 3, runs.length); next++) {
    const lower = runs[next]?.lower;
    if (lower === undefined) return;
    names = meanings.extendPrefix(names, lower);
    if (!names) return;
    concepts.add(meanings.ofJoined(textOf(runs.slice(from, next + 1)), names));
  }
}

/** Synonyms of several neighbouring words. */
function addExpressions(runs: readonly Meaning[], from: number, meanings: Meanings, concepts: Concepts): void {
  let { expressions } = runs[from] as Meaning;
  for (let next = from + 1; expressions && next < runs.length; next++) {
    const expressionsOfStem = expressions.get((runs[next] as Meaning).stem);
    if (expressionsOfStem?.synonym) concepts.add(meanings.ofSynonym(expressionsOfStem.synonym));
    expressions = expressionsOfStem?.longer;
  }
}

function textOf(runs: readonly Meaning[]): string {
  return runs.map(({ queryText }) => queryText).join(' ');
}

/** Collects concepts without duplicates. */
class Concepts {
  readonly #concepts: Concept[] = [];

  add(concept: Concept | undefined): void {
    if (!concept) return;
    // They are few: a scan is faster than a set.
    for (let index = 0; index < this.#concepts.length; index++) if (this.#concepts[index]?.key === concept.key) return;
    this.#concepts.push(concept);
  }

  /** The concepts with the highest weights, in the order of the query. */
  best(): readonly Concept[] {
    if (this.#concepts.length <= maxConcepts) return this.#concepts;
    const strength = (concept: Concept) => Math.max(...concept.alternatives.map(({ weight }) => weight));
    const strongest = [...this.#concepts].sort((a, b) => strength(b) - strength(a)).slice(0, maxConcepts);
    return this.#concepts.filter((concept) => strongest.includes(concept));
  }
}
