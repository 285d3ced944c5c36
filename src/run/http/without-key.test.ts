import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamWithoutKey } from './without-key.ts';

test('an answer that arrives in any pieces keeps all of its text except the key', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  const key = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), key, (pieces, secret) => {
      let shownText = '';
      const stream = streamWithoutKey((text) => {
        shownText += text;
      }, secret);
      for (const piece of pieces) stream.write(piece);
      stream.end();
      expect(shownText).toBe(pieces.join('').replaceAll(secret, '•••'));
    }),
  );
});
