import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

test('names are in the order that a person expects: numbers by value, capitals and accents beside their letters', () => {
  expect(['step-10', 'Zebra', 'step-2', 'apple', 'step-1', 'Éclair', 'a', 'step-002'].sort(compareNames)).toEqual([
    'a',
    'apple',
    'Éclair',
    'step-1',
    'step-002',
    'step-2',
    'step-10',
    'Zebra',
  ]);
});

test('the order is total: only equal names are equal, and both directions agree', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'A', 'ä', '0', '1', '9', '-', '_'), maxLength: 6 });
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareNames(a, b))).toBe(-Math.sign(compareNames(b, a)) + 0);
      expect(compareNames(a, b) === 0).toBe(a === b);
      if (compareNames(a, b) <= 0 && compareNames(b, c) <= 0) expect(compareNames(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
