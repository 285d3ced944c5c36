import { expect, test } from 'vitest';
import { testsOutcome } from './tests-outcome.ts';

const passedTest = { checked: 3, failures: [] };
const sample = { sample: 'Ada', checked: 1, failures: [] };
const emptyTest = { checked: 1, failures: [] };
const failedTest = { checked: 1, failures: ['answers'] };

test.each([
  ['all passed', [passedTest, passedTest]],
  ['passed', [passedTest]],
  ['1 sample answered', [sample]],
  ['1 failed', [failedTest]],
  ['2 samples answered', [sample, sample]],
  ['1 passed, 1 sample answered', [passedTest, sample]],
  ['1 test without expectations answered', [emptyTest]],
  ['1 sample answered, 2 tests without expectations answered', [emptyTest, sample, emptyTest]],
  ['1 passed, 1 sample answered, 2 failed', [passedTest, failedTest, sample, failedTest]],
  ['2 failed', [failedTest, failedTest]],
])('%s', (words, results) => {
  expect(testsOutcome(results)).toBe(words);
});
