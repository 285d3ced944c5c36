import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxResultBytes, withinLimit } from './clean.ts';

describe('A result', () => {
  test('is within the limit, whole characters only, and nothing is left out that fits', () => {
    const size = fc.integer({ min: 0, max: Math.ceil(maxResultBytes / 2) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 5 }), fc.constantFrom('a', 'ä', '日', '🙂'), (sizes, letter) => {
        const content = sizes.map(
          (length) => ({ type: 'text', text: letter.repeat(Math.ceil(length / letter.length)) }) as const,
        );
        const limitedContent = withinLimit(content);
        const total = content.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 32, 0);
        if (total <= maxResultBytes) expect(limitedContent).toBe(content);
        const remainingTexts = limitedContent.map((block) =>
          (block.type === 'text' ? block.text : '').replace(/\n\[Cut here.*$|^\[.* left out.*\]$/s, ''),
        );
        expect(remainingTexts.join('')).not.toContain('\ufffd');
        expect(Buffer.byteLength(remainingTexts.join(''))).toBeLessThanOrEqual(maxResultBytes);
      }),
      { numRuns: 30 },
    );
  });

  test('is within the limit where it is many small blocks, and one note says how many are left out', () => {
    const content = Array.from({ length: 200_000 }, (_, line) => ({ type: 'text', text: `line ${line}` }) as const);
    const limitedContent = withinLimit(content);
    expect(JSON.stringify(limitedContent).length).toBeLessThan(maxResultBytes + 200);
    expect(limitedContent.length).toBeGreaterThan(20_000);
    const note = `[${200_000 - limitedContent.length + 1} blocks left out: the result is larger than 1 MB.]`;
    expect(limitedContent.at(-1)).toEqual({ type: 'text', text: note });
  });
});
