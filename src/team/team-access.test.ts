/** A whole replica with a real issuer: who sees what, what is recorded, measured and listed. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMachineToken } from './access/machine-tokens.ts';
import { startIssuer, type TestIssuer } from './testing/issuer.ts';
import { shareInProcess, startReplica } from './testing/replicas.ts';
import { createRepository, greeting } from './testing/repository.ts';
import { localReport } from './usage/local-usage.ts';

const publicUrl = 'https://prompts.example.com';
const [monitor, scraper] = [createMachineToken(), createMachineToken()];
const files = {
  ...greeting('Hello'),
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, secret]\n',
  'servers/Plans.yaml': 'Name: Plans\nMCPPrompts: [secret]\n',
  'prompts/secret.yaml': 'Name: secret\nContent: The launch date\n',
  'access.yaml': `Everyone:
  - {Server: Docs, Except: [secret]}
Groups:
  board: ["*"]
Tokens:
  - {Name: monitor, Hash: "${monitor.hash}"}
  - {Name: scraper, Hash: "${scraper.hash}", Scopes: ["metrics:read"]}
Listed: [Docs]
`,
};

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer({ ada: [], grace: ['board'] });
});
afterAll(() => issuer.stop());

async function start(options = {}, repository = createRepository(files)) {
  const folder = mkdtempSync(join(tmpdir(), 'prompt-workbench-usage-'));
  const replica = await startReplica(repository.path, shareInProcess()(), {
    access: { publicUrl, issuers: [{ url: issuer.url }] },
    usage: { library: 'lib', folder, daysToKeep: 90 },
    ...options,
  });
  const get = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(`http://127.0.0.1:${replica.port}${path}`, { headers });
  };
  const connect = async (token: string, server = 'Docs') => {
    const client = new Client({ name: 'tester', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const address = new URL(`http://127.0.0.1:${replica.port}/mcp/${server}`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    return client;
  };
  return { repository, replica, folder, get, connect };
}

const tokenOf = (client: string) => issuer.token({ resource: publicUrl, client });

it('lists what the caller may see, records who asked for what, and measures it', async () => {
  const { replica, folder, get, connect } = await start();
  const [ada, grace] = [await tokenOf('ada'), await tokenOf('grace')];
  const [firstClient, secondClient] = [await connect(ada), await connect(grace)];
  expect((await firstClient.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet']);
  expect((await secondClient.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet', 'secret']);
  await firstClient.getPrompt({ name: 'greet', arguments: { name: 'Ada Lovelace' } });
  await secondClient.getPrompt({ name: 'greet', arguments: { name: 'Grace' } });
  await expect(firstClient.getPrompt({ name: 'secret' })).rejects.toThrow('There is no prompt named "secret"');
  await expect(connect(ada, 'Plans')).rejects.toThrow();
  const refusal = await get('/metrics');
  expect(refusal.status).toBe(401);
  // The measures name what is hidden from some, so they need a scope that people do not have.
  for (const token of [grace, monitor.token]) expect((await get('/metrics', token)).status).toBe(403);
  const metrics = await (await get('/metrics', scraper.token)).text();
  expect((await get('/status', scraper.token)).status).toBe(403);
  expect(metrics).toMatch(/mcp_server_operation_duration_seconds_count\{.*gen_ai_prompt_name="greet".*\} 2/);
  expect(metrics).toMatch(/prompt_workbench_refused_requests_total\{http_response_status_code="401"\} 1/);
  expect(metrics).toMatch(/prompt_workbench_refused_requests_total\{http_response_status_code="403"\} 2/);
  const status = await (await get('/status', monitor.token)).json();
  expect(status).toMatchObject({ usage: { recorded: 3, lost: 0 } });
  await firstClient.close();
  await secondClient.close();
  await replica.close();
  const report = await localReport(join(folder, 'usage'), 'Docs', '2026-01-01T00:00:00.000Z');
  expect(report.entries).toMatchObject([
    { kind: 'prompt', name: 'greet', calls: 2, people: 2, clients: 1, errors: 0 },
    { kind: 'prompt', name: 'secret', calls: 1, people: 1, errors: 1 },
  ]);
});

it('has a registry in which each caller finds what the caller may see', async () => {
  const { get } = await start();
  const names = async (token?: string) => {
    const answer = await get('/v0.1/servers', token);
    const body = (await answer.json()) as { servers: { server: { name: string } }[] };
    return body.servers.map(({ server }) => server.name);
  };
  expect(await names()).toEqual(['com.example.prompts/Docs']);
  expect(await names(await tokenOf('ada'))).toEqual(['com.example.prompts/Docs']);
  expect(await names(await tokenOf('grace'))).toEqual(['com.example.prompts/Docs', 'com.example.prompts/Plans']);
  const plans = `/v0.1/servers/${encodeURIComponent('com.example.prompts/Plans')}/versions/latest`;
  expect((await get(plans)).status).toBe(404);
  expect((await get(plans, await tokenOf('grace'))).status).toBe(200);
  expect((await get('/v0.1/servers', 'wrong')).status).toBe(401);
});

it('refuses the calls of one subject over the limit, and no other calls', async () => {
  const { get } = await start({ callsPerMinute: 3 });
  const [ada, grace] = [await tokenOf('ada'), await tokenOf('grace')];
  const call = async (token: string) => {
    const answer = await get('/mcp/Docs', token);
    return [answer.status, answer.headers.get('retry-after') !== null];
  };
  // Requests that begin at the end of a minute count in two of them.
  const statuses = [];
  for (let index = 0; index < 7; index++) statuses.push(await call(ada));
  expect(statuses.at(-1)).toEqual([429, true]);
  expect((await call(grace))[0]).not.toBe(429);
});

it('refuses what one subject sends over the limit, whatever size the request declares', async () => {
  const { replica } = await start({ bytesPerMinute: 100_000 });
  const token = await tokenOf('ada');
  const post = async (bearer: string, body: NonNullable<RequestInit['body']>) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return (await fetch(`http://127.0.0.1:${replica.port}/mcp/Docs`, init)).status;
  };
  const largeText = 'x'.repeat(60_000);
  // On a busy computer a minute may end between two requests, but not between all of them.
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push(await post(token, largeText));
  expect(statuses).toContain(429);
  const grace = await tokenOf('grace');
  // A body without a length counts as the largest one.
  const streamed: number[] = [];
  for (let call = 0; call < 3; call++) streamed.push(await post(grace, new Blob(['{}']).stream()));
  expect(streamed).toContain(429);
});

it('publishes an older commit for a token with the scope for that, and for no other', async () => {
  const { repository, replica, get } = await start();
  const olderCommit = repository.git('rev-parse', 'HEAD');
  repository.push(greeting('Newer'));
  await replica.fetch();
  const grace = await tokenOf('grace');
  const readServedCommit = async () => ((await (await get('/status', grace)).json()) as { commit: string }).commit;
  expect(await readServedCommit()).not.toBe(olderCommit);
  const publish = async (token: string | undefined, commit: unknown, method = 'POST') => {
    const answer = await fetch(`http://127.0.0.1:${replica.port}/publish`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify({ commit }),
    });
    return { status: answer.status, body: await answer.json(), challenge: answer.headers.get('www-authenticate') };
  };
  expect(await publish(undefined, olderCommit)).toMatchObject({ status: 401 });
  const refusal = await publish(grace, olderCommit);
  expect(refusal).toMatchObject({ status: 403, challenge: expect.stringContaining('scope="prompts:publish"') });
  const token = await issuer.token({ resource: publicUrl, client: 'grace', scope: 'prompts:publish' });
  expect(await publish(token, olderCommit.slice(0, 10))).toMatchObject({ status: 200, body: { commit: olderCommit } });
  expect(await readServedCommit()).toBe(olderCommit);
  await replica.fetch();
  expect(await readServedCommit()).toBe(olderCommit);
  expect(await publish(token, 'nowhere')).toMatchObject({ status: 404 });
  expect(await publish(token, '--upload-pack=x')).toMatchObject({ status: 400 });
  expect(await publish(token, 7)).toMatchObject({ status: 400 });
  expect(await publish(token, olderCommit, 'PUT')).toMatchObject({ status: 405 });
  const next = repository.push(greeting('Next'));
  await replica.fetch();
  expect(await readServedCommit()).toBe(next);
});

it('a broken access.yaml hides everything, and the status says how many errors there are', async () => {
  const { repository, replica, get } = await start();
  repository.push({ 'access.yaml': 'Everyone: ["*"]\nEveryon: []\n' });
  await replica.fetch();
  const grace = await tokenOf('grace');
  expect((await get('/mcp/Docs', grace)).status).toBe(404);
  expect(await (await get('/status', grace)).json()).toMatchObject({ errors: 1 });
});

it('the status names neither hidden servers nor what a refused commit says about them', async () => {
  const { repository, replica, get } = await start({ refusesErrors: true });
  repository.push({ 'prompts/secret.yaml': 'Name: [broken\n' });
  await replica.fetch();
  const [ada, grace] = [await tokenOf('ada'), await tokenOf('grace')];
  const status = async (token: string) => (await get('/status', token)).json();
  expect(await status(grace)).toMatchObject({
    servers: ['Docs', 'Plans'],
    published: { refusal: expect.stringContaining('prompts/secret.yaml') },
  });
  const shownStatus = await status(ada);
  expect(shownStatus).toMatchObject({ servers: ['Docs'], published: { refusal: expect.any(String) } });
  expect(JSON.stringify(shownStatus)).not.toMatch(/secret|Plans/);
});

it('answers 503, not that nothing exists, before it has read a commit', async () => {
  const { repository, replica, get } = await start({}, createRepository());
  const ada = await tokenOf('ada');
  for (const token of [ada, monitor.token, undefined]) {
    const answer = await get('/mcp/Docs', token);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  repository.push(files);
  await replica.fetch();
  // The server can now answer, so it reports the fault of the request itself.
  expect((await get('/mcp/Docs', ada)).status).toBe(406);
});

it('is ready when it has the keys of its issuer, and serves programs with tokens of their own before', async () => {
  const ownIssuer = await startIssuer({ ada: [] });
  await ownIssuer.stop();
  const { get } = await start({ access: { publicUrl, issuers: [{ url: ownIssuer.url }] } });
  const ready = await get('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ reason: expect.stringContaining('did not give its keys') });
  expect(await (await get('/status', monitor.token)).json()).toMatchObject({
    issuer: expect.stringContaining('this replica tries again'),
  });
  await ownIssuer.start();
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 20_000 }).toBe(200);
  await ownIssuer.stop();
}, 30_000);
