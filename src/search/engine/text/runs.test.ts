import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../base/text/testing/any-text.ts';
import { RunReader, type Surroundings } from './runs.ts';

const reader = new RunReader();

function runs(text: string, surroundings: Surroundings) {
  const words: string[] = [];
  const operators: string[] = [];
  reader.read(text, surroundings);
  while (reader.next()) {
    const writtenText = text.slice(reader.start, reader.end);
    expect(reader.written()).toBe(writtenText);
    (reader.isOperator ? operators : words).push(writtenText);
  }
  return { words, operators };
}

/** Texts with all kinds of characters, including lone surrogates. */
const text = fc
  .array(fc.oneof(anyText(), fc.constantFrom('a', 'Z9', '_', '$', ' ', '→', 'é', '한', '😀', '𝒳', '\ud835')))
  .map((parts) => parts.join(''));

test('the words of a text are its longest runs of letters and digits, except runs of `_`', () => {
  fc.assert(
    fc.property(text, fc.constantFrom<Surroundings>('prose', 'code'), (text, surroundings) => {
      const rows = [...text.matchAll(/[\p{L}\p{M}\p{N}_$]+/gu)].map(([row]) => row);
      expect(runs(text, surroundings).words).toEqual(rows.filter((row) => !/^_+$/.test(row)));
    }),
  );
});

test('a text of any length is read to its end', () => {
  expect(runs(`${' '.repeat(100_000)}end`, 'prose').words).toEqual(['end']);
});

test('in programs `_`, `__` and `___` are operators, whatever follows them', () => {
  expect(runs('f[x_, _, __] := ___→ _', 'code').operators).toEqual(['_', '__', ':=', '___', '_']);
  expect(runs('____ and _', 'prose')).toEqual({ words: ['and'], operators: [] });
});

test('marks alone and single brackets are not operators', () => {
  expect(runs('a[[1]] /@ b?.c; d ... e -> [2] <<==>>', 'code').operators).toEqual(['[[', '/@', '->', '<<==', '>>']);
});
