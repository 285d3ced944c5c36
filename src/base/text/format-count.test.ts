import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test('a count has the plural of its noun, and thousands have commas', () => {
  expect([0, 1, 2, 999, 2_400].map((count) => formatCount(count, 'page'))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    '999 pages',
    '2,400 pages',
  ]);
});
