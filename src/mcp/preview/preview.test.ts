import { AsyncResource } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { NotAllowedError } from '../../base/errors.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import { REVISIONS, type Revision, USUAL_REVISION } from '../../model/revisions.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer, tool } from '../server/testing/fake-live-server.ts';
import { ObservedConnection } from '../traffic/observed-connection.ts';
import { describe as describeMessage, type TrafficMessage } from '../traffic/traffic-message.ts';
import { createPreview } from './preview.ts';

const services = fakeServices();

/** Runs in the context in which the file was loaded, as a worker's messages do. */
const runOutside = AsyncResource.bind((task: () => void) => void setTimeout(task));

const greet = prompt({
  name: 'Greet',
  description: 'Says hello',
  arguments: [{ name: 'name', required: true, complete: { kind: 'values', values: ['World', 'Wolf', 'Moon'] } }],
  content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
});

const liveServerOf = (...prompts: ResolvedPrompt[]) => fakeLiveServer(resolvedServer(prompts));

test('a fetched prompt is what the client received, with the exact messages', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  const fetchedPreview = await preview.get('Greet', { name: 'World' });
  const messages = [{ role: 'user', content: { type: 'text', text: 'Hello, World!' } }];
  expect(fetchedPreview).toMatchObject({ kind: 'result', revision: USUAL_REVISION, losses: [], log: [] });
  expect(fetchedPreview.exchange.request).toMatchObject({
    jsonrpc: '2.0',
    method: 'prompts/get',
    params: { name: 'Greet', arguments: { name: 'World' } },
  });
  expect(fetchedPreview.exchange.response).toMatchObject({
    jsonrpc: '2.0',
    result: { description: 'Says hello', messages },
  });
  expect(fetchedPreview.exchange.milliseconds).toBeGreaterThan(0);
  await preview.close();
});

test('an answer says which characters the server removed from it', async () => {
  const connection = new ObservedConnection('Docs', 'preview', liveServerOf(greet));
  const removedTexts: (string | undefined)[] = [];
  const sink = {
    message: (message: TrafficMessage) => removedTexts.push(message.removed),
    changed() {},
    unanswered() {},
  };
  connection.listen({ ...sink, missed() {}, closed() {} }, describeMessage);
  const preview = createPreview(liveServerOf(greet), services, () => connection);
  const dirtyPreview = await preview.get('Greet', { name: 'World\u001b[31m\u202e' });
  expect(dirtyPreview.exchange.removed).toBe('6 characters removed: ESC, U+202E');
  expect(removedTexts.filter((removedText) => removedText !== undefined)).toEqual([dirtyPreview.exchange.removed]);
  expect((await preview.get('Greet', { name: 'World' })).exchange.removed).toBeUndefined();
  await preview.close();
  const oddTool = tool({ name: 'odd', content: { kind: 'text', text: { kind: 'literal', text: '\u202ehidden' } } });
  const ofTool = createPreview(fakeLiveServer(resolvedServer([], { tools: [oddTool] })), services);
  expect(await ofTool.callTool('odd', {})).toMatchObject({ exchange: { removed: '1 character removed: U+202E' } });
  await ofTool.close();
});

test('calls at the same time keep their own exchanges', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  const names = ['a', 'b', 'c', 'd'];
  const results = await Promise.all(names.map((name) => preview.get('Greet', { name })));
  expect(results.map(({ exchange }) => exchange.request)).toMatchObject(
    names.map((name) => ({ params: { arguments: { name } } })),
  );
  expect(results.map(({ exchange }) => exchange.response)).toMatchObject(
    names.map((name) => ({ result: { messages: [{ content: { text: `Hello, ${name}!` } }] } })),
  );
  await preview.close();
});

test('an error of the server is shown with its code, its sentence and its exchange', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  const fetchedPreview = await preview.get('Greet', {});
  expect(fetchedPreview).toMatchObject({ kind: 'error', code: -32602, message: expect.stringContaining('"name"') });
  expect(fetchedPreview.exchange.response).toMatchObject({ error: { code: -32602 } });
  await preview.close();
});

test('an edit shows in the next fetch without connecting again', async () => {
  const liveServer = liveServerOf(greet);
  const preview = createPreview(liveServer, services);
  await preview.get('Greet', { name: 'World' });
  const text = { kind: 'template', template: 'Bye, `name`.' } as const;
  liveServer.set({ prompts: [prompt({ ...greet, content: { kind: 'text', text } })] });
  const { exchange } = await preview.get('Greet', { name: 'World' });
  expect(exchange.response).toMatchObject({ result: { messages: [{ content: { text: 'Bye, World.' } }] } });
  await preview.close();
});

test('the list holds every page', async () => {
  const manyPrompts = Array.from({ length: 2500 }, (_, index) => prompt({ name: `Prompt${index}` }));
  const preview = createPreview(liveServerOf(...manyPrompts), services);
  expect((await preview.list()).map(({ name }) => name)).toEqual(manyPrompts.map(({ name }) => name));
  await preview.close();
});

test('completion offers the values that begin with what was typed', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  expect((await preview.complete('Greet', 'name', 'Wo', {})).values).toEqual(['World', 'Wolf']);
  await preview.close();
});

test('completion for a prompt that is not there fails with the sentence of the server', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  await expect(preview.complete('Nobody', 'name', '', {})).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('"Nobody"'),
  });
  await preview.close();
});

test('a prompt and a completion whose function may not run name the missing permission', async () => {
  const refusingServices = fakeServices(async () => {
    throw new NotAllowedError('This workspace is not allowed to run its functions.', ['functions-id']);
  });
  const computedPrompt = prompt({
    name: 'Computed',
    arguments: [{ name: 'topic', required: false, complete: { kind: 'function', code: '() => []' } }],
    content: { kind: 'function', code: "() => 'Hello.'" },
  });
  const preview = createPreview(liveServerOf(computedPrompt), refusingServices);
  expect(await preview.get('Computed', {})).toMatchObject({ kind: 'error', needs: ['functions-id'] });
  await expect(preview.complete('Computed', 'topic', '', {})).rejects.toMatchObject({
    code: 'refused',
    needs: ['functions-id'],
  });
  await preview.close();
});

test('a closed preview reconnects at the next request', async () => {
  const preview = createPreview(liveServerOf(greet), services);
  await preview.get('Greet', { name: 'World' });
  await preview.close();
  expect(await preview.get('Greet', { name: 'Moon' })).toMatchObject({ kind: 'result' });
  await preview.close();
});

test('every prompt of a large server is listed', async () => {
  const manyPrompts = Array.from({ length: 6_501 }, (_, index) => prompt({ name: `prompt-${index}` }));
  const preview = createPreview(liveServerOf(...manyPrompts), services);
  expect(await preview.list()).toHaveLength(manyPrompts.length);
  await preview.close();
});

describe('a revision', () => {
  const richPrompt = prompt({
    name: 'Everything',
    title: 'All there is',
    arguments: [{ name: 'topic', title: 'A topic', required: true }],
    icons: [{ src: 'data:image/png;base64,AA==' }],
    content: {
      kind: 'messages',
      messages: [
        {
          role: 'user',
          blocks: [
            { type: 'text', text: { kind: 'template', template: 'About `topic`' } },
            { type: 'audio', media: { kind: 'data', data: 'AAAA' }, mimeType: 'audio/wav' },
            {
              type: 'resource_link',
              uri: 'docs://guide',
              name: 'guide',
              title: 'The guide',
              icons: [{ src: 'data:image/png;base64,AA==' }],
            },
            {
              type: 'text',
              text: { kind: 'literal', text: 'Dated' },
              annotations: { priority: 1, lastModified: '2026-01-01T00:00:00Z' },
            },
          ],
        },
      ],
    },
  });

  test.each(REVISIONS)('%s is used when it is chosen', async (revision) => {
    const preview = createPreview(liveServerOf(richPrompt), services);
    const fetchedPreview = await preview.get('Everything', { topic: 'owls' }, revision);
    expect(fetchedPreview).toMatchObject({ kind: 'result', revision });
    await preview.close();
  });

  test('lists its losses, message by message', async () => {
    const preview = createPreview(liveServerOf(richPrompt), services);
    const lossesIn = async (revision: Revision) => {
      const fetchedPreview = await preview.get('Everything', { topic: 'owls' }, revision);
      return fetchedPreview.kind === 'result' ? fetchedPreview.losses : undefined;
    };
    expect(await lossesIn('2026-07-28')).toEqual([]);
    expect(await lossesIn('2025-11-25')).toEqual([]);
    expect(await lossesIn('2025-06-18')).toEqual([
      { message: 2, text: 'The icons of the link: left out.' },
      { text: 'The icons of the prompt as it is listed: left out.' },
    ]);
    expect(await lossesIn('2024-11-05')).toEqual([
      { message: 1, text: expect.stringContaining('audio') },
      { message: 2, text: expect.stringContaining('link') },
      { message: 3, text: expect.stringContaining('lastModified') },
      { text: expect.stringContaining('title of the prompt') },
      { text: expect.stringContaining('title of the argument topic') },
      { text: expect.stringContaining('icons of the prompt') },
    ]);
    await preview.close();
  });

  test('shows an edit without reconnecting, in the list too', async () => {
    const liveServer = liveServerOf(richPrompt);
    const preview = createPreview(liveServer, services);
    await preview.get('Everything', { topic: 'owls' }, '2024-11-05');
    liveServer.set({ prompts: [prompt({ name: 'Everything', title: 'Another' })] });
    expect(await preview.get('Everything', {}, '2024-11-05')).toMatchObject({
      exchange: { response: { result: { messages: [{ content: { text: 'Hello.' } }] } } },
      losses: [{ text: expect.stringContaining('title of the prompt') }],
    });
    await preview.close();
  });

  test('leaves a text without origins where a note replaces a block', async () => {
    const preview = createPreview(liveServerOf(richPrompt), services);
    const fetchedPreview = await preview.get('Everything', { topic: 'owls' }, '2024-11-05');
    expect(fetchedPreview).toMatchObject({
      origins: [
        [
          { start: 0, end: 6, from: { kind: 'literal' } },
          { start: 6, end: 10, from: { kind: 'argument', name: 'topic' } },
        ],
        null,
        null,
        [{ start: 0, end: 5, from: { kind: 'literal' } }],
      ],
    });
    await preview.close();
  });
});

test('a call returns the log lines of its function, and none of other calls', async () => {
  const speaker = fakeServices(async ({ args, host }) => {
    const [{ name }] = args as [{ name: string }];
    // A sandbox's worker sends messages outside the context of its call.
    await new Promise<void>((resolve) => runOutside(() => resolve(host.log(`asked for ${name}`))));
    return `Hello, ${name}`;
  });
  const content = { kind: 'function', code: 'unused' } as const;
  const preview = createPreview(liveServerOf(prompt({ ...greet, content, type: 'Function' })), speaker);
  const names = ['a', 'b', 'c'];
  const results = await Promise.all(names.map((name) => preview.get('Greet', { name })));
  expect(results.map(({ log }) => log)).toEqual(names.map((name) => [{ level: 'info', text: `asked for ${name}` }]));
  expect(speaker.lines).toHaveLength(3);
  await preview.close();
});
