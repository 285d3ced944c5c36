import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { literalPattern } from './literal-pattern.ts';

it('finds any text literally', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), (text, before) => {
      const match = literalPattern(text, 'u').exec(`${before}${text}`);
      expect(match?.[0]).toBe(text);
    }),
  );
});
