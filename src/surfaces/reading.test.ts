import { expect, test } from 'vitest';
import { differenceFrom, type Reading } from './reading.ts';

const said = (...texts: string[]): Reading => ({
  kind: 'messages',
  messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })),
});
const fails = (message: string): Reading => ({ kind: 'error', message });

test.each<[string, Reading, Reading, string | undefined]>([
  ['the same text', said('a\nb'), { kind: 'text', text: 'a\nb\n' }, undefined],
  ['another line', said('a\nb'), said('a\nc'), 'it says “c” where the prompt says “b”'],
  ['less', said('a', 'b'), said('a'), 'it ends before “”'],
  ['more', said('a'), said('a\nb'), 'it goes on with “b”'],
  ['a failure', said('a'), fails('No.'), 'it fails: No.'],
  ['the same failure', fails('No.'), fails('No.'), undefined],
  ['an answer instead of a failure', fails('No.'), said('a'), 'it answers, where the prompt fails'],
])('%s', (_, prompt, other, difference) => {
  expect(differenceFrom(prompt, prompt, other)).toBe(difference);
});

test('lines that the prompt itself does not repeat are not compared', () => {
  expect(differenceFrom(said('<x-1>\nb'), said('<x-2>\nb'), said('<x-3>\nb'))).toBeUndefined();
  expect(differenceFrom(said('<x-1>\nb'), said('<x-2>\nb'), said('<x-3>\nc'))).toContain('“c”');
});

test('messages with other roles and other pictures differ', () => {
  const image = (data: string): Reading => ({
    kind: 'messages',
    messages: [{ role: 'user', content: { type: 'image', data } as never }],
  });
  expect(differenceFrom(image('a'), image('a'), image('b'))).toBe('its images, sounds or files are others');
  const other: Reading = { kind: 'messages', messages: [{ role: 'assistant', content: { type: 'text', text: 'a' } }] };
  expect(differenceFrom(said('a'), said('a'), other)).toBe('its messages have other roles');
});
