import { expect, test } from 'vitest';
import { testsOutcome } from './tests-outcome.ts';

const passed = { checked: 3, failures: [] };
const answered = { checked: 1, failures: [] };
const failed = { checked: 1, failures: ['answers'] };

test.each([
  ['all passed', [passed, passed]],
  ['passed', [passed]],
  ['only answered', [answered]],
  ['1 failed', [failed]],
  ['all only answered', [answered, answered]],
  ['1 passed, 1 only answered', [passed, answered]],
  ['1 passed, 1 only answered, 2 failed', [passed, failed, answered, failed]],
  ['2 failed', [failed, failed]],
])('%s', (words, results) => {
  expect(testsOutcome(results)).toBe(words);
});
