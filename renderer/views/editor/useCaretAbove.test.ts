import { expect, test } from 'vitest';
import { hiddenBy } from './useCaretAbove.ts';

test('a caret that a growing foot hides comes back into view, and one that was out of view stays', () => {
  const by = (growth: number, bottom: number) => hiddenBy(growth, { top: bottom - 20, bottom }, 500);
  expect([by(80, 530), by(80, 498), by(80, 590)]).toEqual([38, 6, 98]);
  expect([by(80, 400), by(80, 700), by(0, 510), by(-80, 510)]).toEqual([0, 0, 0, 0]);
});
