import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSampleTable } from './sample-table.ts';

const rowsOf = (file: string, text: string) => readSampleTable(file, text).rows.map(({ values }) => values);
const faultsOf = (file: string, text: string) =>
  readSampleTable(file, text).faults.map(({ line, message }) => [line, message]);

describe('A table of samples in CSV', () => {
  test('has the names of the arguments in its first line; an empty cell gives no value', () => {
    const text = '\ufeffSample, name ,mood\nAda,Ada,"happy, ""very"""\n\nBob,Bob,\n';
    expect(readSampleTable('a.csv', text)).toEqual({
      columns: ['Sample', 'name', 'mood'],
      rows: [
        { line: 2, values: { Sample: 'Ada', name: 'Ada', mood: 'happy, "very"' } },
        { line: 4, values: { Sample: 'Bob', name: 'Bob' } },
      ],
      faults: [],
    });
  });

  test.each([
    ['semicolons', 'name;mood\nAda;1,5\n'],
    ['tabs', 'name\tmood\nAda\t1,5\n'],
    ['Windows line breaks', 'name,mood\r\nAda,"1,5"\r\n'],
  ])('may have %s', (_, text) => {
    expect(rowsOf('a.csv', text)).toEqual([{ name: 'Ada', mood: '1,5' }]);
  });

  test('counts the lines of values with line breaks', () => {
    const { rows } = readSampleTable('a.csv', 'text\n"one\ntwo\nthree"\nfour\n');
    expect(rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  test('reports each faulty line, and keeps the others', () => {
    const text = 'name,mood\nAda,happy\nBob\nA"b,c\nEve,"calm"x\nMax,sad\n"open,x\n';
    expect(rowsOf('a.csv', text)).toEqual([
      { name: 'Ada', mood: 'happy' },
      { name: 'A"b', mood: 'c' },
      { name: 'Eve', mood: '"calm"x' },
      { name: 'Max', mood: 'sad' },
    ]);
    expect(faultsOf('a.csv', text)).toEqual([
      [3, expect.stringContaining('a different number of values')],
      [7, expect.stringContaining('not closed')],
    ]);
  });

  test.each([
    ['', 'is empty'],
    ['name\n', 'has no rows'],
    ['name,name\na,b\n', 'two columns are called "name"'],
    ['name,\na,b\n', 'a column has no name'],
  ])('%j says what to do', (text, words) => {
    expect(faultsOf('a.csv', text).map(([, message]) => message)).toEqual([expect.stringContaining(words)]);
  });

  test('gives back whatever was written with quotes', () => {
    const cell = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\ufeff'));
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = ['a,b', ...rows.map((row) => row.map(quote).join(','))].join('\n');
        expect(rowsOf('a.csv', text)).toEqual(rows.map(([a, b]) => ({ a, b })));
      }),
    );
  });
});

describe('A table of samples in JSON Lines', () => {
  test('has an object a line, with texts, numbers, lists of choices and nothing', () => {
    const text = '{"name": "Ada", "age": 36, "tags": ["a", "b"], "wise": true}\n\n{"name": "", "age": null}\n';
    expect(readSampleTable('a.jsonl', text)).toEqual({
      columns: ['name', 'age', 'tags', 'wise'],
      rows: [
        { line: 1, values: { name: 'Ada', age: '36', tags: 'a, b', wise: 'true' } },
        { line: 3, values: { name: '' } },
      ],
      faults: [],
    });
  });

  test('reports each faulty line', () => {
    expect(faultsOf('a.jsonl', '{"name": {"first": "Ada"}}\n[1]\n{"name"\n')).toEqual([
      [1, '"name" must be text or a number.'],
      [2, expect.stringContaining('is not a JSON object')],
      [3, expect.stringContaining('is not a JSON object')],
    ]);
  });
});

test.each([
  ['a.csv', `name\n${'x\n'.repeat(501)}`],
  ['a.jsonl', '{"name": "x"}\n'.repeat(501)],
])('a table of more than 500 rows gives the first, and says so: %s', (file, text) => {
  const { rows, faults } = readSampleTable(file, text);
  expect(rows).toHaveLength(500);
  expect(faults).toEqual([{ message: expect.stringContaining('more than 500 rows') }]);
});
