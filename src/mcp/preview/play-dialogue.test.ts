/** The forms of a function, answered by a real client. */
import { expect, test } from 'vitest';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../server/testing/fake-live-server.ts';
import { playDialogue } from './play-dialogue.ts';

const finder = prompt({
  name: 'find',
  arguments: [{ name: 'topic', required: true, ask: 'missing' }],
  content: { kind: 'function', code: 'async (args, { ask }) => ask()' },
});
const liveServer = fakeLiveServer(resolvedServer([finder]));
const services = fakeServices(async ({ host, args: [values] }) => {
  const { topic } = values as { topic: string };
  const choice = await host.ask?.({
    message: `Which ${topic}?`,
    fields: [{ name: 'symbol', kind: 'choice', choices: ['Sin', 'Sinh'], required: true }],
  });
  return `${topic}: ${JSON.stringify(choice)}`;
});
const play = (replies: Parameters<typeof playDialogue>[2]['replies'], values: Record<string, string> = {}) =>
  playDialogue(liveServer, services, { prompt: 'find', arguments: values, replies });

test('a function asks after the arguments, and depends on them', async () => {
  expect(await play([])).toMatchObject({ kind: 'question', schema: { properties: { topic: { type: 'string' } } } });
  const topic = { action: 'accept', content: { topic: 'sine' } } as const;
  expect(await play([topic])).toMatchObject({
    kind: 'question',
    message: 'Which sine?',
    schema: { properties: { symbol: { enum: ['Sin', 'Sinh'] } }, required: ['symbol'] },
  });
  expect(await play([topic, { action: 'accept', content: { symbol: 'Sinh' } }])).toEqual({ kind: 'answer' });
  expect(await play([{ action: 'accept', content: { symbol: 'Sinh' } }], { topic: 'sine' })).toEqual({
    kind: 'answer',
  });
});

test('a cancelled form ends the call with a sentence, and so does a wrong name', async () => {
  expect(await play([{ action: 'cancel' }], { topic: 'sine' })).toMatchObject({
    kind: 'refused',
    code: -32603,
    message: expect.stringContaining('was cancelled'),
  });
  expect(await playDialogue(liveServer, services, { prompt: 'gone', arguments: {}, replies: [] })).toMatchObject({
    kind: 'refused',
    code: -32602,
  });
});
