import { expect, test } from 'vitest';
import { type AnswerText, evaluate, evaluateTexts } from './evaluate.ts';

const relevant = { a: 3, b: 3, c: 1 };
const measure = (locations: string[]) => evaluate([{ question: 'q', relevant }], () => locations);

test('the best order scores 1 in every figure', () => {
  expect(measure(['a', 'b', 'c'])).toMatchObject({ ndcg10: 1, recall5: 1, reciprocalRank: 1 });
  expect(measure(['b', 'a', 'c', 'x']).ndcg10).toBe(1);
});

test('nDCG discounts by rank and weighs by grade', () => {
  const idealGain = 7 + 7 / Math.log2(3) + 1 / 2;
  expect(measure(['x', 'a', 'c']).ndcg10).toBeCloseTo((7 / Math.log2(3) + 1 / 2) / idealGain, 12);
});

test('recall and reciprocal rank count pages that answer, not related ones', () => {
  expect(measure(['c', 'x', 'b'])).toMatchObject({ recall5: 0.5, reciprocalRank: 1 / 3 });
  expect(measure(['x', 'x', 'x', 'x', 'x', 'a'])).toMatchObject({ recall5: 0, reciprocalRank: 1 / 6 });
});

test('pages beyond the tenth do not count', () => {
  expect(measure([...Array(10).fill('x'), 'a'])).toMatchObject({ ndcg10: 0, recall5: 0, reciprocalRank: 0 });
});

test('figures of a set are the means over its questions; one that nothing can answer is left out', () => {
  const judgedQuestions = [
    { question: 'one', relevant: { a: 3 } },
    { question: 'two', relevant: { b: 3 } },
    { question: 'none', relevant: { a: 0 } },
  ];
  const result = evaluate(judgedQuestions, () => ['a']);
  expect(result).toMatchObject({ ndcg10: 0.5, recall5: 0.5, reciprocalRank: 0.5 });
  expect(result.questions.map(({ question }) => question)).toEqual(['one', 'two']);
  expect(evaluate([], () => [])).toEqual({ ndcg10: 0, recall5: 0, reciprocalRank: 0, questions: [] });
});

const entry = (location: string, tokens: number) => ({ location, tokens });
const textMeasures = (text: AnswerText) =>
  evaluateTexts([{ question: 'q', relevant: { a: 3, b: 2, c: 1, d: 0 } }], () => text);

test('the useful share of a text counts the tokens of its relevant pages, by grade', () => {
  const entries = [entry('a', 30), entry('b', 10), entry('c', 20), entry('d', 15), entry('x', 15)];
  expect(textMeasures({ tokens: 100, entries })).toEqual({
    helpfulShare: 0.4,
    relatedShare: 0.6,
    answering: 1,
    tokens: 100,
  });
});

test('several entries of one page all count', () => {
  const measures = textMeasures({ tokens: 80, entries: [entry('a', 10), entry('x', 40), entry('a', 30)] });
  expect(measures).toMatchObject({ helpfulShare: 0.5, relatedShare: 0.5 });
});

test('a text answers only with a page of the highest grade, and not with an entry that was left out', () => {
  expect(textMeasures({ tokens: 50, entries: [entry('b', 50)] })).toMatchObject({ helpfulShare: 1, answering: 0 });
  expect(textMeasures({ tokens: 50, entries: [entry('b', 50), entry('a', 0)] }).answering).toBe(0);
});

test('the useful share is that of all texts together, so that a long text weighs more than a short one', () => {
  const judgedQuestions = [
    { question: 'short', relevant: { a: 3 } },
    { question: 'long', relevant: { b: 2 } },
    { question: 'without a page', relevant: { a: 0 } },
  ];
  const texts: Record<string, AnswerText> = {
    short: { tokens: 100, entries: [entry('a', 100)] },
    long: { tokens: 300, entries: [entry('a', 300)] },
    'without a page': { tokens: 900, entries: [entry('a', 900)] },
  };
  expect(evaluateTexts(judgedQuestions, (question) => texts[question] as AnswerText)).toEqual({
    helpfulShare: 0.25,
    relatedShare: 0.25,
    answering: 0.5,
    tokens: 200,
  });
});

test('empty texts and an empty set of questions have no useful share', () => {
  const nothing = { helpfulShare: 0, relatedShare: 0, answering: 0, tokens: 0 };
  expect(textMeasures({ tokens: 0, entries: [] })).toEqual(nothing);
  expect(evaluateTexts([], () => ({ tokens: 9, entries: [] }))).toEqual(nothing);
});
