/** The workbench's own endpoint in the log: sessions, and clients of the stateless revision. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HttpEndpoint, startHttpEndpoint } from '../server/http/endpoint.ts';
import { MODERN_REVISION, type Revision } from '../server/revisions.ts';
import { revisionOptions } from '../server/testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
} from '../server/testing/fake-live-server.ts';
import { proofClient } from './proof-client.ts';
import { resend } from './resend.ts';
import { TrafficHub } from './traffic-hub.ts';

const token = 'the-secret-token';
const greet = prompt({
  name: 'Greet',
  title: 'Greets',
  arguments: [{ name: 'name', required: true }],
  content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
});

let docs: FakeLiveServer;
let hub: TrafficHub;
let endpoint: HttpEndpoint;
const clients: Client[] = [];

beforeEach(async () => {
  docs = fakeLiveServer(resolvedServer([greet]));
  hub = new TrafficHub();
  endpoint = await startHttpEndpoint({
    findServer: () => docs,
    services: fakeServices(),
    observe: hub.observe,
    token,
    port: 0,
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await endpoint.close();
});

async function connect(revision: Revision, name = 'tester'): Promise<Client> {
  const client = new Client({ name, version: '1.2.3' }, revisionOptions(revision));
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs')), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const entries = () => hub.log.changedAfter(0, Number.POSITIVE_INFINITY).sort((a, b) => a.id - b.id);
const serveTo = () => ({ liveServer: docs, services: fakeServices() });

test('a session shows with its client, its revision and what it fetched, and goes with its end', async () => {
  const client = await connect('2025-06-18');
  expect(hub.connections()).toMatchObject([
    {
      server: 'Docs',
      transport: 'http',
      client: { name: 'tester', version: '1.2.3' },
      revision: '2025-06-18',
      list: 'never',
    },
  ]);
  await client.listPrompts();
  expect(hub.connections()).toMatchObject([{ list: 'fresh' }]);
  docs.set({ prompts: [greet, prompt({ name: 'Another' })] });
  expect(hub.connections()).toMatchObject([{ list: 'stale' }]);
  await expect(client.getPrompt({ name: 'Nobody' })).rejects.toThrow();
  expect(entries().at(-1)).toMatchObject({
    method: 'prompts/get',
    subject: 'Nobody',
    state: 'error',
    error: { code: -32602 },
    client: { name: 'tester' },
  });
  await (client.transport as StreamableHTTPClientTransport).terminateSession();
  expect(hub.connections()).toEqual([]);
});

test('clients of the stateless revision are distinguished by their names', async () => {
  const [firstClient, secondClient] = [
    await connect(MODERN_REVISION, 'first'),
    await connect(MODERN_REVISION, 'second'),
  ];
  await Promise.all([
    firstClient.listPrompts(),
    secondClient.listPrompts(),
    firstClient.getPrompt({ name: 'Greet', arguments: { name: 'A' } }),
  ]);
  const names = () => hub.connections().map(({ client, revision }) => `${client?.name} ${revision}`);
  expect(names()).toEqual([`first ${MODERN_REVISION}`, `second ${MODERN_REVISION}`]);
  expect(
    entries()
      .filter(({ state }) => state === 'waiting')
      .map(({ method }) => method),
  ).toEqual([]);
  expect(entries().filter(({ method }) => method === 'prompts/get')).toMatchObject([
    { client: { name: 'first' }, state: 'answered' },
  ]);
});

test('the proof of a new connection is in the log, but is no running client', async () => {
  await (await connect(MODERN_REVISION, proofClient.name)).listPrompts();
  expect(entries().at(-1)).toMatchObject({ method: 'prompts/list', client: { name: proofClient.name } });
  expect(hub.connections()).toEqual([]);
});

test('a stream of notifications is a request under way, and its messages are in the log', async () => {
  const answer = await fetch(endpoint.url('Docs'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN_REVISION,
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 5,
      method: 'subscriptions/listen',
      params: {
        notifications: { promptsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'listener', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  expect(answer.status).toBe(200);
  docs.set({ prompts: [] });
  await vi.waitFor(() => expect(entries().at(-1)?.method).toBe('notifications/prompts/list_changed'));
  expect(entries()[0]).toMatchObject({
    method: 'subscriptions/listen',
    state: 'waiting',
    client: { name: 'listener' },
  });
  await answer.body?.cancel();
  await vi.waitFor(() => expect(entries()[0]).toMatchObject({ state: 'unanswered' }));
});

test('neither the token nor a header is ever in the log', async () => {
  for (const revision of ['2025-11-25', MODERN_REVISION] as const) {
    const client = await connect(revision);
    await client.listPrompts();
    await client.getPrompt({ name: 'Greet', arguments: { name: 'Ada' } });
  }
  const text = JSON.stringify([entries(), hub.connections()]);
  expect(text).toContain('Hello, Ada!');
  expect(text).not.toContain(token);
  expect(text).not.toMatch(/authorization|bearer|mcp-session-id/i);
});

test('a request is sent again in the revision of its client, and is logged as the preview’s', async () => {
  const client = await connect('2025-03-26');
  await client.getPrompt({ name: 'Greet', arguments: { name: 'Ada' } });
  const before = entries().at(-1);
  const id = await resend(hub, before?.id ?? 0, undefined, serveTo);
  expect(hub.log.get(id)).toMatchObject({ transport: 'preview', revision: '2025-03-26', state: 'answered' });
  expect(JSON.parse(hub.log.get(id)?.answer?.text ?? '').result).toEqual(JSON.parse(before?.answer?.text ?? '').result);
  expect(hub.connections().map(({ client }) => client?.name)).toEqual(['tester']);
});

test('a request of the stateless revision is sent again unchanged, and with other params', async () => {
  const client = await connect(MODERN_REVISION);
  await client.getPrompt({ name: 'Greet', arguments: { name: 'Ada' } });
  const entry = entries().at(-1);
  const params = JSON.parse(entry?.request?.text ?? '').params;
  const secondId = await resend(hub, entry?.id ?? 0, undefined, serveTo);
  expect(hub.log.get(secondId)?.answer?.text).toContain('Hello, Ada!');
  const otherId = await resend(hub, secondId, { ...params, arguments: { name: 'Grace' } }, serveTo);
  expect(hub.log.get(otherId)?.answer?.text).toContain('Hello, Grace!');
});

test('a message that belongs to its connection is not sent again, and the error says so', async () => {
  await connect('2025-11-25');
  await expect(resend(hub, entries()[0]?.id ?? 0, undefined, serveTo)).rejects.toMatchObject({ code: 'refused' });
  await expect(resend(hub, 999, undefined, serveTo)).rejects.toMatchObject({ code: 'not-found' });
});

test('a server that cannot be reached again is reported, and leaves no connection behind', async () => {
  const client = await connect('2025-06-18');
  await client.listPrompts();
  const id = entries().findLast(({ method }) => method === 'prompts/list')?.id ?? 0;
  const goneServer: FakeLiveServer = {
    ...docs,
    current: () => {
      throw new Error('Docs is gone.');
    },
  };
  await expect(resend(hub, id, undefined, () => ({ ...serveTo(), liveServer: goneServer }))).rejects.toThrow(
    'Docs is gone.',
  );
  expect(hub.connections()).toHaveLength(1);
});
