import { expect, test } from 'vitest';
import { capFindings, maxFindings } from './cap-findings.ts';
import type { Finding } from './problems.ts';

const makeFindings = (count: number, severity: Finding['severity']): Finding[] =>
  Array.from({ length: count }, (_, index) => ({ tag: 'UnknownKey', severity, message: `${index}`, at: [index] }));

test('findings within the limit are unchanged', () => {
  const findings = makeFindings(maxFindings, 'warning');
  expect(capFindings(findings)).toBe(findings);
});

test('beyond the limit, one finding at the place of the next says how many more there are', () => {
  const cappedFindings = capFindings(makeFindings(maxFindings + 5_000, 'warning'));
  expect(cappedFindings).toHaveLength(maxFindings + 1);
  expect(cappedFindings.at(-1)).toEqual({
    tag: 'Limit',
    severity: 'warning',
    message: 'This file has 5000 more problems: fix the listed ones first.',
    at: [maxFindings],
  });
});

test('warnings do not hide an error', () => {
  const cappedFindings = capFindings([...makeFindings(maxFindings, 'warning'), ...makeFindings(1, 'error')]);
  expect(cappedFindings[0]?.severity).toBe('error');
  expect(cappedFindings.at(-1)).toMatchObject({
    severity: 'warning',
    message: expect.stringContaining('one more problem'),
  });
});
