/** The form of a test, and what it writes. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../definition/json.ts';
import { changedTest, formOfTest, testNamed } from './test-form.ts';

const greets: JsonObject = {
  Name: 'greets',
  Sample: 'Ada',
  Expect: [{ contains: 'Hello', as: ['claude-code'] }, 'snapshot', { messages: 1, 'not-contains': 'undefined' }],
  Note: 'why',
};

test('the form shows each text, and names what else a test expects', () => {
  expect(formOfTest(greets)).toEqual({
    sample: 'Ada',
    claims: [
      { word: 'contains', text: 'Hello', from: { entry: 0, word: 'contains' }, as: ['claude-code'] },
      { word: 'not-contains', text: 'undefined', from: { entry: 2, word: 'not-contains' } },
    ],
    others: ['snapshot', 'messages'],
  });
  expect(formOfTest({ Name: 'all', Expect: [{ as: ['gemini-cli'] }] }).others).toEqual(['the same for gemini-cli']);
  expect(formOfTest({ ...greets, Arguments: { name: 'Bob' } }).sample).toBeUndefined();
});

test('a form without a change changes nothing', () => {
  expect(changedTest(greets, formOfTest(greets).claims, undefined)).toEqual(greets);
  expect(Object.keys(changedTest(greets, formOfTest(greets).claims, undefined))).toEqual(Object.keys(greets));
});

test('a changed text keeps its place, and everything that the form does not show', () => {
  const [hello, missing] = formOfTest(greets).claims;
  if (!hello || !missing) throw new Error('There are two claims.');
  const changed = changedTest(greets, [{ ...hello, word: 'starts-with', text: 'Good day' }, missing], {
    Sample: 'Bob',
  });
  expect(changed).toEqual({
    ...greets,
    Sample: 'Bob',
    Expect: [
      { 'starts-with': 'Good day', as: ['claude-code'] },
      'snapshot',
      { messages: 1, 'not-contains': 'undefined' },
    ],
  });
  expect(changedTest(greets, [{ word: 'regex', text: '^Hi' }], {})).toEqual({
    Name: 'greets',
    Expect: ['snapshot', { messages: 1 }, { regex: '^Hi' }],
    Note: 'why',
  });
});

test('a word that its entry already has goes into another entry', () => {
  const both = { Name: 'both', Expect: [{ contains: 'a', 'not-contains': 'b', as: ['goose'] }] };
  const claims = formOfTest(both).claims.map((claim) => ({ ...claim, word: 'contains' as const }));
  expect(changedTest(both, claims, undefined).Expect).toEqual([
    { contains: 'a', as: ['goose'] },
    { contains: 'b', as: ['goose'] },
  ]);
});

test('a test without its last expectation expects an answer only', () => {
  expect(changedTest({ Name: 'x', Expect: [{ equals: 'a' }] }, [], undefined)).toEqual({ Name: 'x' });
});

test('a test is found by its name', () => {
  expect(testNamed({ Tests: [{ Name: 'a' }, greets] }, 'greets')).toEqual({ test: greets, index: 1 });
  expect(testNamed({ Tests: [{ Name: 'a' }] }, 'greets')).toBeUndefined();
  expect(testNamed({}, 'greets')).toBeUndefined();
});
