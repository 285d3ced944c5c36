/** How well answers of the starter reference fit, and what the model reads if none does. */
import fc from 'fast-check';
import { estimateTokenCount } from 'tokenx';
import { expect, test } from 'vitest';
import { answerWithin } from '../../sources/search-report.ts';
import { indexBuilder } from '../index/build.ts';
import { openReference } from '../index/reference.ts';
import { openIndex } from '../open.ts';
import { readMarkdown } from '../text/markdown.ts';

const reference = openReference();
const extent = 'It has 3 pages.';

function textFor(query: string, budget = 3_000): string {
  const { ranked, ...found } = reference.search(query);
  const candidates = ranked.map((rankedPassage) => ({ source: 'Reference', ranked: rankedPassage }));
  const answers = [{ name: 'Reference', milliseconds: 0, ...found, extent, candidates, judgedQueries: [] }];
  const answer = answerWithin({ id: '1', query, answers }, budget);
  return answer.kind === 'results' ? answer.text : answer.message;
}

test.each(['how do I multiply two matrices', 'PrimePi', 'plot a function with a dashed line', 'StringJoin strings'])(
  'a question about a page gets pages: %s',
  (query) => {
    expect(reference.search(query).fit).toBe('good');
    expect(textFor(query)).toMatch(/^<result /);
  },
);

test.each(['best pizza in Naples', 'mount a volume in docker compose', 'FindMatrixGameStrategies', 'qwxzv plugh'])(
  'a question that no page answers gets a sentence instead of pages: %s',
  (query) => {
    expect(reference.search(query).fit).toBe('none');
    const text = textFor(query);
    expect(text).toMatch(/^\[No page of Reference fits this query\./);
    expect(text).not.toContain('<result');
    expect(text.length).toBeLessThan(400);
  },
);

test.each(['what is FiniteField for', 'Blender renders only a black image'])(
  'a question that pages are only near gets that sentence first, and the beginnings of at most four: %s',
  (query) => {
    expect(reference.search(query).fit).toBe('doubtful');
    const text = textFor(query);
    expect(text).toMatch(/^\[No page of Reference clearly fits this query\. No page has /);
    expect([1, 2, 3, 4]).toContain(text.match(/<result /g)?.length);
    expect(estimateTokenCount(text)).toBeLessThan(250);
  },
);

test('a name that is searched by a similar one is reported as unknown', () => {
  const text = textFor('StringSplitt');
  expect(text).toContain('location="starter-reference/symbols/StringSplit.md"');
  expect(text).toContain('No page has StringSplitt.');
  expect(textFor('StringSplit')).not.toContain('No page');
});

test('an unknown name is reported, with what the source holds, beside the pages for the rest of the question', () => {
  const text = textFor('ListLinePlot with PlotStyle Dashed for myMeasurements');
  expect(text).toMatch(/^<result /);
  expect(text).toMatch(/\n\n\[No page of Reference has myMeasurements\. It has 3 pages\.\]$/);
  expect(textFor('how do I multiply two matrices')).not.toContain('[No page');
});

test.each([
  ['ffmpeg convert mp4 to gif', 'ffmpeg'],
  ['make a Gantt chart in Jira', 'Jira'],
  ['rsync a folder over ssh', 'rsync'],
  ['align objects in Figma', 'Figma'],
])('a name that is spelled like a word is reported too, even if a similar word was searched: %s', (query, name) => {
  expect(textFor(query)).toMatch(new RegExp(`No page (?:of Reference )?has [^.]*\\b${name}\\b`));
});

test('a typing error in a question that a page answers is not reported', () => {
  const query = 'how do I multipy two matrices';
  expect(reference.search(query)).toMatchObject({ fit: 'fair', parsedQuery: { corrected: ['multipy'] } });
  expect(textFor(query)).not.toContain('[No page');
});

test('the sentence stays within a third of the budget and has no tag', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.constantFrom(30, 90, 300), (query, budget) => {
      const { ranked: _, ...found } = reference.search(query);
      const answers = [
        { name: 'A', milliseconds: 0, ...found, extent: '<result> '.repeat(20), candidates: [], judgedQueries: [] },
      ];
      const answer = answerWithin({ id: '1', query, answers }, budget);
      expect(answer.kind === 'results' && answer.text).not.toMatch(/<[a-z/]/);
      expect(answer.account.tokens).toBeLessThanOrEqual(Math.max(budget, 12));
    }),
    { numRuns: 200 },
  );
});

test('a source of few pages always shows what it finds, because weights of its words mean little', () => {
  const builder = indexBuilder();
  builder.add(readMarkdown('# Engine\n\nTurn the crank.', 'engine.md'));
  const index = openIndex(builder.finish());
  expect(index.search('please turn it slowly by hand').fit).toBe('good');
  expect(index.search('zebra').fit).toBe('none');
});

test('a question about a name that no page has fits doubtfully at best', () => {
  expect(reference.search('plot a function with a dashed line').fit).toBe('good');
  expect(reference.search('plot a function with a dashed line in FindMatrixGameStrategies').fit).not.toBe('good');
});
