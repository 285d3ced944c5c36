import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openIndex } from '../open.ts';
import { fillBudget } from '../query/budget.ts';
import { evaluate } from '../query/evaluate.ts';
import { renderResults } from '../query/results-text.ts';
import { wolframSynonyms } from '../query/synonym-lookup.ts';
import { splitPage } from '../text/split.ts';
import { readReferenceSize } from './reference.ts';
import { buildReference } from './reference-index.ts';

const folder = join(import.meta.dirname, '../../../../reference');
const index = openIndex(buildReference(folder), wolframSynonyms());
const findLocations = (query: string, limit = 10) =>
  index.search(query, { limit }).ranked.map(({ passage }) => passage.location);

interface JudgedQuestion {
  readonly question: string;
  readonly kind: string;
  readonly set: 'tune' | 'final';
  readonly relevant: Readonly<Record<string, number>>;
}

test("the specification's own question is answered by the page on Prime and the one on finding primes", () => {
  expect(findLocations('How can I find the 123456789th prime number?', 2).sort()).toEqual([
    'starter-reference/how-to/find-prime-numbers.md',
    'starter-reference/symbols/Prime.md',
  ]);
});

test('the starter reference says at its top, and beside every result, what it is', () => {
  expect(index.pages()[0]).toMatchObject({
    location: 'starter-reference/about.md',
    title: 'About this starter reference',
  });
  const candidates = index.search('sort a list').ranked.map((ranked) => ({ source: 'Docs', ranked }));
  const results = renderResults(fillBudget(candidates)).match(/<result .*>/g) ?? [];
  expect(results.length).toBeGreaterThan(3);
  for (const openingText of results) expect(openingText).toContain('location="starter-reference/');
});

test('every symbol of the reference is found first by its name', () => {
  const symbols = index.pages().filter(({ location }) => /\/(?:symbols|stubs)\//.test(location));
  expect(symbols.length).toBeGreaterThan(400);
  expect(
    symbols.filter(({ title, location }) => findLocations(title, 1)[0] !== location).map(({ title }) => title),
  ).toEqual([]);
});

test('a symbol has a full page or a stub, never both', () => {
  const namesIn = (part: string) =>
    index.pages().flatMap(({ title, location }) => (location.includes(`/${part}/`) ? [title] : []));
  const fullNames = new Set(namesIn('symbols'));
  expect(namesIn('stubs').filter((name) => fullNames.has(name))).toEqual([]);
});

test('the other words for a page find it, and no result shows them', () => {
  expect(findLocations('plt.plot', 5)).toContain('starter-reference/symbols/Plot.md');
  const passages = index.pages().flatMap(({ location }) => index.passagesOf(location));
  expect(passages.filter(({ blocks }) => blocks.some(({ text }) => text.includes('Also asked as')))).toEqual([]);
  expect(passages.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
});

test('the size of the built reference is known before it is decompressed', () => {
  const { pageCount, passageCount } = index;
  expect(readReferenceSize()).toEqual({ pageCount, passageCount });
});

test('short pages are not split', () => {
  expect(index.passageCount).toBeLessThan(index.pageCount * 1.1);
  expect(splitPage({ title: 'T', location: 'l', blocks: [{ kind: 'text', text: 'x' }] })).toHaveLength(1);
});

// The other half of the questions is for the published figure (docs/search-quality.md) and is not looked at here.
test('the ranking of the judged tuning questions has not become worse', () => {
  const file = readFileSync(join(folder, 'judged/questions.yaml'), 'utf8');
  const { questions } = parse(file) as { questions: readonly JudgedQuestion[] };
  const judgedQuestions = questions
    .filter(({ set, kind }) => set === 'tune' && kind !== 'stub')
    .map(({ question, relevant }) => ({
      question,
      relevant: Object.fromEntries(
        Object.entries(relevant)
          // Stubs rank below full pages by design: their own questions measure them.
          .filter(([page]) => !page.startsWith('stubs/'))
          .map(([page, grade]) => [`starter-reference/${page}.md`, grade]),
      ),
    }));
  const { ndcg10, recall5, reciprocalRank } = evaluate(judgedQuestions, (question) => findLocations(question));
  expect(judgedQuestions.length).toBeGreaterThan(150);
  expect(ndcg10).toBeGreaterThan(0.89);
  expect(recall5).toBeGreaterThan(0.94);
  expect(reciprocalRank).toBeGreaterThan(0.92);
});
