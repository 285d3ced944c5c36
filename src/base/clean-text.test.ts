import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('Text for a model', () => {
  it.each([
    ['plain text, ä 日本 🙂\r\n\tindented', 'plain text, ä 日本 🙂\r\n\tindented'],
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://example.com\u0007link\u001b]8;;\u001b\\', 'link'],
    ['\u001b]0;never ended', '0;never ended'],
    ['bell\u0007, null\u0000, delete\u007f, CSI \u009b2J', 'bell, null, delete, CSI '],
    ['half \ud83d of a character', 'half \ufffd of a character'],
  ])('%j is %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test('has no control character, and cleaning it again changes nothing', () => {
    const pieces = fc.array(
      fc.constantFrom('\u001b', '[', ']', '0', ';', 'm', '\u0007', '\\', '\n', 'a', '\ud800', '\u009b'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((list) => list.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const clean = cleanText(text);
          expect(clean).not.toMatch(/[^\P{Cc}\n\t\r]|\p{Cs}/u);
          expect(cleanText(clean)).toBe(clean);
        },
      ),
    );
  });
});
