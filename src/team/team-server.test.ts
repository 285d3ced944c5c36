import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../mcp/server/revisions.ts';
import { revisionOptions, until } from '../mcp/server/testing/clients.ts';
import { commitKey } from './http/team-endpoint.ts';
import { startBalancer } from './testing/balancer.ts';
import { shareInProcess, startReplica } from './testing/replicas.ts';
import { createRepository, greeting } from './testing/repository.ts';

const clientInfo = { name: 'test', version: '1.0.0' };

const askingFiles = {
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, shout, ask]\n',
  'prompts/shout.yaml':
    'Name: shout\nArguments: [{Name: word}]\nContent:\n  Function: "({word}) => word.toUpperCase()"\n',
  'prompts/ask.yaml':
    'Name: ask\nArguments: [{Name: topic, Required: true, Ask: missing}]\nContent:\n  StringTemplate: "About `topic`."\n',
};

/** Two replicas of one repository behind a balancer that alternates. */
async function startPair(files: Record<string, string> = greeting('Hello')) {
  const repository = createRepository(files);
  const share = shareInProcess();
  const replicas = [
    await startReplica(repository.path, share()),
    await startReplica(repository.path, share()),
  ] as const;
  const balancer = await startBalancer(...replicas.map(({ port }) => port));
  return {
    repository,
    replicas,
    balancer,
    async publish(changes: Record<string, string | null>) {
      const commit = repository.push(changes);
      await Promise.all(replicas.map((replica) => replica.fetch()));
      return commit;
    },
  };
}

/** One HTTP exchange; the answer of a stream is what has come when `isEnough` holds. */
function exchange(
  port: number,
  { method = 'GET', path = '/mcp/Docs', headers = {}, body = '', isEnough = () => false as boolean | undefined },
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (!isEnough.call(text)) return;
        end();
        outgoing.destroy();
      });
      response.on('end', end);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

it('serves clients of every revision, and those of SDK v1, from any replica, with the commit', async () => {
  const { balancer, repository } = await startPair();
  const commit = repository.git('rev-parse', 'HEAD');
  for (const revision of REVISIONS) {
    const client = new Client(clientInfo, revisionOptions(revision));
    await client.connect(new StreamableHTTPClientTransport(balancer.url('Docs')));
    const texts: unknown[] = [];
    for (let call = 0; call < 6; call++) {
      const { messages, _meta } = await client.getPrompt({ name: 'greet', arguments: { name: String(call) } });
      texts.push([messages[0]?.content, _meta?.[commitKey]]);
    }
    expect(texts).toEqual(texts.map((_, call) => [{ type: 'text', text: `Hello, ${call}!` }, commit]));
    await client.close();
  }
  const client = new ClientV1(clientInfo);
  await client.connect(new TransportV1(balancer.url('Docs')) as Transport);
  for (let call = 0; call < 6; call++) expect((await client.listPrompts()).prompts).toHaveLength(1);
  await client.close();
});

it('runs functions and asks people, whichever replica gets the request and whichever the answer', async () => {
  const { balancer } = await startPair({ ...greeting('Hello'), ...askingFiles });
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const client = new Client(clientInfo, {
      ...revisionOptions(revision),
      capabilities: { elicitation: { form: {} } },
    });
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { topic: 'trees' } }));
    await client.connect(new StreamableHTTPClientTransport(balancer.url('Docs')));
    for (let call = 0; call < 4; call++) {
      const answer = await client.getPrompt({ name: 'ask' });
      expect(answer.messages[0]?.content).toEqual({ type: 'text', text: 'About trees.' });
      const shoutAnswer = await client.getPrompt({ name: 'shout', arguments: { word: 'yes' } });
      expect(shoutAnswer.messages[0]?.content).toEqual({ type: 'text', text: 'YES' });
    }
    await client.close();
  }
});

it('tells every open stream, at whichever replica, what a new commit changes', async () => {
  const { balancer, publish } = await startPair();
  const events: string[] = [];
  const clients = [];
  for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'] as const)
    for (const turn of ['even', 'odd']) {
      const client = new Client(clientInfo, revisionOptions(revision));
      client.setNotificationHandler('notifications/prompts/list_changed', () => {
        events.push(`${revision} ${turn}`);
      });
      await client.connect(new StreamableHTTPClientTransport(balancer.url('Docs')));
      if (revision === '2026-07-28') await client.listen({ promptsListChanged: true });
      clients.push(client);
    }
  await publish(askingFiles);
  await until(() => new Set(events).size === clients.length, 'all clients');
  for (const client of clients) {
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet', 'shout', 'ask']);
    await client.close();
  }
});

it('lets clients and gateways keep lists for a minute, and nothing else', async () => {
  const { balancer, repository } = await startPair();
  const client = new Client(clientInfo, revisionOptions('2026-07-28'));
  const etags: (string | null)[] = [];
  const noting: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    etags.push(answer.headers.get('etag'));
    return answer;
  };
  await client.connect(new StreamableHTTPClientTransport(balancer.url('Docs'), { fetch: noting }));
  expect(await client.request({ method: 'prompts/list' })).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
  expect(etags.at(-1)).toBe(`"${repository.git('rev-parse', 'HEAD').slice(0, 16)}-2026-07-28-all"`);
  await client.getPrompt({ name: 'greet' });
  expect(etags.at(-1)).toBeNull();
  await client.close();
});

describe('A session', () => {
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  const openSession = async (port: number) => {
    const { headers } = await exchange(port, { method: 'POST', headers: json, body: initialize });
    return String(headers['mcp-session-id']);
  };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'prompts/list' });

  it('goes on at a replica that starts after it began', async () => {
    const repository = createRepository(greeting('Hello'));
    const share = shareInProcess();
    const firstReplica = await startReplica(repository.path, share());
    const session = await openSession(firstReplica.port);
    await firstReplica.close();
    const secondReplica = await startReplica(repository.path, share());
    const headers = { ...json, 'mcp-session-id': session };
    const { status, text } = await exchange(secondReplica.port, { method: 'POST', headers, body: list });
    expect([status, JSON.parse(text).result.prompts[0].name]).toEqual([200, 'greet']);
  });

  it('is refused if its id is changed, of another server, or signed by another key', async () => {
    const { replicas, publish } = await startPair();
    await publish({ 'servers/Other.yaml': 'Name: Other\nMCPPrompts: [greet]\n' });
    const stranger = await startReplica(createRepository(greeting('Hello')).path, shareInProcess()());
    const session = await openSession(replicas[0].port);
    const post = async (port: number, id: string, path = '/mcp/Docs') =>
      (await exchange(port, { method: 'POST', path, headers: { ...json, 'mcp-session-id': id }, body: list })).status;
    expect(await post(replicas[1].port, session)).toBe(200);
    expect(
      await post(
        replicas[1].port,
        session.replace(/.$/, (lastLetter) => (lastLetter === 'A' ? 'B' : 'A')),
      ),
    ).toBe(404);
    expect(await post(replicas[1].port, session, '/mcp/Other')).toBe(404);
    expect(await post(stranger.port, session)).toBe(404);
    expect(await post(replicas[1].port, 'x.y.z')).toBe(404);
  });

  it('is not ended by its client, because every replica would go on with it', async () => {
    const { replicas } = await startPair();
    const session = await openSession(replicas[0].port);
    const headers = { ...json, 'mcp-session-id': session };
    const endResponse = await exchange(replicas[0].port, { method: 'DELETE', headers });
    expect([endResponse.status, endResponse.headers.allow]).toEqual([405, 'POST, GET']);
    expect((await exchange(replicas[1].port, { method: 'POST', headers, body: list })).status).toBe(200);
  });

  it('answers a ping with an empty result, as clients expect it', async () => {
    const { replicas } = await startPair();
    const headers = { ...json, 'mcp-session-id': await openSession(replicas[0].port) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' });
    const { text } = await exchange(replicas[1].port, { method: 'POST', headers, body });
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
  });

  it('hears at another replica of what changed while it had no stream', async () => {
    const { replicas, publish, repository } = await startPair();
    const before = repository.git('rev-parse', 'HEAD');
    const session = await openSession(replicas[0].port);
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
    const after = await publish(askingFiles);
    const isEnough = function (this: string) {
      return this.includes('tools/list_changed');
    };
    const resumedStream = await exchange(replicas[1].port, {
      headers: { ...headers, 'last-event-id': before },
      isEnough,
    });
    expect(resumedStream.text).toContain(
      `id: ${after}\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`,
    );
    const isPrimed = function (this: string) {
      return this.includes('\n\n');
    };
    const currentStream = await exchange(replicas[1].port, {
      headers: { ...headers, 'last-event-id': after },
      isEnough: isPrimed,
    });
    expect(currentStream.text).toBe(`id: ${after}\ndata: \n\n`);
  });
});

it('ends its streams and answers what is under way before it stops', async () => {
  const slowFiles = {
    'prompts/greet.yaml':
      'Name: greet\nContent:\n  Function: "() => { let n = 0; while (n < 3e6) n++; return String(n); }"\n',
  };
  const repository = createRepository({ ...greeting('Hello'), ...slowFiles });
  const replica = await startReplica(repository.path, shareInProcess()());
  const url = new URL(`http://127.0.0.1:${replica.port}/mcp/Docs`);
  const client = new Client(clientInfo, revisionOptions('2026-07-28'));
  await client.connect(new StreamableHTTPClientTransport(url));
  const subscription = await client.listen({ promptsListChanged: true });
  const answer = client.getPrompt({ name: 'greet' });
  await until(() => replica.load.requests === 1, 'the request');
  await replica.close();
  expect((await answer).messages[0]?.content).toEqual({ type: 'text', text: '3000000' });
  await subscription.closed;
  await client.close();
});

describe('A new commit', () => {
  it('that has an error is served without what is broken, or refused if the operator says so', async () => {
    const repository = createRepository(greeting('Hello'));
    const [lenientReplica, strictReplica] = await Promise.all([
      startReplica(repository.path, shareInProcess()()),
      startReplica(repository.path, shareInProcess()(), { refusesErrors: true }),
    ]);
    const goodCommit = repository.git('rev-parse', 'HEAD');
    const brokenCommit = repository.push({
      ...askingFiles,
      'prompts/shout.yaml': 'Name: shout\nContent: {Nonsense: 1}\n',
    });
    await Promise.all([lenientReplica.fetch(), strictReplica.fetch()]);
    const status = async (port: number) => JSON.parse((await exchange(port, { path: '/status' })).text);
    expect(await status(lenientReplica.port)).toMatchObject({ commit: brokenCommit, errors: expect.any(Number) });
    expect(await status(strictReplica.port)).toMatchObject({
      commit: goodCommit,
      errors: 0,
      published: { tip: brokenCommit, commit: goodCommit, refusal: expect.stringContaining('prompts/shout.yaml:') },
    });
    expect(strictReplica.lines.join('\n')).toContain(`error: Commit ${brokenCommit.slice(0, 12)} has`);
    const fixedCommit = repository.push(askingFiles);
    await strictReplica.fetch();
    expect(await status(strictReplica.port)).toMatchObject({
      commit: fixedCommit,
      published: { tip: fixedCommit, commit: fixedCommit },
    });
  });

  it('is fetched after a genuine webhook of GitHub, Gitea or GitLab, and after no other', async () => {
    const secret = 'a secret';
    const repository = createRepository(greeting('Hello'));
    const replica = await startReplica(repository.path, shareInProcess()(), { webhookSecret: secret });
    const body = JSON.stringify({ ref: 'refs/heads/main' });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const send = async (headers: Record<string, string>) =>
      (await exchange(replica.port, { method: 'POST', path: '/hooks/git', headers, body })).status;
    const commitOf = async () => JSON.parse((await exchange(replica.port, { path: '/status' })).text).commit;
    const deliveries = [
      { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` },
      { 'x-gitea-event': 'push', 'x-gitea-signature': signature },
      { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret },
    ];
    for (const [index, headers] of deliveries.entries()) {
      const commit = repository.push({ 'note.txt': String(index) });
      expect(await send({ ...headers, 'x-gitlab-token': 'wrong', 'x-hub-signature-256': 'sha256=00' })).toBe(401);
      expect(await send({ 'x-github-event': 'push' })).toBe(401);
      expect(await send({ 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${signature}` })).toBe(202);
      expect(await commitOf()).not.toBe(commit);
      expect(await send(headers)).toBe(202);
      await expect.poll(commitOf).toBe(commit);
    }
  });
});

it('goes on with the last commit while the repository is gone, and says so', async () => {
  const repository = createRepository(greeting('Hello'));
  const replica = await startReplica(repository.path, shareInProcess()());
  const commit = repository.git('rev-parse', 'HEAD');
  repository.git('-C', repository.path, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  const { renameSync } = await import('node:fs');
  renameSync(repository.path, `${repository.path}.away`);
  await replica.fetch();
  const status = JSON.parse((await exchange(replica.port, { path: '/status' })).text);
  expect(status).toMatchObject({ commit, fetchFailure: expect.stringMatching(/^The repository cannot be fetched: /) });
  expect((await exchange(replica.port, { path: '/readyz' })).status).toBe(200);
});

it('answers the names that its operator gives it, probes by any name, and no others', async () => {
  const repository = createRepository(greeting('Hello'));
  const replica = await startReplica(repository.path, shareInProcess()(), {
    hostNames: ['prompts.example.com'],
    origins: ['inspector.example.com'],
  });
  const get = async (path: string, headers: Record<string, string>) =>
    (await exchange(replica.port, { path, headers })).status;
  expect(await get('/status', { host: 'prompts.example.com' })).toBe(200);
  expect(await get('/status', { host: 'Prompts.Example.com:8443' })).toBe(200);
  expect(await get('/status', { host: 'evil.example.com' })).toBe(403);
  expect(await get('/status', { host: 'localhost', origin: 'https://inspector.example.com' })).toBe(200);
  expect(await get('/status', { host: 'localhost', origin: 'https://evil.example.com' })).toBe(403);
  expect(await get('/readyz', { host: '10.0.0.7' })).toBe(200);
  expect(await get('/healthz', { host: '10.0.0.7' })).toBe(200);
});

it('says what to do while its branch is not pushed', async () => {
  const replica = await startReplica(createRepository().path, shareInProcess()(), { ref: 'release' });
  expect(replica.lines.join('\n')).toContain('The repository has no "release" yet: push it, or name another --ref.');
});
