import { expect, test } from 'vitest';
import { testsOutcome } from './tests-outcome.ts';

const passed = { checked: 3, failures: [] };
const sample = { sample: 'Ada', checked: 1, failures: [] };
const empty = { checked: 1, failures: [] };
const failed = { checked: 1, failures: ['answers'] };

test.each([
  ['all passed', [passed, passed]],
  ['passed', [passed]],
  ['1 sample answered', [sample]],
  ['1 failed', [failed]],
  ['2 samples answered', [sample, sample]],
  ['1 passed, 1 sample answered', [passed, sample]],
  ['1 test without expectations answered', [empty]],
  ['1 sample answered, 2 tests without expectations answered', [empty, sample, empty]],
  ['1 passed, 1 sample answered, 2 failed', [passed, failed, sample, failed]],
  ['2 failed', [failed, failed]],
])('%s', (words, results) => {
  expect(testsOutcome(results)).toBe(words);
});
