import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinWords, overflowArguments, withoutQuotes } from './rest-of-line.ts';

test.each([
  ['"How are you?"', 'How are you?'],
  ["'How are you?'", 'How are you?'],
  ['"He said "hi" to me"', 'He said "hi" to me'],
  ["'don't stop'", "don't stop"],
  ['"one"', 'one'],
  ['""', ''],
])('one pair of quotes around the whole is taken off: %s', (typedText, value) => {
  expect(joinWords(typedText.split(' '))).toBe(value);
});

test.each(['"a" and "b"', '"open', 'close"', '"', 'a "b" c', '"mixed\'', ''])('these quotes stay: %s', (text) => {
  expect(withoutQuotes(text)).toBe(text);
});

test('unquoted words come back unchanged, with single spaces', () => {
  const word = fc.string({ minLength: 1 }).map((text) => text.replace(/[\s"']/g, 'x'));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(joinWords(words)).toBe(words.join(' '));
    }),
  );
});

test('only a last argument that takes the rest of the line has additional arguments', () => {
  expect(overflowArguments([])).toEqual([]);
  expect(overflowArguments([{ name: 'a', required: true }])).toEqual([]);
  const argumentsWithEarlyRest = [
    { name: 'a', required: true, restOfLine: true as const },
    { name: 'b', required: true },
  ];
  expect(overflowArguments(argumentsWithEarlyRest)).toEqual([]);
  expect(overflowArguments(argumentsWithEarlyRest.slice(0, 1))).toHaveLength(499);
});

test('there is room for a page of words, and in a long list for a paragraph', () => {
  const declaredArguments = [{ name: 'a', required: true, restOfLine: true as const }];
  const roomFor = (sharing: number) => overflowArguments(declaredArguments, sharing).length + 1;
  expect([1, 20, 50, 1_000].map(roomFor)).toEqual([500, 500, 200, 120]);
});
