import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpEndpoint, startHttpEndpoint } from '../../mcp/server/http/endpoint.ts';
import { REVISIONS, type Revision } from '../../mcp/server/revisions.ts';
import { revisionOptions } from '../../mcp/server/testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
} from '../../mcp/server/testing/fake-live-server.ts';
import { clientAdapter } from './adapt-for.ts';

const find = prompt({
  name: 'find',
  arguments: [{ name: 'query', required: true, restOfLine: true }],
  content: { kind: 'text', text: { kind: 'template', template: 'Find `query`' } },
});
const words = '"How can I find the 123456789th prime number?"'.split(' ');

let liveServer: FakeLiveServer;
let endpoint: HttpEndpoint;
beforeEach(async () => {
  liveServer = fakeLiveServer(resolvedServer([find]));
  await start();
});
afterEach(() => endpoint.close());

async function start(client?: string) {
  await endpoint?.close();
  endpoint = await startHttpEndpoint({
    findServer: (name) => (name === 'Docs' ? liveServer : undefined),
    services: fakeServices(),
    adapter: clientAdapter,
    token: 'secret',
    client,
    port: 0,
  });
}

const requestInit = { headers: { Authorization: 'Bearer secret' } };

async function connect(client?: string, revision: Revision = '2025-11-25') {
  const connection = new Client({ name: 'test', version: '1.0.0' }, revisionOptions(revision));
  await connection.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs', client)), { requestInit }));
  return connection;
}

/** What `find` is listed with and answers when each listed argument is given one word. */
async function getAll(client: Pick<Client, 'listPrompts' | 'getPrompt'>) {
  const { prompts } = await client.listPrompts();
  const names = prompts[0]?.arguments?.map(({ name }) => name) ?? [];
  const filledValues = names.slice(0, words.length).map((name, index) => [name, words[index] ?? '']);
  const { messages } = await client.getPrompt({ name: 'find', arguments: Object.fromEntries(filledValues) });
  return { names, text: messages[0]?.content.type === 'text' ? messages[0].content.text : '' };
}

describe('an address that names Claude Code', () => {
  it.each(REVISIONS)('has room for the rest of the line, which arrives whole (revision %s)', async (revision) => {
    const client = await connect('claude-code', revision);
    const { names, text } = await getAll(client);
    expect(names.slice(0, 3)).toEqual(['query', '2', '3']);
    expect(names).toHaveLength(500);
    expect(text).toBe('Find How can I find the 123456789th prime number?');
    await client.close();
  });

  it('is the same to a client of the SDK’s first version', async () => {
    const client = new ClientV1({ name: 'test', version: '1.0.0' });
    const transport = new TransportV1(new URL(endpoint.url('Docs', 'claude-code')), { requestInit });
    await client.connect(transport as Transport);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]?.arguments).toHaveLength(500);
    await client.close();
  });

  it('does not change any other connection at the same time', async () => {
    const [claude, anyClient, gemini] = await Promise.all([
      connect('claude-code'),
      connect(),
      connect('gemini-cli', '2026-07-28'),
    ]);
    expect((await getAll(claude)).names).toHaveLength(500);
    expect(await getAll(anyClient)).toEqual({ names: ['query'], text: 'Find "How' });
    expect((await getAll(gemini)).names).toEqual(['query']);
    for (const client of [claude, anyClient, gemini]) await client.close();
  });

  it('notifies about edits, and lists the results', async () => {
    const client = await connect('claude-code');
    await client.listPrompts();
    const listener = vi.fn();
    client.setNotificationHandler('notifications/prompts/list_changed', listener);
    liveServer.set({ prompts: [prompt({ name: 'two words' })] });
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['two-words']);
    await client.close();
  });

  it('requires the token like any other', async () => {
    const answer = await fetch(endpoint.url('Docs', 'claude-code'), { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });
});

it.each(['claude', '', 'constructor', '__proto__', 'cursor'])(
  'an address that names %j, which has no adaptation, is refused with the supported ones',
  async (client) => {
    const answer = await fetch(endpoint.url('Docs', client), { method: 'POST', body: '{}', ...requestInit });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('name one of claude-code, codex');
  },
);

it('an endpoint for one client application serves it if the address names none', async () => {
  await start('claude-code');
  const [unnamedClient, namedClient, otherClient] = [
    await connect(),
    await connect('claude-code'),
    await connect('gemini-cli'),
  ];
  expect((await getAll(unnamedClient)).names).toHaveLength(500);
  expect((await getAll(namedClient)).names).toHaveLength(500);
  expect((await getAll(otherClient)).names).toEqual(['query']);
  for (const client of [unnamedClient, namedClient, otherClient]) await client.close();
});

it('a recreated server is served at each of its addresses', async () => {
  const before = await connect('claude-code');
  liveServer = fakeLiveServer(resolvedServer([prompt({ name: 'other' })]));
  const after = await connect('claude-code');
  expect((await after.listPrompts()).prompts.map(({ name }) => name)).toEqual(['other']);
  await expect(before.listPrompts()).rejects.toThrow();
  for (const client of [before, after]) await client.close();
});
