/** Raw JSON-RPC in every revision, over stdio and over HTTP: what goes over the wire, message by message. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Block } from '../../model/definitions.ts';
import { pageSize } from './pages.ts';
import { MODERN_REVISION, REVISIONS, type Revision } from './revisions.ts';
import { until } from './testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
  tool,
} from './testing/fake-live-server.ts';
import { type Message, openRawClient, type RawClient, type TransportName } from './testing/raw-client.ts';

const audience = { audience: ['user'], priority: 0.9 } as const;
const blocks: readonly Block[] = [
  { type: 'text', text: { kind: 'template', template: 'Look at `topic`.' }, annotations: audience },
  { type: 'image', media: { kind: 'file', file: 'logo.png' }, mimeType: 'image/png' },
  { type: 'audio', media: { kind: 'data', data: 'AQID' }, mimeType: 'audio/wav' },
  { type: 'resource', uri: 'docs://guide', mimeType: 'text/plain', body: { kind: 'file', file: 'guide.txt' } },
  {
    type: 'resource',
    uri: 'docs://topics/{topic}',
    mimeType: 'text/markdown',
    body: { kind: 'text', text: { kind: 'template', template: '# `topic`' } },
  },
  { type: 'resource_link', uri: 'https://example.com/more', name: 'more' },
];
const review = prompt({
  name: 'code_review',
  title: 'Request Code Review',
  description: 'Asks for a review',
  arguments: [{ name: 'code', description: 'The code', required: true }],
  icons: [{ src: 'https://example.com/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
  content: { kind: 'text', text: { kind: 'template', template: 'Please review:\n`code`' } },
});
const allPrompt = prompt({
  name: 'all',
  arguments: [{ name: 'topic', required: false, complete: { kind: 'values', values: ['tides', 'time', 'moon'] } }],
  content: { kind: 'messages', messages: [{ role: 'assistant', blocks }] },
});
const brokenPrompt = prompt({
  name: 'broken',
  content: {
    kind: 'messages',
    messages: [
      { role: 'user', blocks: [{ type: 'image', media: { kind: 'file', file: 'no.png' }, mimeType: 'image/png' }] },
    ],
  },
});
const sum = tool({
  name: 'calculate_sum',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  content: { kind: 'text', text: { kind: 'template', template: '`a` and `b`' } },
});
const loggedTool = tool({ name: 'logged', content: { kind: 'function', code: 'logs' } });

function createLiveServer(): FakeLiveServer {
  const media = { 'logo.png': new Uint8Array([1, 2, 3]), 'guide.txt': new TextEncoder().encode('First.') };
  return fakeLiveServer(resolvedServer([review, allPrompt, brokenPrompt], { tools: [sum, loggedTool] }), media);
}

const services = fakeServices(async ({ host }) => {
  host?.log?.('wor\u202ek\u001b[31ming');
  return 'done';
});

const runs = (['stdio', 'HTTP'] as const).flatMap((transport) =>
  REVISIONS.map((revision) => ({ transport, revision, isModern: revision === MODERN_REVISION })),
);

let client: RawClient;
afterEach(() => client.close());

const open = async (transport: TransportName, revision: Revision, liveServer = createLiveServer()) => {
  client = await openRawClient(transport, revision, liveServer, services);
  return client;
};

describe.each(runs)('over $transport in $revision', ({ transport, revision, isModern }) => {
  it('the server declares what it can do, and nothing else', async () => {
    const { opening } = await open(transport, revision);
    const { capabilities } = opening.result as Message;
    expect(capabilities).toEqual({
      prompts: { listChanged: true },
      tools: { listChanged: true },
      logging: {},
      resources: { subscribe: true, listChanged: true },
      ...(revision >= '2025-03-26' && { completions: {} }),
    });
  });

  it('each request gets its answer', async () => {
    const { request } = await open(transport, revision);
    const notFound = isModern ? -32602 : -32002;
    const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
    const table: [string, object, object][] = [
      ['ping', {}, isModern ? { error: { code: -32601 } } : { result: {} }],
      [
        'prompts/list',
        {},
        { result: { prompts: [{ name: 'code_review', description: 'Asks for a review' }, {}, {}] } },
      ],
      ['prompts/list', { cursor: 'garbage' }, { error: { code: -32602 } }],
      [
        'prompts/get',
        { name: 'code_review', arguments: { code: "def hello():\n    print('world')" } },
        {
          result: {
            description: 'Asks for a review',
            messages: [
              { role: 'user', content: { type: 'text', text: "Please review:\ndef hello():\n    print('world')" } },
            ],
          },
        },
      ],
      ['prompts/get', { name: 'nothing' }, { error: { code: -32602, message: expect.stringContaining('nothing') } }],
      ['prompts/get', { name: 'code_review' }, { error: { code: -32602, message: expect.stringContaining('code') } }],
      [
        'prompts/get',
        { name: 'broken' },
        { error: { code: -32603, message: expect.stringContaining('media/no.png') } },
      ],
      ['tools/list', {}, { result: { tools: [{ name: 'calculate_sum', inputSchema: sum.inputSchema }, {}] } }],
      ['tools/call', { name: 'calculate_sum', arguments: { a: 1, b: 2 } }, { result: text('1 and 2') }],
      ['tools/call', { name: 'calculate_sum', arguments: { a: 'x', b: 2 } }, { result: { isError: true } }],
      ['tools/call', { name: 'Calculate_Sum', arguments: { a: 1, b: 2 } }, { error: { code: -32602 } }],
      ['tools/call', { name: 'logged', arguments: { any: { thing: 1 } } }, { result: text('done') }],
      ['tools/call', { name: 'nothing' }, { error: { code: -32602, message: expect.stringContaining('nothing') } }],
      ['resources/list', {}, { result: { resources: [{ uri: 'docs://guide' }, { name: 'more' }] } }],
      ['resources/read', { uri: 'docs://guide' }, { result: { contents: [{ text: 'First.' }] } }],
      ['resources/read', { uri: 'docs://nothing' }, { error: { code: notFound, data: { uri: 'docs://nothing' } } }],
      [
        'resources/templates/list',
        {},
        { result: { resourceTemplates: [{ uriTemplate: 'docs://topics/{topic}', mimeType: 'text/markdown' }] } },
      ],
      [
        'resources/read',
        { uri: 'docs://topics/high%20tides' },
        { result: { contents: [{ uri: 'docs://topics/high%20tides', text: '# high tides' }] } },
      ],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'all' }, argument: { name: 'topic', value: 'ti' } },
        { result: { completion: { values: ['tides', 'time'], total: 2, hasMore: false } } },
      ],
      [
        'completion/complete',
        { ref: { type: 'ref/resource', uri: 'docs://topics/{topic}' }, argument: { name: 'topic', value: 'm' } },
        { result: { completion: { values: ['moon'] } } },
      ],
      ['no/such/method', {}, { error: { code: -32601 } }],
    ];
    for (const [method, params, expected] of table)
      expect(await request(method, params), `${method} ${JSON.stringify(params)}`).toMatchObject({
        jsonrpc: '2.0',
        ...expected,
      });
  });

  it('each kind of content comes as the revision has it', async () => {
    const { request } = await open(transport, revision);
    const { result } = await request('prompts/get', { name: 'all', arguments: { topic: 'tides' } });
    const messages = (result as { messages: { role: string; content: Message }[] }).messages;
    expect(messages.map(({ role }) => role)).toEqual(blocks.map(() => 'assistant'));
    expect(messages.map(({ content }) => content)).toMatchObject([
      { type: 'text', text: 'Look at tides.', annotations: audience },
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      revision >= '2025-03-26' ? { type: 'audio', data: 'AQID', mimeType: 'audio/wav' } : { type: 'text' },
      { type: 'resource', resource: { uri: 'docs://guide', mimeType: 'text/plain', text: 'First.' } },
      { type: 'resource', resource: { uri: 'docs://topics/tides', text: '# tides' } },
      revision >= '2025-06-18' ? { type: 'resource_link', uri: 'https://example.com/more' } : { type: 'text' },
    ]);
    const listedMessage = ((await request('prompts/list')).result as { prompts: Message[] }).prompts[0];
    expect([listedMessage && 'title' in listedMessage, listedMessage && 'icons' in listedMessage]).toEqual([
      revision >= '2025-06-18',
      revision >= '2025-11-25',
    ]);
  });

  it('a long list comes in pages', async () => {
    const manyPrompts = Array.from({ length: pageSize + 1 }, (_, n) => prompt({ name: `p${n}` }));
    const { request } = await open(transport, revision, fakeLiveServer(resolvedServer(manyPrompts)));
    const firstPage = (await request('prompts/list')).result as { prompts: unknown[]; nextCursor: string };
    expect(firstPage.prompts).toHaveLength(pageSize);
    const secondPage = (await request('prompts/list', { cursor: firstPage.nextCursor })).result;
    expect(secondPage).toMatchObject({ prompts: [{ name: `p${pageSize}` }] });
    expect(secondPage).not.toHaveProperty('nextCursor');
  });

  it('a client that asks for log messages gets those of a function, cleaned', async () => {
    const { request, notifications } = await open(transport, revision);
    if (!isModern) expect(await request('logging/setLevel', { level: 'info' })).toMatchObject({ result: {} });
    if (isModern)
      expect(await request('logging/setLevel', { level: 'info' })).toMatchObject({ error: { code: -32601 } });
    else expect(await request('logging/setLevel', { level: 'loud' })).toMatchObject({ error: { code: -32602 } });
    await request('tools/call', { name: 'logged' });
    await until(() => notifications.length > 0, 'a log message');
    expect(notifications).toMatchObject([
      { method: 'notifications/message', params: { level: 'info', data: 'working' } },
    ]);
  });

  it('a changed list is announced', async () => {
    const liveServer = createLiveServer();
    const { send, notifications } = await open(transport, revision, liveServer);
    if (isModern) {
      send('subscriptions/listen', { notifications: { promptsListChanged: true, toolsListChanged: true } });
      await until(() => notifications.length > 0, 'the acknowledgement');
      expect(notifications[0]).toMatchObject({
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { promptsListChanged: true, toolsListChanged: true } },
      });
    }
    const hasNotified = (method: string) => () => notifications.some((message) => message.method === method);
    liveServer.set({ prompts: [allPrompt] });
    await until(hasNotified('notifications/prompts/list_changed'), 'the changed prompts');
    liveServer.set({ tools: [] });
    await until(hasNotified('notifications/tools/list_changed'), 'the changed tools');
  });

  it('a changed resource is announced to its subscribers until they unsubscribe', async () => {
    const liveServer = createLiveServer();
    const { send, request, notify, notifications } = await open(transport, revision, liveServer);
    const uris = ['docs://guide', 'docs://topics/moon'];
    let listenId: number | undefined;
    if (isModern) {
      listenId = send('subscriptions/listen', { notifications: { resourceSubscriptions: uris } });
      await until(() => notifications.length > 0, 'the acknowledgement');
      expect(notifications[0]).toMatchObject({ params: { notifications: { resourceSubscriptions: uris } } });
    } else for (const uri of uris) expect(await request('resources/subscribe', { uri })).toMatchObject({ result: {} });
    const readUpdatedUris = () =>
      notifications.flatMap(({ method, params }) =>
        method === 'notifications/resources/updated' ? [(params as { uri: string }).uri] : [],
      );
    // Another file, and the same bytes again, are not a change.
    liveServer.setMedia('logo.png', new Uint8Array([9]));
    liveServer.setMedia('guide.txt', new TextEncoder().encode('First.'));
    liveServer.setMedia('guide.txt', new TextEncoder().encode('Second.'));
    await until(() => readUpdatedUris().length === 1, 'the changed file');
    const changedBlocks = blocks.map((block) =>
      block.type === 'resource' && block.body.kind === 'text'
        ? { ...block, body: { kind: 'text', text: { kind: 'template', template: '## `topic`' } } as const }
        : block,
    );
    liveServer.set({
      prompts: [
        review,
        { ...allPrompt, content: { kind: 'messages', messages: [{ role: 'user', blocks: changedBlocks }] } },
      ],
    });
    await until(() => readUpdatedUris().length === 2, 'the changed text');
    expect(readUpdatedUris()).toEqual(uris);
    if (isModern && transport === 'stdio') await notify('notifications/cancelled', { requestId: listenId });
    else if (!isModern) await request('resources/unsubscribe', { uri: 'docs://guide' });
    else return;
    liveServer.setMedia('guide.txt', new TextEncoder().encode('Third.'));
    await request('prompts/list');
    expect(readUpdatedUris()).toEqual(uris);
  });

  it('a resource that this server does not embed cannot be subscribed to', async () => {
    const { request } = await open(transport, revision);
    for (const uri of ['docs://nothing', 'https://example.com/more', undefined])
      expect(await request('resources/subscribe', { uri }), uri).toMatchObject({
        error: { code: isModern ? -32601 : uri === undefined ? -32602 : -32002 },
      });
  });

  it.runIf(!isModern)('a batch is answered in revisions with batches, and refused in others', async () => {
    const { sendRaw } = await open(transport, revision);
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', id: 'b', method: 'prompts/get', params: { name: 'nothing' } },
    ];
    const answer = await sendRaw(batch);
    if (revision > '2025-03-26') expect(answer).toMatchObject({ error: { code: -32600 } });
    else
      expect([...(answer as Message[])].sort((a, b) => String(a.id).localeCompare(String(b.id)))).toMatchObject([
        { id: 'a', result: {} },
        { id: 'b', error: { code: -32602 } },
      ]);
  });

  it('a message that is not a request is refused with its id', async () => {
    const { sendRaw } = await open(transport, revision);
    expect(await sendRaw({ jsonrpc: '1.0', id: 77, method: 'ping' })).toMatchObject({
      id: 77,
      error: { code: -32600 },
    });
  });
});
