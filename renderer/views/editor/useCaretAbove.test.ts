import { expect, test } from 'vitest';
import { hiddenBy } from './useCaretAbove.ts';

test('a caret that the growing foot hides scrolls back into view, and one already out of view stays there', () => {
  const hiddenByGrowth = (growth: number, bottom: number) => hiddenBy(growth, { top: bottom - 20, bottom }, 500);
  expect([hiddenByGrowth(80, 530), hiddenByGrowth(80, 498), hiddenByGrowth(80, 590)]).toEqual([38, 6, 98]);
  expect([hiddenByGrowth(80, 400), hiddenByGrowth(80, 700), hiddenByGrowth(0, 510), hiddenByGrowth(-80, 510)]).toEqual([
    0, 0, 0, 0,
  ]);
});
