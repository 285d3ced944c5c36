import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameData } from '../../../src/base/json.ts';
import { changedPath, type Json, valueAt, withValue } from './json.ts';

const paths = fc.array(fc.oneof(fc.constantFrom('Name', 'Content', '__proto__'), fc.nat(2)), { maxLength: 4 });

it('finds a value at its path', () => {
  expect(
    valueAt(withValue({ Arguments: [{ Name: 'a' }] }, ['Arguments', 0, 'Name'], 'b'), ['Arguments', 0, 'Name']),
  ).toBe('b');
});

it('does not change the original or anything beside the path', () => {
  const before: Json = { Name: 'a', Content: { StringTemplate: 't' } };
  expect(withValue(before, ['Content', 'StringTemplate'], 'u')).toEqual({
    Name: 'a',
    Content: { StringTemplate: 'u' },
  });
  expect(before).toEqual({ Name: 'a', Content: { StringTemplate: 't' } });
});

it('removes a key, and an item of a list', () => {
  expect(withValue({ Name: 'a', Title: 'b' }, ['Title'], undefined)).toEqual({ Name: 'a' });
  expect(withValue([1, 2, 3], [1], undefined)).toEqual([1, 3]);
});

it('never finds inherited properties', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined();
  expect(valueAt([], ['length'])).toBeUndefined();
});

it('treats equal data as the same, in any order of keys', () => {
  expect(isSameData({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(isSameData({ a: 1 }, { a: 1, b: null })).toBe(false);
});

it('equals itself and reads back what it wrote, for any data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), paths, fc.string(), (root, at, value) => {
      expect(isSameData(root as Json, structuredClone(root) as Json)).toBe(true);
      const isInReach = at.every((key) => typeof key === 'string' || key === 0);
      if (isInReach) expect(valueAt(withValue(root as Json, at, value), at)).toBe(value);
    }),
  );
});

it('finds the first place that differs between two values', () => {
  const messages = (...texts: string[]) => ({
    Name: 'a',
    Content: { Messages: texts.map((Content) => ({ Content })) },
  });
  const at = ['Content', 'Messages'];
  expect(changedPath(messages('x', 'y'), messages('x', 'z'))).toEqual([...at, 1, 'Content']);
  expect(changedPath(messages('x'), messages('x', 'y'))).toEqual([...at, 1]);
  expect(changedPath(messages('x', 'y'), messages('x'))).toEqual(at);
  expect(changedPath({ Name: 'a', Title: 'b' }, { Name: 'a' })).toEqual(['Title']);
  expect(changedPath(messages('x'), messages('x'))).toBeUndefined();
});
