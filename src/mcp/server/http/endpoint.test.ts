import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveServer } from '../../../library/types.ts';
import { knowsPeerAccounts } from '../../../state/peer-account.ts';
import { REVISIONS } from '../revisions.ts';
import { revisionOptions, until } from '../testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
} from '../testing/fake-live-server.ts';
import { type HttpEndpoint, type HttpOptions, startHttpEndpoint } from './endpoint.ts';
import { maxBodyBytes } from './reply.ts';

const TOKEN = 'secret-token';
const greet = prompt({
  name: 'Greet',
  description: 'Greets',
  arguments: [{ name: 'name', required: true }],
  content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
});
const slowPrompt = prompt({
  name: 'Slow',
  type: 'Function',
  content: { kind: 'function', code: '() => "slow"' },
});
const clientInfo = { name: 'test', version: '1.0.0' };
const initialize = (revision = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: revision, capabilities: {}, clientInfo },
});

let endpoint: HttpEndpoint;
afterEach(() => endpoint.close());

async function start(
  sources: Readonly<Record<string, LiveServer>> = { Docs: fakeLiveServer(resolvedServer([greet, slowPrompt])) },
  options: Partial<HttpOptions> = {},
): Promise<void> {
  endpoint = await startHttpEndpoint({
    findServer: (name) => sources[name],
    services: fakeServices(),
    token: TOKEN,
    port: 0,
    ...options,
  });
}

/** One HTTP exchange with exactly these headers. */
function exchange(
  method: string,
  body: unknown,
  headers: Record<string, string | undefined> = {},
  path = '/mcp/Docs',
): Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> }> {
  const sentHeaders = {
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  const definedHeaders = Object.fromEntries(Object.entries(sentHeaders).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const { port } = endpoint;
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers: definedHeaders }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text === '' ? {} : JSON.parse(text),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Sends `initialize` with the token from a process of the account `uid`. */
async function initializeAs(uid: number): Promise<unknown> {
  const program = `fetch(process.argv[1], JSON.parse(process.argv[2]))
    .then(async (response) => console.log(JSON.stringify({ status: response.status, body: await response.json() })))`;
  const headers = { ...requestInit.headers, accept: 'application/json', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(initialize()) };
  const child = spawn(process.execPath, ['-e', program, endpoint.url('Docs'), JSON.stringify(init)], { cwd: '/', uid });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

async function openSession(revision?: string): Promise<Record<string, string>> {
  const { headers } = await exchange('POST', initialize(revision));
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

const list = { jsonrpc: '2.0', id: 2, method: 'prompts/list' };
const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };

describe.each(REVISIONS)('a client of revision %s', (revision) => {
  it('lists and gets prompts', async () => {
    await start();
    const client = new Client(clientInfo, revisionOptions(revision));
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs')), { requestInit }));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['Greet', 'Slow']);
    const { messages } = await client.getPrompt({ name: 'Greet', arguments: { name: 'World' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello, World!' } }]);
    await expect(client.getPrompt({ name: 'Greet' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('is notified when its list changes, and only then', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    await start({ Docs: liveServer });
    let count = 0;
    const client = new Client(clientInfo, revisionOptions(revision));
    client.setNotificationHandler('notifications/prompts/list_changed', () => {
      count += 1;
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url('Docs')), { requestInit }));
    if (revision === '2026-07-28') await client.listen({ promptsListChanged: true });
    liveServer.set({ prompts: [{ ...greet, content: { kind: 'text', text: { kind: 'literal', text: 'Other' } } }] });
    liveServer.set({ prompts: [greet, slowPrompt] });
    await until(() => count > 0, 'the notification');
    await client.listPrompts();
    expect(count).toBe(1);
    await client.close();
  });
});

it("serves SDK v1's client", async () => {
  await start();
  const client = new ClientV1(clientInfo);
  const transport = new TransportV1(new URL(endpoint.url('Docs')), { requestInit });
  await client.connect(transport as Transport);
  expect((await client.listPrompts()).prompts).toHaveLength(2);
  await transport.terminateSession();
  await client.close();
});

it('serves servers whose names need escaping, each at its own address', async () => {
  await start({
    'My Docs/é': fakeLiveServer(resolvedServer([greet])),
    Docs: fakeLiveServer(resolvedServer([slowPrompt])),
  });
  const { headers } = await exchange('POST', initialize(), {}, new URL(endpoint.url('My Docs/é')).pathname);
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  const { body } = await exchange('POST', list, session, new URL(endpoint.url('My Docs/é')).pathname);
  expect(JSON.stringify(body)).toContain('Greet');
  expect((await exchange('POST', list, session)).status).toBe(404);
});

describe('a request that may not pass', () => {
  it.each([
    [401, { authorization: undefined }, 'Authorization'],
    [401, { authorization: 'Bearer wrong' }, 'Authorization'],
    [401, { authorization: TOKEN }, 'Authorization'],
    [403, { host: 'evil.example' }, 'Host'],
    [403, { host: 'evil.example:3000' }, 'Host'],
    [403, { origin: 'https://evil.example' }, 'Origin'],
    [403, { origin: 'null' }, 'Origin'],
    [415, { 'content-type': 'text/plain' }, 'Content-Type'],
    [406, { accept: 'text/html' }, 'Accept'],
  ])('gets %i for %o, and the error names the header', async (status, headers, name) => {
    await start();
    const refusal = await exchange('POST', initialize(), headers);
    expect(refusal.status).toBe(status);
    expect(refusal.body).toMatchObject({ error: { message: expect.stringContaining(name) } });
  });

  it('is reported with its server, and never with its body', async () => {
    const onRefusal = vi.fn();
    await start(undefined, { refused: onRefusal });
    await exchange('POST', initialize(), { authorization: 'Bearer wrong', 'user-agent': 'agent/1.2' });
    await exchange('POST', initialize(), { authorization: undefined }, '/mcp/Other');
    expect(onRefusal.mock.calls).toEqual([['Docs', expect.objectContaining({ status: 401 }), 'agent/1.2']]);
    expect(JSON.stringify(onRefusal.mock.calls)).not.toContain('wrong');
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('does not include one that comes from %s', async (host) => {
    await start();
    const headers = { host: `${host}:${endpoint.port}`, origin: `http://${host}:8080` };
    expect((await exchange('POST', initialize(), headers)).status).toBe(200);
  });

  it.runIf(knowsPeerAccounts() && process.getuid?.() === 0)(
    'gets 403 when another account sends it, even with the token',
    async () => {
      await start();
      expect(await initializeAs(0)).toMatchObject({ status: 200 });
      expect(await initializeAs(65_534)).toEqual({
        status: 403,
        body: {
          jsonrpc: '2.0',
          id: null,
          error: {
            code: -32000,
            message: 'This workbench belongs to another account on this computer: start your own.',
          },
        },
      });
    },
  );

  it('gets 404 for an unknown server, and only with the token', async () => {
    await start();
    expect((await exchange('POST', initialize(), {}, '/mcp/Other')).status).toBe(404);
    expect((await exchange('POST', initialize(), {}, '/')).status).toBe(404);
    expect((await exchange('POST', initialize(), { authorization: undefined }, '/mcp/Other')).status).toBe(401);
  });

  it('gets 405 for another method', async () => {
    await start();
    expect(await exchange('PUT', {})).toMatchObject({ status: 405, headers: { allow: 'POST, GET, DELETE' } });
  });
});

describe('a body', () => {
  it('over 4 MB gets 413, announced or not', async () => {
    await start();
    const largeText = JSON.stringify({ ...list, params: { filler: 'x'.repeat(maxBodyBytes) } });
    expect((await exchange('POST', largeText)).status).toBe(413);
    expect((await exchange('POST', largeText, { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await exchange('POST', initialize())).status).toBe(200);
  });

  it('over 4 MB leaves its connection to the next request', async () => {
    await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = (chunks: readonly string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
        const { port } = endpoint;
        const outgoing = httpRequest({ agent, port, path: '/mcp/Docs', method: 'POST', headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        outgoing.on('error', reject);
        for (const chunk of chunks) outgoing.write(chunk);
        outgoing.end();
      });
    const megabyte = 'x'.repeat(1024 * 1024);
    expect(await post(Array(10).fill(megabyte))).toBe(413);
    expect(await post([JSON.stringify(initialize())])).toBe(200);
    agent.destroy();
  });

  it('that is not JSON gets −32700, and one that is not a message −32600', async () => {
    await start();
    expect(await exchange('POST', '{"jsonrpc"')).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await exchange('POST', { id: 7 })).toMatchObject({ status: 400, body: { id: 7, error: { code: -32600 } } });
    expect(await exchange('POST', '[]')).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });

  it('with several messages is answered only in revisions with batches', async () => {
    await start();
    const batch = [list, { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...list, id: 'b', method: 'ping' }];
    const { body } = await exchange('POST', batch, await openSession('2025-03-26'));
    expect(body).toMatchObject([
      { id: 2, result: { prompts: [{}, {}] } },
      { id: 'b', result: {} },
    ]);
    expect((await exchange('POST', batch, await openSession('2025-06-18'))).status).toBe(400);
  });

  it('with one id twice is refused, and the session goes on', async () => {
    await start();
    const session = await openSession('2025-03-26');
    expect(await exchange('POST', [list, { ...list, method: 'ping' }], session)).toMatchObject({
      status: 400,
      body: { id: 2, error: { code: -32600 } },
    });
    expect((await exchange('POST', list, session)).status).toBe(200);
  });

  it.each([
    ['_meta', { params: { _meta: null } }],
    ['progressToken', { params: { _meta: { progressToken: 1.5 } } }],
    ['member', { extra: true }],
    ['id', { id: 1e300 }],
  ])('whose %s is invalid is refused', async (name, change) => {
    await start();
    expect(await exchange('POST', { ...list, method: 'ping', ...change }, await openSession())).toMatchObject({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining(name) } },
    });
  });
});

describe('a session', () => {
  it('is required if the header is missing, and gets 404 if it is unknown', async () => {
    await start();
    expect((await exchange('POST', list)).status).toBe(400);
    expect((await exchange('POST', list, { 'mcp-session-id': 'other' })).status).toBe(404);
    expect(
      (await exchange('POST', list, { ...(await openSession()), 'mcp-protocol-version': '2020-01-01' })).status,
    ).toBe(400);
  });

  it('ends the exchange of a cancelled request, and frees its id', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const services = fakeServices(({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    let now = 0;
    await start(undefined, { services, now: () => now });
    const session = await openSession();
    const ask = () =>
      exchange('POST', { jsonrpc: '2.0', id: 7, method: 'prompts/get', params: { name: 'Slow' } }, session);
    const cancel = () =>
      exchange('POST', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, session);
    for (const round of [1, 2]) {
      const answer = ask();
      await until(() => signals.length === round, 'the function to run');
      expect((await cancel()).status).toBe(202);
      expect((await answer).status).toBe(202);
      expect(signals.at(-1)?.aborted).toBe(true);
    }
    now += 31 * 60_000;
    expect((await exchange('POST', list, session)).status).toBe(404);
  });

  it('ends with DELETE', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    await start({ Docs: liveServer });
    const session = await openSession();
    expect(liveServer.watchers).toBe(1);
    expect((await exchange('DELETE', undefined, session)).status).toBe(200);
    expect((await exchange('POST', list, session)).status).toBe(404);
    expect((await exchange('DELETE', undefined, session)).status).toBe(404);
    expect(liveServer.watchers).toBe(0);
  });

  it('expires half an hour after its last request', async () => {
    let now = 0;
    await start(undefined, { now: () => now });
    const session = await openSession();
    now += 29 * 60_000;
    expect((await exchange('POST', list, session)).status).toBe(200);
    now += 29 * 60_000;
    expect((await exchange('POST', list, session)).status).toBe(200);
    now += 31 * 60_000;
    expect((await exchange('POST', list, session)).status).toBe(404);
  });

  it('keeps notifications for a client whose stream is not open yet', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    await start({ Docs: liveServer });
    const session = await openSession();
    await exchange('POST', { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    liveServer.set({ prompts: [greet, slowPrompt] });
    const stream = await fetch(endpoint.url('Docs'), {
      headers: { ...session, accept: 'text/event-stream', authorization: `Bearer ${TOKEN}` },
    });
    const reader = stream.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('notifications/prompts/list_changed');
    await reader?.cancel();
  });
});

describe('the stateless revision', () => {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const modernRequest = (method: string, params: object = {}, id = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: envelope },
  });
  const headers = (method: string, name?: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': name,
  });

  it('needs no session, and equal ids of different clients do not mix', async () => {
    await start();
    const get = (name: string) =>
      exchange(
        'POST',
        modernRequest('prompts/get', { name: 'Greet', arguments: { name } }),
        headers('prompts/get', 'Greet'),
      );
    const names = Array.from({ length: 20 }, (_, index) => `client ${index}`);
    const answers = await Promise.all(names.map(get));
    expect(answers.map(({ body }) => JSON.stringify(body))).toEqual(
      names.map((name) => expect.stringContaining(`Hello, ${name}!`)),
    );
  });

  it.each([
    ['MCP-Protocol-Version', { 'mcp-protocol-version': undefined }],
    ['Mcp-Method', { 'mcp-method': undefined }],
    ['Mcp-Method', { 'mcp-method': 'prompts/list' }],
    ['Mcp-Name', { 'mcp-name': undefined }],
    ['Mcp-Name', { 'mcp-name': 'Slow' }],
    ['Mcp-Name', { 'mcp-name': '=?base64?%%%?=' }],
  ])('refuses a request whose %s header differs from its body: %o', async (name, change) => {
    await start();
    const body = modernRequest('prompts/get', { name: 'Greet', arguments: { name: 'x' } });
    const refusal = await exchange('POST', body, { ...headers('prompts/get', 'Greet'), ...change });
    expect(refusal).toMatchObject({ status: 400, body: { id: 1, error: { code: -32020 } } });
    expect(JSON.stringify(refusal.body)).toContain(name);
  });

  it('answers an unknown method with 404 and an unknown revision with 400', async () => {
    await start();
    expect(await exchange('POST', modernRequest('initialize'), headers('initialize'))).toMatchObject({
      status: 404,
      body: { error: { code: -32601 } },
    });
    const futureRequest = modernRequest('prompts/list');
    futureRequest.params._meta = { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    expect(
      await exchange('POST', futureRequest, { ...headers('prompts/list'), 'mcp-protocol-version': '2099-01-01' }),
    ).toMatchObject({ status: 400, body: { error: { code: -32022, data: { supported: ['2026-07-28'] } } } });
  });

  it('accepts a name in Base64 if it is illegal in a header', async () => {
    await start({ Docs: fakeLiveServer(resolvedServer([prompt({ name: '日本' })])) });
    const name = `=?base64?${Buffer.from('日本').toString('base64')}?=`;
    const { status } = await exchange(
      'POST',
      modernRequest('prompts/get', { name: '日本' }),
      headers('prompts/get', name),
    );
    expect(status).toBe(200);
  });

  it('stops a request when its client no longer waits', async () => {
    let called = false;
    let isAborted = false;
    const services = fakeServices(({ signal }) => {
      called = true;
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('aborted'));
        });
      });
    });
    await start(undefined, { services });
    const askingController = new AbortController();
    const answer = fetch(endpoint.url('Docs'), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'prompts/get',
        'mcp-name': 'Slow',
      },
      body: JSON.stringify(modernRequest('prompts/get', { name: 'Slow' })),
      signal: askingController.signal,
    }).catch(() => 'gone');
    await until(() => called, 'the function to be called');
    askingController.abort();
    expect(await answer).toBe('gone');
    await until(() => isAborted, 'the function to be told');
  });

  it('describes itself with its current state', async () => {
    const liveServer: FakeLiveServer = fakeLiveServer(resolvedServer([greet], { instructions: 'Before.' }));
    await start({ Docs: liveServer });
    const discover = () => exchange('POST', modernRequest('server/discover'), headers('server/discover'));
    expect((await discover()).body).toMatchObject({ result: { instructions: 'Before.' } });
    liveServer.set({ instructions: 'After.' });
    expect((await discover()).body).toMatchObject({ result: { instructions: 'After.' } });
    expect(liveServer.watchers).toBe(1);
  });
});

describe('the port', () => {
  it('changes if it is in use, and the log says so', async () => {
    await start();
    const takenEndpoint = endpoint;
    const services = fakeServices();
    await start({}, { port: takenEndpoint.port, services });
    expect(endpoint.port).not.toBe(takenEndpoint.port);
    expect(services.lines).toEqual([
      { level: 'warning', message: expect.stringContaining(`Port ${takenEndpoint.port} is taken`) },
    ]);
    await takenEndpoint.close();
  });

  it('is refused if it is in use and `requiresPort` is set', async () => {
    await start();
    await expect(
      startHttpEndpoint({
        findServer: () => undefined,
        services: fakeServices(),
        port: endpoint.port,
        requiresPort: true,
      }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('is taken') });
  });
});

it('logs nothing about a client that closes the connection amid its request', async () => {
  const services = fakeServices();
  const liveServer = fakeLiveServer(resolvedServer([greet]));
  let requests = 0;
  const findServer = () => {
    requests++;
    return liveServer;
  };
  await start({}, { findServer, services });
  const headers = { ...requestInit.headers, 'content-type': 'application/json', 'content-length': 100 };
  const outgoing = httpRequest({ host: '127.0.0.1', port: endpoint.port, path: '/mcp/Docs', method: 'POST', headers });
  outgoing.on('error', () => {});
  outgoing.write('{"id"');
  await until(() => requests > 0, 'the request');
  outgoing.destroy();
  expect((await exchange('POST', initialize())).status).toBe(200);
  expect(services.lines).toEqual([]);
});

it('keeps the stream of a client that reads it, however long nothing happens', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await start();
    const headers = { ...requestInit.headers, ...(await openSession()), accept: 'text/event-stream' };
    let text = '';
    let isClosed = false;
    const outgoing = httpRequest({ host: '127.0.0.1', port: endpoint.port, path: '/mcp/Docs', headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('close', () => {
        isClosed = true;
      });
    });
    outgoing.on('error', () => {});
    outgoing.end();
    await once(outgoing, 'response');
    for (let count = 1; count <= 4; count++) {
      vi.advanceTimersByTime(15_000);
      await vi.waitFor(() => expect(isClosed || text.split(': keep-alive').length > count).toBe(true));
    }
    expect(isClosed).toBe(false);
    outgoing.destroy();
  } finally {
    vi.useRealTimers();
  }
});
