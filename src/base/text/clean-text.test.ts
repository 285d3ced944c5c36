import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanData, cleanText, type RemovedCharacters, removedSentence } from './clean-text.ts';
import { anyText } from './testing/any-text.ts';

describe('Text for a model', () => {
  it.each([
    ['plain text, ä 日本 🙂\r\n\tindented', 'plain text, ä 日本 🙂\r\n\tindented'],
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://example.com\u0007link\u001b]8;;\u001b\\', 'link'],
    ['\u001b]0;never ended', '0;never ended'],
    ['bell\u0007, null\u0000, delete\u007f, CSI \u009b2J', 'bell, null, delete, CSI '],
    ['over\u202eedirr\u202c and \u2066isolated\u2069', 'overedirr and isolated'],
    ['marks \u200e\u200f and joiners \u200d stay', 'marks \u200e\u200f and joiners \u200d stay'],
    ['hidden\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}', 'hidden'],
    [
      'the flag of Wales: \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
      'the flag of Wales: \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    ],
    ['half \ud83d of a character', 'half \ufffd of a character'],
  ])('%j is %j', (text, cleanName) => {
    expect(cleanText(text)).toBe(cleanName);
  });

  test('has no control character, and cleaning it again changes nothing', () => {
    const pieces = fc.array(
      fc.constantFrom('\u001b', '[', ']', '0', ';', 'm', '\u0007', '\\', '\n', 'a', '\ud800', '\u009b'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((list) => list.join('')),
          anyText(),
        ),
        (text) => {
          const cleanedText = cleanText(text);
          expect(cleanedText).not.toMatch(/[^\P{Cc}\n\t\r]|\p{Cs}/u);
          expect(cleanText(cleanedText)).toBe(cleanedText);
        },
      ),
    );
  });
});

test('data is cleaned at any depth, keys too, and clean data stays the same object', () => {
  const data = { a: ['plain', { b: 'x', n: 1, none: null }] };
  expect(cleanData(data)).toBe(data);
  expect(cleanData({ 'k\u0000': ['\u001b[1mbold', { same: data }] })).toEqual({ k: ['bold', { same: data }] });
});

test.each([
  ['clean 🙂', undefined],
  ['a\u0000', '1 character removed: NUL'],
  ['a\u001bb\u202e', '3 characters removed: ESC, U+202E'],
  ['\u001b[31mred\ud800', '6 characters removed: ESC, U+D800'],
  ['\u{e0041}🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '1 character removed: U+E0041'],
  [
    '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008',
    expect.stringMatching(/^8 characters removed: .* and 2 more kinds$/),
  ],
])('What is removed from %j is %j', (text, sentence) => {
  const removedCharacters: RemovedCharacters = { count: 0, names: new Set() };
  cleanData({ at: [text] }, removedCharacters);
  expect(removedSentence(removedCharacters)).toEqual(sentence);
});
