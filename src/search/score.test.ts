import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { IndexData } from './container.ts';
import { before, dataOf, fieldRange, weightIn } from './index-data.ts';
import type { Concept } from './meanings.ts';
import { openIndex } from './open.ts';
import { understand } from './query.ts';
import { buildReference } from './reference-index.ts';
import { Scorer } from './score.ts';
import { fields } from './types.ts';
import { nearnessShare, pageLength, pageShare, saturation } from './weights.ts';

const folder = join(import.meta.dirname, '../catalogue/reference');
const data = dataOf.get(openIndex(buildReference(folder))) as IndexData;
const { questions } = parse(readFileSync(join(folder, 'judged/questions.yaml'), 'utf8')) as {
  questions: readonly { readonly question: string; readonly set: 'tune' | 'final' }[];
};
const asked = questions.filter(({ set }) => set === 'tune').map(({ question }) => question);

const saturated = (weight: number) => weight / (weight + saturation);
const creditOf = (concepts: readonly Concept[], weightOf: (term: number) => number) =>
  concepts.reduce(
    (sum, { alternatives }) =>
      sum + Math.max(...alternatives.map(({ term, worth }) => worth * saturated(weightOf(term)))),
    0,
  );

/** The best passage of each page by the formula as it is written, without anything that makes it fast. */
function plainly(concepts: readonly Concept[]): { passage: number; score: number }[] {
  const pages = Array.from(data.pagePassageEnds, (end, page) => {
    const first = before(data.pagePassageEnds, page);
    const passages = Array.from({ length: end - first }, (_, index) => first + index);
    const terms = before(data.streamEnds, end * fields.length) - before(data.streamEnds, first * fields.length);
    const long = 1 - pageLength.b + (pageLength.b * terms) / pageLength.usual;
    const inPage = (term: number) => passages.reduce((sum, passage) => sum + weightIn(data, term, passage), 0) / long;
    const fromPage = pageShare * creditOf(concepts, inPage);
    return passages
      .map((passage) => ({ passage, score: fromPage + creditOf(concepts, (term) => weightIn(data, term, passage)) }))
      .reduce((a, b) => (b.score > a.score ? b : a));
  });
  return pages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.passage - b.passage);
}

test('the passages found and their scores are those of the formula, question after question', () => {
  const scorer = new Scorer(data);
  for (const question of asked.filter((_, index) => index % 4 === 0)) {
    const { concepts } = understand(question, data);
    const wanted = plainly(concepts).slice(0, 20);
    const { order, passages, fromPassage, fromPage } = scorer.scored;
    const found = Array.from(order.subarray(0, scorer.score(concepts, 20)), (candidate) => ({
      passage: passages[candidate] as number,
      score: (fromPassage[candidate] as number) + (fromPage[candidate] as number),
    })).sort((a, b) => b.score - a.score || a.passage - b.passage);
    expect(found.length, question).toBe(wanted.length);
    found.forEach(({ score }, place) => {
      expect(score, question).toBeCloseTo(wanted[place]?.score as number, 9);
    });
  }
}, 30_000);

/** The nearness of a passage's words by the formula as it is written. */
function plainNearness(concepts: readonly Concept[], passage: number): number {
  const worth = concepts.map(({ alternatives }) => Math.max(...alternatives.map((alternative) => alternative.worth)));
  const given = concepts.map(() => 0);
  fields.forEach((_, field) => {
    const { start, end } = fieldRange(data, passage, field);
    const met = Array.from(data.stream.subarray(start, end), (term, at) => ({
      at,
      // Of concepts that share a term, the last.
      concept: concepts.findLastIndex(({ alternatives }) =>
        alternatives.some((alternative) => alternative.term === term),
      ),
    })).filter(({ concept }) => concept !== -1);
    for (const [index, { at, concept }] of met.entries()) {
      const neighbour = met[index - 1];
      if (!neighbour || neighbour.concept === concept) continue;
      const nearness = 1 / (at - neighbour.at) ** 2;
      given[concept] = (given[concept] ?? 0) + nearness * Math.min(1, worth[neighbour.concept] ?? 0);
      given[neighbour.concept] = (given[neighbour.concept] ?? 0) + nearness * Math.min(1, worth[concept] ?? 0);
    }
  });
  return nearnessShare * given.reduce((sum, each, concept) => sum + ((worth[concept] ?? 0) * each) / (each + 1), 0);
}

test('what the nearness of words adds to the best passages is that of the formula', () => {
  const scorer = new Scorer(data);
  const { order, passages, fromNearness } = scorer.scored;
  let near = 0;
  for (const question of asked) {
    const { concepts } = understand(question, data);
    for (const candidate of order.subarray(0, scorer.score(concepts, 20))) {
      const wanted = plainNearness(concepts, passages[candidate] as number);
      expect(fromNearness[candidate], question).toBeCloseTo(wanted, 9);
      if (wanted > 0) near++;
    }
  }
  expect(near).toBeGreaterThan(1_000);
}, 30_000);

test('what is remembered of words does not change how a question is understood', () => {
  const once = asked.map((question) => understand(question, data));
  expect([...asked].reverse().map((question) => understand(question, data))).toEqual(once.reverse());
});
