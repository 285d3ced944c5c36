import { expect, test } from 'vitest';
import { capFindings, maxFindings } from './cap-findings.ts';
import type { Finding } from './problems.ts';

const many = (count: number, severity: Finding['severity']): Finding[] =>
  Array.from({ length: count }, (_, index) => ({ tag: 'UnknownKey', severity, message: `${index}`, at: [index] }));

test('findings within the limit are unchanged', () => {
  const findings = many(maxFindings, 'warning');
  expect(capFindings(findings)).toBe(findings);
});

test('beyond the limit, one finding says how many more there are, at the place of the next', () => {
  const capped = capFindings(many(maxFindings + 5_000, 'warning'));
  expect(capped).toHaveLength(maxFindings + 1);
  expect(capped.at(-1)).toEqual({
    tag: 'Limit',
    severity: 'warning',
    message: 'This file has 5000 more problems: fix the listed ones first.',
    at: [maxFindings],
  });
});

test('warnings do not hide an error', () => {
  const capped = capFindings([...many(maxFindings, 'warning'), ...many(1, 'error')]);
  expect(capped[0]?.severity).toBe('error');
  expect(capped.at(-1)).toMatchObject({ severity: 'warning', message: expect.stringContaining('one more problem') });
});
