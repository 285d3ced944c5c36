import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { IndexData } from '../index/container.ts';
import { dataOf, fieldRange, impactIn, startOf } from '../index/index-data.ts';
import { buildReference } from '../index/reference-index.ts';
import { openIndex } from '../open.ts';
import { fields } from '../types.ts';
import { isWritten } from './alternatives.ts';
import type { Concept } from './concepts.ts';
import { Meanings } from './meanings.ts';
import { parseQuery } from './query.ts';
import { Scorer } from './score.ts';
import { wolframSynonyms } from './synonym-lookup.ts';
import { nearnessDepth, nearnessShare } from './weights.ts';

const folder = join(import.meta.dirname, '../../../../reference');
const data = dataOf.get(openIndex(buildReference(folder), wolframSynonyms())) as IndexData;
const { questions } = parse(readFileSync(join(folder, 'judged/questions.yaml'), 'utf8')) as {
  questions: readonly { readonly question: string; readonly set: 'tune' | 'final' }[];
};
const askedQuestions = questions.filter(({ set }) => set === 'tune').map(({ question }) => question);

const conceptsOf = (question: string) => parseQuery(question, new Meanings(data, wolframSynonyms())).concepts;

/** What a passage with every word that the person wrote scores at least; 0 if the index has none of them. */
function boundOf(concepts: readonly Concept[]): number {
  return concepts.reduce((sum, { minScore }) => sum + (Number.isFinite(minScore) ? minScore : 0), 0);
}

/** Whether a passage has only guesses, although the index has words that the person wrote. */
function isOnlyGuess(concepts: readonly Concept[], passage: number): boolean {
  const isWrittenIn = ({ alternatives, isTranslation }: Concept) =>
    alternatives.some(
      (alternative) => (isTranslation || isWritten(alternative)) && impactIn(data, alternative.term, passage) > 0,
    );
  return boundOf(concepts) > 0 && !concepts.some(isWrittenIn);
}

/** The best passage of each page by the literal formula, without optimisations. */
function plainly(concepts: readonly Concept[]): { passage: number; score: number }[] {
  const bound = boundOf(concepts);
  const scoreOf = (passage: number) => {
    const score = concepts.reduce((sum, { alternatives, minScore: maxGuess }) => {
      const values = alternatives.map((alternative) => {
        const value = alternative.weight * impactIn(data, alternative.term, passage);
        return isWritten(alternative) ? value : Math.min(maxGuess, value);
      });
      return sum + Math.max(...values);
    }, 0);
    return score > 0 && isOnlyGuess(concepts, passage) ? (bound * score) / (bound + score) : score;
  };
  const pages = Array.from(data.pagePassageEnds, (end, page) => {
    const firstPassage = startOf(data.pagePassageEnds, page);
    return Array.from({ length: end - firstPassage }, (_, index) => firstPassage + index)
      .map((passage) => ({ passage, score: scoreOf(passage) }))
      .reduce((a, b) => (b.score > a.score ? b : a));
  });
  return pages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.passage - b.passage);
}

test('scores and passages match the formula, query after query', () => {
  const scorer = new Scorer(data);
  for (const question of askedQuestions.filter((_, index) => index % 4 === 0)) {
    const concepts = conceptsOf(question);
    const expected = plainly(concepts).slice(0, 20);
    scorer.score(concepts, 20);
    const foundPassages = Array.from(
      scorer.bestPassages.passages.subarray(0, scorer.bestPassages.count),
      (passage) => ({
        passage,
        score: scorer.termScores[passage] as number,
      }),
    ).sort((a, b) => b.score - a.score || a.passage - b.passage);
    expect(foundPassages.length, question).toBe(expected.length);
    foundPassages.forEach(({ score }, place) => {
      expect(score, question).toBeCloseTo(expected[place]?.score as number, 9);
    });
  }
}, 30_000);

/** The nearness of a passage's words by the literal formula. */
function plainNearness(concepts: readonly Concept[], passage: number): number {
  const weight = concepts.map(({ alternatives }) => Math.max(...alternatives.map((alternative) => alternative.weight)));
  const nearnessScores = concepts.map(() => 0);
  fields.forEach((name, field) => {
    if (name === 'symbols') return;
    const { start, end } = fieldRange(data, passage, field);
    const occurrences = Array.from(data.stream.subarray(start, end), (term, at) => ({
      at,
      // Of concepts that share a term, the last.
      concept: concepts.findLastIndex(({ alternatives }) =>
        alternatives.some((alternative) => alternative.term === term),
      ),
    })).filter(({ concept }) => concept !== -1);
    for (const [index, { at, concept }] of occurrences.entries()) {
      const neighbour = occurrences[index - 1];
      if (!neighbour || neighbour.concept === concept) continue;
      const nearness = 1 / (at - neighbour.at) ** 2;
      nearnessScores[concept] = (nearnessScores[concept] ?? 0) + nearness * Math.min(1, weight[neighbour.concept] ?? 0);
      nearnessScores[neighbour.concept] =
        (nearnessScores[neighbour.concept] ?? 0) + nearness * Math.min(1, weight[concept] ?? 0);
    }
  });
  return (
    nearnessShare *
    nearnessScores.reduce((sum, count, concept) => sum + ((weight[concept] ?? 0) * count) / (count + 1), 0)
  );
}

test('nearness raises the scores of the best passages by its formula, and reorders them', () => {
  const scorer = new Scorer(data);
  const { bestPassages, termScores } = scorer;
  let suggestion = 0;
  for (const question of askedQuestions) {
    const concepts = conceptsOf(question);
    scorer.score(concepts, 20);
    const passages = [...bestPassages.passages.subarray(0, bestPassages.count)];
    const byWords = passages.map((passage) => termScores[passage] as number).sort((a, b) => b - a);
    const lowest = byWords[nearnessDepth - 1] ?? 0;
    passages.forEach((passage, place) => {
      const words = termScores[passage] as number;
      // Any of the passages with the same score as the last one is right.
      if (words === lowest) return;
      const isNear = words > lowest && !isOnlyGuess(concepts, passage);
      const expected = isNear ? plainNearness(concepts, passage) : 0;
      expect((bestPassages.scores[place] as number) - words, question).toBeCloseTo(expected, 9);
      if (expected > 0) suggestion++;
    });
    const scores = [...bestPassages.scores.subarray(0, bestPassages.count)];
    expect(scores, question).toEqual(scores.toSorted((a, b) => b - a));
  }
  expect(suggestion).toBeGreaterThan(500);
}, 30_000);

test('the cache of words does not change how a question is parsed', () => {
  const meanings = new Meanings(data, wolframSynonyms());
  const parsedQueries = askedQuestions.map((question) => parseQuery(question, meanings));
  expect([...askedQuestions].reverse().map((question) => parseQuery(question, meanings))).toEqual(
    parsedQueries.toReversed(),
  );
});
