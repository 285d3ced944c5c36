/** The form of a test, and what it writes. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../definition/json.ts';
import { changeTest, findTest, formOfTest } from './test-form.ts';

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
    otherExpectations: ['snapshot', 'messages'],
  });
  expect(formOfTest({ Name: 'all', Expect: [{ as: ['gemini-cli'] }] }).otherExpectations).toEqual([
    'the same for gemini-cli',
  ]);
  expect(formOfTest({ ...greets, Arguments: { name: 'Bob' } }).sample).toBeUndefined();
});

test('a form without a change changes nothing', () => {
  expect(changeTest(greets, formOfTest(greets).claims, undefined)).toEqual(greets);
  expect(Object.keys(changeTest(greets, formOfTest(greets).claims, undefined))).toEqual(Object.keys(greets));
});

test('a changed text keeps its place, and everything that the form does not show', () => {
  const [hello, missingClaim] = formOfTest(greets).claims;
  if (!hello || !missingClaim) throw new Error('There are two claims.');
  const changedTest = changeTest(greets, [{ ...hello, word: 'starts-with', text: 'Good day' }, missingClaim], {
    Sample: 'Bob',
  });
  expect(changedTest).toEqual({
    ...greets,
    Sample: 'Bob',
    Expect: [
      { 'starts-with': 'Good day', as: ['claude-code'] },
      'snapshot',
      { messages: 1, 'not-contains': 'undefined' },
    ],
  });
  expect(changeTest(greets, [{ word: 'regex', text: '^Hi' }], {})).toEqual({
    Name: 'greets',
    Expect: ['snapshot', { messages: 1 }, { regex: '^Hi' }],
    Note: 'why',
  });
});

test('a word that its entry already has goes into another entry', () => {
  const combinedTest = { Name: 'both', Expect: [{ contains: 'a', 'not-contains': 'b', as: ['goose'] }] };
  const claims = formOfTest(combinedTest).claims.map((claim) => ({ ...claim, word: 'contains' as const }));
  expect(changeTest(combinedTest, claims, undefined).Expect).toEqual([
    { contains: 'a', as: ['goose'] },
    { contains: 'b', as: ['goose'] },
  ]);
});

test('a test without its last expectation expects an answer only', () => {
  expect(changeTest({ Name: 'x', Expect: [{ equals: 'a' }] }, [], undefined)).toEqual({ Name: 'x' });
});

test('a name that the form gave follows what the test expects, and a name of its author stays', () => {
  const generatedTest = { Name: 'Ada contains Hello', Sample: 'Ada', Expect: [{ contains: 'Hello' }] };
  const [hello] = formOfTest(generatedTest).claims;
  if (!hello) throw new Error('There is one claim.');
  const otherClaim = { ...hello, text: 'Good day' };
  expect(changeTest(generatedTest, [otherClaim], undefined)).toEqual({
    Name: 'Ada contains Good day',
    Sample: 'Ada',
    Expect: [{ contains: 'Good day' }],
  });
  expect(changeTest({ ...generatedTest, Name: 'Ada contains Hello 2' }, [otherClaim], { Sample: 'Bob' }).Name).toBe(
    'Bob contains Good day',
  );
  expect(changeTest(generatedTest, [otherClaim], undefined, ['Ada contains Good day']).Name).toBe(
    'Ada contains Good day 2',
  );
  expect(changeTest({ ...generatedTest, Name: 'Greets' }, [otherClaim], undefined).Name).toBe('Greets');
  // The file of its snapshot has the name.
  const withSnapshot = { ...generatedTest, Expect: [...generatedTest.Expect, 'snapshot'] };
  expect(changeTest(withSnapshot, [otherClaim], undefined).Name).toBe(generatedTest.Name);
});

test('a test is found by its name', () => {
  expect(findTest({ Tests: [{ Name: 'a' }, greets] }, 'greets')).toEqual({ test: greets, index: 1 });
  expect(findTest({ Tests: [{ Name: 'a' }] }, 'greets')).toBeUndefined();
  expect(findTest({}, 'greets')).toBeUndefined();
});
