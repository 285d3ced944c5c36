/** The pages of a whole replica, as callers with different rights read them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TeamServerOptions } from '../team-server.ts';
import { startIssuer, type TestIssuer } from '../testing/issuer.ts';
import { shareInProcess, startReplica } from '../testing/replicas.ts';
import { createRepository, greeting } from '../testing/repository.ts';

const publicUrl = 'https://prompts.example.com';
const files = {
  ...greeting('Hello'),
  'servers/Docs.yaml': 'Name: Docs\nTitle: Our docs\nMCPPrompts: [greet, secret]\n',
  'servers/Plans.yaml': 'Name: Plans\nMCPPrompts: [secret]\n',
  'prompts/secret.yaml': 'Name: secret\nContent: The launch date\n',
  'access.yaml': 'Everyone:\n  - {Server: Docs, Except: [secret]}\nGroups:\n  board: ["*"]\n',
};

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer({ ada: [], grace: ['board'] });
});
afterAll(() => issuer.stop());

async function start(options: Partial<TeamServerOptions> = {}) {
  const repository = createRepository();
  repository.push(files, 'Add the launch date');
  const folder = mkdtempSync(join(tmpdir(), 'prompt-workbench-usage-'));
  const replica = await startReplica(repository.path, shareInProcess()(), {
    access: { publicUrl, issuers: [{ url: issuer.url }] },
    usage: { library: 'lib', folder, daysToKeep: 90 },
    ...options,
  });
  const get = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${replica.port}${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { repository, replica, get };
}

const tokenOf = (client: string) => issuer.token({ resource: publicUrl, client });

it('lists the servers that a caller may see, with the commit that they serve', async () => {
  const { repository, get } = await start();
  const id = repository.git('rev-parse', 'HEAD');
  expect((await get('/servers')).status).toBe(401);
  const grace = await get('/servers', await tokenOf('grace'));
  expect(grace.body).toMatchObject({
    subject: 'grace',
    ref: 'main',
    commit: { id, subject: 'Add the launch date', time: expect.stringMatching(/^\d{4}-.*Z$/) },
    servers: [
      { name: 'Docs', title: 'Our docs', prompts: 2, tools: 0, address: `${publicUrl}/mcp/Docs`, commit: id },
      { name: 'Plans', prompts: 1, address: `${publicUrl}/mcp/Plans`, commit: id },
    ],
  });
  const ada = await get('/servers', await tokenOf('ada'));
  expect(ada.body).toMatchObject({ subject: 'ada', servers: [{ name: 'Docs', prompts: 1 }] });
  expect(JSON.stringify(ada.body)).not.toMatch(/Plans|launch/);
});

it('says that a newer commit was refused, and why to those who see everything', async () => {
  const { repository, replica, get } = await start({ refusesErrors: true });
  const servedCommit = repository.git('rev-parse', 'HEAD');
  const refusal = repository.push({ 'prompts/secret.yaml': 'Name: secret\nContents: 7\n' }, 'Break the launch date');
  await replica.fetch();
  expect((await get('/servers', await tokenOf('grace'))).body).toMatchObject({
    commit: { id: servedCommit },
    tip: { id: refusal, subject: 'Break the launch date' },
    refusal: expect.stringContaining('prompts/secret.yaml'),
  });
  const ada = await get('/servers', await tokenOf('ada'));
  expect(ada.body).toMatchObject({
    tip: { id: refusal },
    refusal: `Commit ${refusal.slice(0, 12)} has errors and is not served.`,
  });
  expect(JSON.stringify(ada.body)).not.toMatch(/secret|launch/);
});

it('reports the usage of what a caller may see', async () => {
  const { replica, get } = await start();
  const [ada, grace] = [await tokenOf('ada'), await tokenOf('grace')];
  for (const [token, name] of [
    [ada, 'greet'],
    [grace, 'greet'],
    [grace, 'secret'],
  ] as const) {
    const client = new Client({ name: 'tester', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const address = new URL(`http://127.0.0.1:${replica.port}/mcp/Docs`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    await client.getPrompt({ name, arguments: { name: 'Ada' } });
    await client.close();
  }
  const usageOf = async (token: string, query = '') => (await get(`/usage/Docs${query}`, token)).body;
  await expect
    .poll(() => usageOf(grace, '?days=30'), { timeout: 10_000 })
    .toMatchObject({
      entries: [
        { name: 'greet', calls: 2, people: 2, clients: 1, errors: 0 },
        { name: 'secret', calls: 1, people: 1 },
      ],
      unused: [],
    });
  expect(await usageOf(ada, '?days=30')).toMatchObject({
    entries: [{ name: 'greet', calls: 2, people: 2 }],
    unused: [],
  });
  expect((await get('/usage/Plans', ada)).status).toBe(404);
  expect((await get('/usage/Plans', grace)).body).toMatchObject({ entries: [], unused: ['secret'] });
  expect((await get('/usage/Docs?days=0', ada)).status).toBe(400);
  expect((await get('/usage/Docs')).status).toBe(401);
});

it('shows everything where callers do not log in', async () => {
  const { replica, get } = await start({ access: undefined });
  expect((await get('/servers')).body).toMatchObject({
    commit: { subject: 'Add the launch date' },
    servers: [{ name: 'Docs', address: `http://127.0.0.1:${replica.port}/mcp/Docs` }, { name: 'Plans' }],
  });
  expect((await get('/usage/Docs')).body).toMatchObject({ entries: [], unused: ['greet', 'secret'] });
});
