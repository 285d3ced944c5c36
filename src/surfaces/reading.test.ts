import { expect, test } from 'vitest';
import { findDifference, type Reading } from './reading.ts';

const answer = (...texts: string[]): Reading => ({
  kind: 'messages',
  messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })),
});
const failure = (message: string): Reading => ({ kind: 'error', message });

test.each<[string, Reading, Reading, string | undefined]>([
  ['the same text', answer('a\nb'), { kind: 'text', text: 'a\nb\n' }, undefined],
  ['another line', answer('a\nb'), answer('a\nc'), 'it says “c” where the prompt says “b”'],
  ['less', answer('a', 'b'), answer('a'), 'it ends before “”'],
  ['more', answer('a'), answer('a\nb'), 'it continues with “b”'],
  ['a failure', answer('a'), failure('No.'), 'it fails: No.'],
  ['the same failure', failure('No.'), failure('No.'), undefined],
  ['an answer instead of a failure', failure('No.'), answer('a'), 'it answers, where the prompt fails'],
])('%s', (_, prompt, otherReading, difference) => {
  expect(findDifference(prompt, prompt, otherReading)).toBe(difference);
});

test('lines that the prompt itself does not repeat are not compared', () => {
  expect(findDifference(answer('<x-1>\nb'), answer('<x-2>\nb'), answer('<x-3>\nb'))).toBeUndefined();
  expect(findDifference(answer('<x-1>\nb'), answer('<x-2>\nb'), answer('<x-3>\nc'))).toContain('“c”');
});

test('messages with other roles and other pictures differ', () => {
  const image = (data: string): Reading => ({
    kind: 'messages',
    messages: [{ role: 'user', content: { type: 'image', data } as never }],
  });
  expect(findDifference(image('a'), image('a'), image('b'))).toBe('its images, sounds or files differ');
  const otherReading: Reading = {
    kind: 'messages',
    messages: [{ role: 'assistant', content: { type: 'text', text: 'a' } }],
  };
  expect(findDifference(answer('a'), answer('a'), otherReading)).toBe('its messages have different roles');
});
