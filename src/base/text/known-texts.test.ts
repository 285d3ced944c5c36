import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withKnownTexts, withoutKnownTexts } from './known-texts.ts';

const longArbitrary = fc.tuple(fc.string(), fc.nat(3), fc.string()).map(([begin, times, end]) => {
  return `${begin}${'A line of a long text.\n'.repeat(200 * times)}${end}`;
});
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    longArbitrary,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('data'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('data'), { maxKeys: 3 }),
  ),
}));

test('the receiver of the changes has the same data', () => {
  fc.assert(
    fc.property(data, data, (before, after) => {
      const { value, texts } = withoutKnownTexts(after, before);
      expect(withKnownTexts(value, before, JSON.parse(JSON.stringify(texts)))).toEqual(after);
    }),
  );
});

test('one letter in a long text is sent as one letter', () => {
  const text = 'Consider what the reader knows already. '.repeat(500);
  const { value, texts } = withoutKnownTexts({ list: [{ text: `x${text}` }] }, { list: [{ text }] });
  expect(value).toEqual({ list: [{ text: '' }] });
  expect(texts).toEqual([{ at: ['list', 0, 'text'], splice: { start: 0, end: 0, insert: 'x' } }]);
});

test('a receiver without the former text notices that', () => {
  const texts = [{ at: ['text'], splice: { start: 0, end: 0, insert: 'x' } }];
  expect(withKnownTexts({ text: '' }, {}, texts)).toBeUndefined();
});
