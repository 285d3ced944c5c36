import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventMessage } from '../../contract/contract.ts';
import type { HostTransport } from '../../contract/host-transport.ts';
import { type Credentials, exchangeCode } from '../../contract/loopback-sign-in.ts';
import { createLoopbackTransport } from '../../contract/loopback-transport.ts';
import { type LoopbackHost, startLoopbackHost } from './loopback.ts';

/** A fake workbench: it echoes calls and emits the events that a test passes in. */
function createEchoCore() {
  const listeners = new Set<(message: EventMessage) => void>();
  const core: HostTransport = {
    call: async (name, input) => ({ ok: true, value: { name, input } }),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const send = (revision: number) => {
    for (const listener of listeners)
      listener({ name: 'workspace.changed', data: { revision, fingerprint: String(revision) } });
  };
  return { core, listeners, send };
}

let dir: string;
let host: LoopbackHost;
let session: Credentials;
let echo: ReturnType<typeof createEchoCore>;
const log: string[] = [];
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'loopback-'));
  await mkdir(join(dir, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(dir, 'secret.json'), '{}');
  await writeFile(join(dir, 'renderer', 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(dir, 'renderer', 'assets', 'main-1a2b.js'), 'export {};');
  log.length = 0;
  echo = createEchoCore();
  host = await start();
  session = await signedIn();
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await host.close();
});

function start(port = 0): Promise<LoopbackHost> {
  return startLoopbackHost({
    core: echo.core,
    rendererDir: join(dir, 'renderer'),
    port,
    log: (line) => log.push(line),
  });
}

/** Exchanges a link's code for a session, as the page does. */
async function signedIn(): Promise<Credentials> {
  const outcome = await exchangeCode(host.origin, codeOf(host.newLink()));
  if ('refusal' in outcome) throw new Error(outcome.refusal);
  return outcome;
}

const codeOf = (link: string) => new URL(link).hash.slice('#code='.length);

/** A request with full control of the headers: `fetch` does not let a caller set `Host`. */
function send(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: string | Buffer } = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${host.origin}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function post(headers: Record<string, string>, body: string | Buffer = '{"a":1}') {
  return send(
    '/api/call/workspace.get',
    { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', ...headers },
    { method: 'POST', body },
  );
}

test('the page has a strict policy with a unique nonce, contains no secret, and is not cached', async () => {
  const firstResponse = await send('/');
  const secondResponse = await send('/');
  expect(firstResponse.status).toBe(200);
  expect(firstResponse.headers['cache-control']).toBe('no-store');
  const policy = String(firstResponse.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe');
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(firstResponse.body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
  expect(secondResponse.headers['content-security-policy']).not.toBe(policy);
});

test('the code is in the fragment of the link, which no browser sends', () => {
  const url = new URL(host.newLink());
  expect(url.hash).toMatch(/^#code=[\w-]{43}$/);
  expect(url.search).toBe('');
});

test('a link opens one page: of two at once one gets in, and the other shows what to do', async () => {
  const code = codeOf(host.newLink());
  const outcomes = await Promise.all([exchangeCode(host.origin, code), exchangeCode(host.origin, code)]);
  expect(outcomes.filter((outcome) => 'token' in outcome)).toHaveLength(1);
  expect(outcomes).toContainEqual({ refusal: expect.stringMatching(/already been used.*prompt-workbench open/) });
});

test('the key makes links and ends sessions, and makes no call of the contract', async () => {
  const key = { authorization: `Key ${host.key}`, 'content-type': 'application/json' };
  const { body } = await send('/api/codes', key, { method: 'POST' });
  expect(await exchangeCode(host.origin, JSON.parse(body).value.code)).toHaveProperty('token');
  expect((await send('/api/codes', { authorization: `Bearer ${session.token}` }, { method: 'POST' })).status).toBe(404);
  expect((await send('/api/call/workspace.get', key, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await send('/api/events', key)).status).toBe(404);
  expect((await send('/api/codes', { authorization: `Key ${session.token}` }, { method: 'POST' })).status).toBe(401);
  expect(JSON.parse((await send('/api/sessions', key, { method: 'DELETE' })).body).value).toEqual({ ended: 2 });
  expect((await post({})).status).toBe(401);
});

test('a page lists the sessions and ends the others, which lose their event streams', async () => {
  const events: unknown[] = [];
  const otherTransport = createLoopbackTransport({ origin: host.origin, signedIn: await signedIn(), retryAfterMs: 10 });
  closing.push(otherTransport.listen((message) => events.push(message.data)));
  await vi.waitFor(() => expect(echo.listeners.size).toBe(1));
  const ownTransport = createLoopbackTransport({ origin: host.origin, signedIn: session });
  expect(await ownTransport.request('GET', '/api/sessions')).toMatchObject({
    value: { sessions: [{ isThis: false }, { isThis: true, browser: expect.any(String) }] },
  });
  expect(await ownTransport.request('DELETE', '/api/sessions')).toMatchObject({ value: { ended: 1 } });
  await vi.waitFor(() =>
    expect(events.at(-1)).toMatchObject({ state: 'lost', message: expect.stringMatching(/session was ended/) }),
  );
  expect(echo.listeners.size).toBe(0);
  expect(await ownTransport.call('workspace.get', {})).toMatchObject({ ok: true });
});

const startingCall = { kind: 'command', command: 'touch x' };

test('a call that starts a program needs the page that signed in: the token alone starts nothing', async () => {
  const byToken = await send(
    '/api/call/import.read',
    { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify(startingCall) },
  );
  expect(byToken.status).toBe(403);
  const thief = createLoopbackTransport({
    origin: host.origin,
    signedIn: { token: session.token, secret: session.token },
  });
  expect(await thief.call('import.read', startingCall)).toMatchObject({ ok: false, error: { code: 'refused' } });
  const page = createLoopbackTransport({ origin: host.origin, signedIn: session });
  expect(await page.call('import.read', startingCall)).toMatchObject({ ok: true });
  expect(await thief.call('import.read', { kind: 'text', text: 'Hello' })).toMatchObject({ ok: true });
});

test('files with a hash in their name are cached forever', async () => {
  const { status, headers } = await send('/assets/main-1a2b.js?x');
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('immutable');
  expect(headers['content-type']).toContain('text/javascript');
});

test.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/assets/..%2f..%2fsecret.json',
  '/%00',
  '/%',
  '/nothing.js',
  '/assets',
])('%s is not found', async (path) => {
  // A raw socket, because client libraries normalize such a path.
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(host.origin).host}\r\nConnection: close\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});

test('a call with the token succeeds', async () => {
  const { status, body } = await post({});
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({ ok: true, value: { name: 'workspace.get', input: { a: 1 } } });
});

test.each<[string, Record<string, string>, number, RegExp]>([
  ['no session', { authorization: '' }, 401, /has no session/],
  ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401, /session of this page has ended/],
  ["another site's name", { host: 'evil.example' }, 403, /Host/],
  ["another site's page", { origin: 'https://evil.example' }, 403, /Origin/],
  ['a page without an origin', { origin: 'null' }, 403, /Origin/],
  ['a plain form', { 'content-type': 'text/plain' }, 415, /application\/json/],
])('a call with %s is refused with the reason', async (_who, headers, status, message) => {
  const answer = await post(headers);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
});

test("the page's own origin and the name localhost are let in", async () => {
  const { port } = new URL(host.origin);
  expect((await post({ origin: host.origin })).status).toBe(200);
  const localHeaders = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
  expect((await post(localHeaders)).status).toBe(200);
});

test('a foreign Host does not even get the page', async () => {
  expect((await send('/', { host: 'evil.example' })).status).toBe(403);
});

test('events need the token too', async () => {
  expect((await send('/api/events')).status).toBe(401);
});

test('a body that is not JSON, another method, and an unknown path are answered as failures', async () => {
  expect((await post({}, '{')).status).toBe(400);
  const headers = { authorization: `Bearer ${session.token}` };
  expect((await send('/api/call/workspace.get', headers)).status).toBe(405);
  expect((await send('/api/other', headers)).status).toBe(404);
  expect(log).toEqual([]);
});

test('a body over 16 MB is answered with 413 and the host keeps running', async () => {
  const { status, body } = await post({}, Buffer.alloc(17 * 1024 * 1024, 0x20));
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect((await post({})).status).toBe(200);
});

test('a broken event stream is opened again, and the page is notified of both', async () => {
  const events: unknown[] = [];
  const transport = createLoopbackTransport({ origin: host.origin, signedIn: session, retryAfterMs: 10 });
  closing.push(transport.listen((message) => events.push(message.data)));
  await vi.waitFor(() => expect(echo.listeners.size).toBe(1));
  echo.send(1);
  await vi.waitFor(() => expect(events).toMatchObject([{ state: 'connected' }, { revision: 1 }]));

  const { port } = new URL(host.origin);
  await host.close();
  await vi.waitFor(() =>
    expect(events.at(-1)).toMatchObject({
      state: 'lost',
      message: expect.stringMatching(/no longer running: run .*npm start.*paste the link/),
    }),
  );
  expect(await transport.call('workspace.get', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });

  // The same port, but the session ended with the workbench that created it.
  host = await start(Number(port));
  await vi.waitFor(() =>
    expect(events.at(-1)).toMatchObject({ state: 'lost', message: expect.stringMatching(/was restarted/) }),
  );
  expect(await transport.call('workspace.get', {})).toMatchObject({
    ok: false,
    error: { code: 'unavailable', message: expect.stringMatching(/was restarted/) },
  });
});

test('a new session opens the pipe again, for calls and for events, without waiting', async () => {
  const events: unknown[] = [];
  const staleCredentials = { token: 'of another start', secret: '' };
  const transport = createLoopbackTransport({
    origin: host.origin,
    signedIn: staleCredentials,
    retryAfterMs: 3_600_000,
  });
  closing.push(transport.listen((message) => events.push(message.data)));
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ state: 'lost' }));

  transport.use(session);
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ state: 'connected' }));
  expect(await transport.call('workspace.get', {})).toMatchObject({ ok: true });
});

test('the page learns when the connection returns', async () => {
  const events: EventMessage['data'][] = [];
  let isReachable = false;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
    isReachable ? realFetch(...args) : Promise.reject(new TypeError('fetch failed')),
  );
  closing.push(() => vi.unstubAllGlobals());
  const transport = createLoopbackTransport({ origin: host.origin, signedIn: session, retryAfterMs: 10 });
  closing.push(transport.listen((message) => events.push(message.data)));
  await vi.waitFor(() => expect(events).toEqual([expect.objectContaining({ state: 'lost' })]));
  isReachable = true;
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ state: 'connected' }));
});

test('a listener that leaves closes its stream', async () => {
  const transport = createLoopbackTransport({ origin: host.origin, signedIn: session });
  const stop = transport.listen(() => {});
  await vi.waitFor(() => expect(echo.listeners.size).toBe(1));
  stop();
  await vi.waitFor(() => expect(echo.listeners.size).toBe(0));
});
