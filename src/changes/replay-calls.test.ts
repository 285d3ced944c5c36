import { expect, test } from 'vitest';
import type { KeptCall } from '../calls/kept-call.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../mcp/server/testing/fake-live-server.ts';
import { replayCalls } from './replay-calls.ts';

const mail = (words: string) =>
  prompt({
    name: 'write mail',
    arguments: [
      { name: 'group', required: true },
      { name: 'person', required: true, restOfLine: true },
    ],
    content: { kind: 'text', text: { kind: 'template', template: `${words} \`group\`: \`person\`` } },
  });

const answerWith = (text: string): Pick<KeptCall, 'answer'> => ({
  answer: { messages: [{ role: 'user', content: { type: 'text', text } }] },
});

function call(application: string, values: Record<string, string>, text: string): KeptCall {
  const sharedFields = { at: 1, server: 'Docs', application, names: Object.keys(values), values };
  return { ...sharedFields, kind: 'prompt', name: 'write-mail', ...answerWith(text) };
}

const replay = (calls: readonly KeptCall[], words: string) =>
  replayCalls(
    calls,
    { name: 'Docs', now: fakeLiveServer(resolvedServer([mail(words)])) },
    { services: fakeServices() },
  );

test('a call of Claude Code is played as it was sent, and shown under the names that the prompt declares', async () => {
  const calls = [call('claude-code', { '3': '"Son"', '4': 'Jr', group: 'G', person: 'Per' }, 'Mail G: Per "Son" Jr')];
  expect(await replay(calls, 'Mail')).toMatchObject({ calls: 1, different: 0, skipped: [] });
  expect((await replay(calls, 'Letter')).differences).toEqual([
    {
      kind: 'prompt',
      name: 'write mail',
      values: { group: 'G', person: 'Per "Son" Jr' },
      clients: ['Claude Code'],
      calls: 1,
      at: 1,
      difference: '-user: Mail G: Per "Son" Jr\n+user: Letter G: Per "Son" Jr',
    },
  ]);
});

test('a prompt that a client application calls as a tool is played as that tool', async () => {
  const keptCall: KeptCall = {
    ...call('codex', { group: 'G', person: 'Per Son' }, ''),
    kind: 'tool',
    name: 'write_mail',
    answer: { result: { content: [{ type: 'text', text: 'Mail G: Per Son' }] } },
  };
  expect(await replay([keptCall], 'Mail')).toMatchObject({ calls: 1, different: 0, skipped: [] });
  const { differences } = await replay([keptCall], 'Letter');
  expect(differences).toMatchObject([{ kind: 'tool', name: 'write_mail', values: { group: 'G', person: 'Per Son' } }]);
  expect(differences[0]?.difference).toContain('+Letter G: Per Son');
});

test('a call of a tool that the server still does not have shows no difference', async () => {
  const keptCall: KeptCall = {
    ...call('codex', {}, ''),
    kind: 'tool',
    name: 'x',
    answer: { error: 'Unknown tool: x' },
  };
  expect(await replay([keptCall], 'Mail')).toMatchObject({ calls: 1, different: 0, skipped: [], differences: [] });
});
