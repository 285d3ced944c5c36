import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { merge } from './merge.ts';

const base = {
  Title: 'Greet',
  Arguments: [{ Name: 'name' }, { Name: 'tone', Description: 'How' }],
  Content: 'Hello',
};
const mergeValue = (ours: unknown, theirs: unknown) => {
  const result = merge(base, ours, theirs);
  return result.kind === 'merged' ? result.value : result;
};

it('keeps changes of different values', () => {
  expect(mergeValue({ ...base, Title: 'Mine' }, { ...base, Content: 'Theirs' })).toEqual({
    ...base,
    Title: 'Mine',
    Content: 'Theirs',
  });
});

it('keeps an item added here and one changed there', () => {
  const ours = { ...base, Arguments: [...base.Arguments, { Name: 'length' }] };
  const theirs = { ...base, Arguments: [base.Arguments[0], { Name: 'tone', Description: 'How it sounds' }] };
  expect(mergeValue(ours, theirs)).toEqual({
    ...base,
    Arguments: [{ Name: 'name' }, { Name: 'tone', Description: 'How it sounds' }, { Name: 'length' }],
  });
});

it('takes an order from one side and an addition from the other', () => {
  const ours = { ...base, Arguments: base.Arguments.toReversed() };
  const theirs = { ...base, Arguments: [base.Arguments[0], { Name: 'new' }, base.Arguments[1]] };
  expect(mergeValue(ours, theirs)).toMatchObject({
    Arguments: [{ Name: 'tone' }, { Name: 'name' }, { Name: 'new' }],
  });
});

it('reports the value that both changed', () => {
  expect(merge(base, { ...base, Title: 'Mine' }, { ...base, Title: 'Theirs' })).toEqual({
    kind: 'conflict',
    at: ['Title'],
  });
  const ours = { ...base, Arguments: [base.Arguments[0]] };
  const theirs = { ...base, Arguments: [base.Arguments[0], { Name: 'tone', Description: 'Changed' }] };
  expect(merge(base, ours, theirs)).toEqual({ kind: 'conflict', at: ['Arguments', 1] });
  expect(merge(base, theirs, ours)).toEqual({ kind: 'conflict', at: ['Arguments', 1] });
});

const smallArbitrary = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('a', 'b', 'a longer text', 1, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('Name', 'Text', 'c'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

it('equals one side if the other changed nothing', () => {
  fc.assert(
    fc.property(smallArbitrary, smallArbitrary, (before, after) => {
      expect(merge(before, after, before)).toEqual({ kind: 'merged', value: after });
      expect(merge(before, before, after)).toEqual({ kind: 'merged', value: after });
      expect(merge(before, after, after)).toEqual({ kind: 'merged', value: after });
    }),
  );
});

it('undoes a change and keeps later changes elsewhere', () => {
  fc.assert(
    fc.property(smallArbitrary, smallArbitrary, smallArbitrary, smallArbitrary, (title, newTitle, text, newText) => {
      const before = { title, text };
      const ours = { title: newTitle, text };
      expect(merge(ours, before, { title: newTitle, text: newText })).toEqual({
        kind: 'merged',
        value: { title, text: newText },
      });
    }),
  );
});
