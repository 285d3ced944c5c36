import { expect, test } from 'vitest';
import { read } from '../testing/read.ts';
import { numberValue } from './numbers.ts';
import { parseWolfram } from './parse.ts';

test.each([
  ['12', 12],
  ['-12', -12],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['1.', 1],
  ['1.5*^-3', 0.0015],
  ['16^^ff', 255],
  ['2^^101.1', 5.5],
  ['16^^f.8*^1', 248],
  ['3.14`', 3.14],
  ['3.14`20', 3.14],
  ['2.5``10.5', 2.5],
  ['3.14`20*^2', 314],
])('%s is a number', (text, value) => {
  expect(read(text)).toEqual({ kind: 'number', text });
  expect(numberValue(text)).toBe(value);
});

test('a digit past the base and a base past 36 are problems', () => {
  expect(parseWolfram('{8^^9, 99^^1}').problems.map(({ column, message }) => [column, message])).toEqual([
    [2, 'The digit 9 is too large for a number in base 8: correct it or the base.'],
    [8, 'The base of a number must be from 2 to 36, not 99.'],
  ]);
});

test('a negative number and one beside dots are distinguished from operators', () => {
  expect(read('{1.., 1-2, - 5, 2x}')).toMatchObject({
    items: [
      { kind: 'code', code: '1..' },
      { kind: 'code', code: '1-2' },
      { kind: 'number', text: '-5' },
      { kind: 'code', code: '2x' },
    ],
  });
});

test('a text that is not a number has no value', () => {
  expect([numberValue('x'), numberValue('16^^ff.f.f')]).toEqual([Number.NaN, Number.NaN]);
});
