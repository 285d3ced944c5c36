import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type WordPart, wordDiff } from './word-diff.ts';

const textOf = (parts: readonly WordPart[], side: 'added' | 'removed') =>
  parts
    .filter(({ kind }) => kind === 'same' || kind === 'left out' || kind === side)
    .map(({ text }) => text)
    .join('');

it('marks the words that changed', () => {
  expect(wordDiff('Say hello to Ada.', 'Say goodbye to Ada.')).toEqual([
    { kind: 'same', text: 'Say ' },
    { kind: 'removed', text: 'hello' },
    { kind: 'added', text: 'goodbye' },
    { kind: 'same', text: ' to Ada.' },
  ]);
});

it('leaves out what is far from any change, and cuts between words', () => {
  const longText = 'word '.repeat(200);
  const parts = wordDiff(`${longText}old ${longText}`, `${longText}new ${longText}`);
  expect(parts.map(({ kind }) => kind)).toEqual(['left out', 'same', 'removed', 'added', 'same', 'left out']);
  expect(parts.every(({ text }) => text.length < 200 || text.startsWith('word') || text.startsWith(' '))).toBe(true);
});

it('loses no character of either text', () => {
  const words = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', 'word ', '🙂', 'x'.repeat(200)), { maxLength: 30 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = wordDiff(before.join(''), after.join(''));
      expect(textOf(parts, 'removed')).toBe(before.join(''));
      expect(textOf(parts, 'added')).toBe(after.join(''));
    }),
  );
});
