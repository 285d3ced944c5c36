import { expect, test } from 'vitest';
import { formatCost, formatDuration } from './figures.ts';

test('a duration has the unit that fits it', () => {
  expect([0.4, 40, 999, 1340, 59_960, 125_000].map(formatDuration)).toEqual([
    '0 ms',
    '40 ms',
    '999 ms',
    '1.3 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});

test('a cost has two decimals, and two significant digits below a cent', () => {
  expect([0, 1.2, 0.25, 0.0012, 0.000034].map(formatCost)).toEqual(['$0', '$1.20', '$0.25', '$0.0012', '$0.000034']);
});
