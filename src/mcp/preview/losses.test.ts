import { expect, test } from 'vitest';
import { lossesBetween } from './losses.ts';

const text = { type: 'text', text: 'Hello' };
const answer = (...contents: object[]) => ({ messages: contents.map((content) => ({ content })) });

test('equal answers lose nothing', () => {
  expect(lossesBetween(answer(text), answer(text), '2024-11-05')).toEqual([]);
});

test('a block that became a note says what it was', () => {
  const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
  expect(lossesBetween(answer(text, audio), answer(text, text), '2024-11-05')).toEqual([
    {
      message: 1,
      text: 'The audio (audio/wav) does not arrive: 2024-11-05 has none, and a text describes it.',
    },
  ]);
});

test('each annotation that is left out is named', () => {
  const annotations = { priority: 1, lastModified: '2026-01-01' };
  const losses = lossesBetween(
    answer({ ...text, annotations }),
    answer({ ...text, annotations: { priority: 1 } }),
    'x',
  );
  expect(losses).toEqual([{ message: 0, text: 'The date of the last change (lastModified) of the text: left out.' }]);
  expect(lossesBetween(answer({ ...text, annotations }), answer(text), 'x')).toEqual([
    { message: 0, text: 'The annotations (priority, lastModified) of the text: left out.' },
  ]);
});

test('fields left out of the list of prompts come last, without a message', () => {
  const listedPrompt = { name: 'greet', title: 'Greet', arguments: [{ name: 'who', title: 'Who' }] };
  const olderPrompt = { name: 'greet', arguments: [{ name: 'who' }] };
  expect(lossesBetween({ messages: [], listedPrompt }, { messages: [], listedPrompt: olderPrompt }, 'x')).toEqual([
    { text: 'The title of the prompt as it is listed: left out.' },
    { text: 'The title of the argument who: left out.' },
  ]);
});

test('a different text of the same kind is not a loss: a function may answer differently each time', () => {
  expect(lossesBetween(answer(text), answer({ ...text, text: 'Bye' }), '2024-11-05')).toEqual([]);
});
