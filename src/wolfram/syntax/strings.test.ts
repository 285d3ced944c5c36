import { expect, test } from 'vitest';
import { read } from '../testing/read.ts';
import { parseWolfram } from './parse.ts';

test.each([
  ['"plain"', 'plain'],
  ['""', ''],
  [String.raw`"a\nb\tc\"d\\e"`, 'a\nb\tc"d\\e'],
  [String.raw`"\[EAcute]\[Alpha]\[LongDash]"`, 'éα—'],
  [String.raw`"\:00e9\:4e2d\|01f600\.e9\351"`, 'é中😀éé'],
  [String.raw`"\:d83d\:de00"`, '😀'],
  [String.raw`"\\[Alpha]"`, '\\[Alpha]'],
  [String.raw`"\[RawBackslash]\[RawDoubleQuote]\[NewLine]"`, '\\"\n'],
  ['"one \\\nline"', 'one line'],
  ['"one \\\r\nline"', 'one line'],
  ['"two\nlines (* and no comment *)"', 'two\nlines (* and no comment *)'],
])('%s is read as its text', (text, value) => {
  expect(read(text)).toEqual({ kind: 'string', value });
});

test.each([
  [String.raw`f["a\qb"]`, 1, 5, String.raw`\q is not an escape`],
  [String.raw`"\[Nonesuch]"`, 1, 2, 'Unknown character name'],
  [String.raw`"\[Alpha"`, 1, 2, 'is not closed'],
  [String.raw`"\:12"`, 1, 2, 'four hexadecimal digits'],
  [String.raw`"\|110000"`, 1, 2, 'beyond the last character'],
  [String.raw`"\!\(x\)"`, 1, 2, 'formatted text'],
  ['"\\\u{1f600}"', 1, 2, 'not an escape'],
])('%s has a located problem and keeps the escape unchanged', (text, line, column, message) => {
  const { statements, problems } = parseWolfram(text);
  expect(statements).toHaveLength(1);
  expect(problems[0]).toMatchObject({ line, column, message: expect.stringContaining(message) });
});
