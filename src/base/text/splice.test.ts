import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTextSplice, textSplice } from './splice.ts';

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '𝛑', 'é'), maxLength: 40 });

it('a splice turns one text into the other, and applies to no third text', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, after, thirdText) => {
      const splice = textSplice(before, after);
      expect(applyTextSplice(before, splice)).toBe(after);
      if (thirdText !== before) expect(applyTextSplice(thirdText, splice)).toBeUndefined();
    }),
  );
});

it('a letter in a long text makes a short splice', () => {
  const longText = 'All work and no play. '.repeat(10_000);
  const { start, end, insert } = textSplice(longText, `${longText.slice(0, 100_000)}x${longText.slice(100_000)}`);
  expect({ start, end, insert }).toEqual({ start: 100_000, end: 100_000, insert: 'x' });
});
