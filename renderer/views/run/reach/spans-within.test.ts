import { expect, test } from 'vitest';
import { spansWithin } from './spans-within.ts';

const message = (text: string) => ({ role: 'user' as const, content: { type: 'text', text } });
const from = (name: string) => ({ kind: 'argument' as const, name });
const literal = { kind: 'literal' as const };

test('a text that contains messages has their origins, and its own text around them', () => {
  const origins = [
    [
      { start: 0, end: 7, from: literal },
      { start: 7, end: 10, from: from('name') },
    ],
    [{ start: 0, end: 3, from: from('other') }],
  ];
  expect(spansWithin('> Hello, Ada\nBob.', [message('Hello, Ada'), message('Bob')], origins)).toEqual([
    { start: 0, end: 2, from: literal },
    { start: 2, end: 9, from: literal },
    { start: 9, end: 12, from: from('name') },
    { start: 12, end: 13, from: literal },
    { start: 13, end: 16, from: from('other') },
    { start: 16, end: 17, from: literal },
  ]);
});

test('a text without any of the messages has no known origin', () => {
  expect(spansWithin('Something else', [message('Hello')], [[{ start: 0, end: 5, from: literal }]])).toBeUndefined();
  expect(spansWithin('Hello', [message('Hello')], [null])).toBeUndefined();
});
