import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';

const relevant = { a: 3, b: 3, c: 1 };
const measured = (found: string[]) => evaluate([{ question: 'q', relevant }], () => found);

test('the best order scores 1 in every figure', () => {
  expect(measured(['a', 'b', 'c'])).toMatchObject({ ndcg10: 1, recall5: 1, reciprocalRank: 1 });
  expect(measured(['b', 'a', 'c', 'x']).ndcg10).toBe(1);
});

test('nDCG discounts by rank and weighs by grade', () => {
  const ideal = 7 + 7 / Math.log2(3) + 1 / 2;
  expect(measured(['x', 'a', 'c']).ndcg10).toBeCloseTo((7 / Math.log2(3) + 1 / 2) / ideal, 12);
});

test('recall and reciprocal rank count pages that answer, not related ones', () => {
  expect(measured(['c', 'x', 'b'])).toMatchObject({ recall5: 0.5, reciprocalRank: 1 / 3 });
  expect(measured(['x', 'x', 'x', 'x', 'x', 'a'])).toMatchObject({ recall5: 0, reciprocalRank: 1 / 6 });
});

test('pages beyond the tenth do not count', () => {
  expect(measured([...Array(10).fill('x'), 'a'])).toMatchObject({ ndcg10: 0, recall5: 0, reciprocalRank: 0 });
});

test('figures of a set are the means over its questions; one that nothing can answer is left out', () => {
  const judged = [
    { question: 'one', relevant: { a: 3 } },
    { question: 'two', relevant: { b: 3 } },
    { question: 'none', relevant: { a: 0 } },
  ];
  const result = evaluate(judged, () => ['a']);
  expect(result).toMatchObject({ ndcg10: 0.5, recall5: 0.5, reciprocalRank: 0.5 });
  expect(result.questions.map(({ question }) => question)).toEqual(['one', 'two']);
  expect(evaluate([], () => [])).toEqual({ ndcg10: 0, recall5: 0, reciprocalRank: 0, questions: [] });
});
