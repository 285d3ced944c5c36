import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

test('names are in the order that a person expects: numbers by value, capitals beside small letters', () => {
  expect(['step-10', 'Zebra', 'step-2', 'apple', 'step-1', 'Éclair'].sort(compareNames)).toEqual([
    'apple',
    'Éclair',
    'step-1',
    'step-2',
    'step-10',
    'Zebra',
  ]);
});
