import { expect, test } from 'vitest';
import { hiddenBy } from './useCaretAbove.ts';

test('a caret that a growing foot hides comes back into view, and one that was out of view stays', () => {
  expect(hiddenBy(80, 30)).toBe(38);
  expect(hiddenBy(80, -2)).toBe(6);
  expect([hiddenBy(80, -100), hiddenBy(80, 200), hiddenBy(0, 10), hiddenBy(-80, 10)]).toEqual([0, 0, 0, 0]);
});
