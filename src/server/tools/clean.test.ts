import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanText, maxResultBytes, withinLimit } from './clean.ts';

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

  test('has no control character, and is clean when it was cleaned, whatever it was', () => {
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

  test('is within the limit, whole characters only, and nothing is left out that fits', () => {
    const size = fc.integer({ min: 0, max: Math.ceil(maxResultBytes / 2) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 5 }), fc.constantFrom('a', 'ä', '日', '🙂'), (sizes, letter) => {
        const content = sizes.map(
          (length) => ({ type: 'text', text: letter.repeat(Math.ceil(length / letter.length)) }) as const,
        );
        const kept = withinLimit(content);
        const total = content.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 32, 0);
        if (total <= maxResultBytes) expect(kept).toBe(content);
        const left = kept.map((block) =>
          (block.type === 'text' ? block.text : '').replace(/\n\[Cut here.*$|^\[.* left out.*\]$/s, ''),
        );
        expect(left.join('')).not.toContain('\ufffd');
        expect(Buffer.byteLength(left.join(''))).toBeLessThanOrEqual(maxResultBytes);
      }),
      { numRuns: 30 },
    );
  });

  test('is within the limit where it is many small blocks, and one note says how many are left out', () => {
    const content = Array.from({ length: 200_000 }, (_, line) => ({ type: 'text', text: `line ${line}` }) as const);
    const kept = withinLimit(content);
    expect(JSON.stringify(kept).length).toBeLessThan(maxResultBytes + 200);
    expect(kept.length).toBeGreaterThan(20_000);
    const note = `[${200_000 - kept.length + 1} blocks left out: the result is larger than 1 MB.]`;
    expect(kept.at(-1)).toEqual({ type: 'text', text: note });
  });
});
