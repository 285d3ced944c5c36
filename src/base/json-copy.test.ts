import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonCopy } from './json-copy.ts';

const roundTrip = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a copy is what a round trip through JSON gives', () => {
  const value = fc.object({ withDate: true, withNullPrototype: true, withSparseArray: true, maxDepth: 4 });
  fc.assert(
    fc.property(value, (data) => {
      expect(jsonCopy(data)).toStrictEqual(roundTrip(data));
    }),
  );
});

test('undefined, functions, dates and keys like __proto__ become what JSON makes of them', () => {
  const unusualValues = {
    list: [undefined, () => 1, Symbol('x'), Number.NaN, -0],
    gone: undefined,
    when: new Date(0),
    boxed: Object('text'),
    own: { toJSON: () => 'as JSON' },
    ['__proto__']: { a: 1 },
  };
  expect(jsonCopy(unusualValues)).toStrictEqual(roundTrip(unusualValues));
  expect(Object.keys(jsonCopy(unusualValues) as object)).toContain('__proto__');
  expect(() => jsonCopy({ big: 1n })).toThrow(TypeError);
});
