/** What reaches a model, with a stand-in for the installed application. */
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Simulation } from '../../contract/contract.ts';
import type { OpenRequest } from '../request.ts';
import { keepCheck, readChecks } from './checks.ts';
import { type ReachOptions, reach } from './reach.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-reach-'));
  await mkdir(join(dir, 'bin'));
  await mkdir(join(dir, 'tmp'));
  vi.stubEnv('TMPDIR', join(dir, 'tmp'));
});
afterEach(() => vi.unstubAllEnvs());

/** `claude` that sends these blocks, after its own note, to the address that it is given. */
async function installClaude(blocks: readonly object[] | 'nothing' | 'hangs'): Promise<void> {
  const note = { type: 'text', text: '<system-reminder>Be kind.</system-reminder>' };
  const body = {
    messages: [
      { role: 'user', content: [note, ...(Array.isArray(blocks) ? blocks : [])] },
      { role: 'system', content: [] },
    ],
  };
  const script = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
if (process.argv[2] === '--version') { console.log('9.8.7 (Claude Code)'); process.exit(0); }
writeFileSync(${JSON.stringify(join(dir, 'seen'))}, JSON.stringify({ home: process.env.HOME, key: process.env.ANTHROPIC_API_KEY, args: process.argv }));
const what = ${JSON.stringify(typeof blocks === 'string' ? blocks : 'sends')};
if (what === 'hangs') setInterval(() => {}, 1000);
else if (what === 'sends')
  fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages?beta=true', { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))} }).then((a) => a.text());
`;
  await writeFile(join(dir, 'bin', 'claude'), script);
  await chmod(join(dir, 'bin', 'claude'), 0o755);
}

const expectedPieces = [
  { role: 'user', kind: 'text', text: 'heading' },
  { role: 'user', kind: 'text', text: 'Hello, Ada!' },
] as const;
const text = (value: string) => ({ type: 'text', text: value });

const reachIt = (simulation: Partial<Simulation> = {}, options: Partial<ReachOptions> = {}) =>
  reach(
    {
      server: 'Docs',
      prompt: 'greet',
      simulate: async () => ({
        line: { command: '', text: '/mcp__Docs__greet Ada', pieces: [] },
        read: [...expectedPieces],
        ...simulation,
      }),
    } as unknown as OpenRequest,
    { client: 'claude-code', command: { command: '/node', args: [] }, env: { PATH: join(dir, 'bin') }, ...options },
  );

test('the application sends what the simulation shows, from a temporary home folder (stand-in)', async () => {
  await installClaude([text('heading'), text('Hello, Ada!')]);
  const reachReport = await reachIt();
  expect(reachReport).toMatchObject({ client: 'claude-code', version: '9.8.7', line: '/mcp__Docs__greet Ada' });
  expect(reachReport.pieces.map((piece) => piece.text)).toEqual(['heading', 'Hello, Ada!']);
  expect(reachReport.difference).toBeUndefined();
  const report = JSON.parse(await readFile(join(dir, 'seen'), 'utf8'));
  expect(report.home).toMatch(/prompt-workbench-run-/);
  expect(report.key).toBe('none');
  expect(await readdir(join(dir, 'tmp'))).toEqual([]);
});

test.each([
  [[text('heading'), text('Hello, Ad!')], 'Piece 2 differs at character 10: "!" instead of "a!".'],
  [[text('heading')], 'Piece 2 is missing: "Hello, Ada!".'],
  [[text('heading'), text('Hello, Ada!'), { type: 'image' }], 'Piece 3 is not expected: an image.'],
  ['nothing' as const, 'Nothing reached the model.'],
])('a difference is one sentence: %j (stand-in)', async (blocks, sentence) => {
  await installClaude(blocks);
  expect((await reachIt()).difference).toBe(sentence);
});

test('a check that cannot be made says why (stand-in)', async () => {
  await expect(reachIt()).rejects.toMatchObject({ code: 'missing', message: expect.stringContaining('install it') });
  await expect(reachIt({}, { client: 'zed' })).rejects.toMatchObject({ code: 'missing' });
  await installClaude('hangs');
  await expect(reachIt({}, { timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'timed-out' });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  await expect(reachIt({}, { signal: stop.signal })).rejects.toMatchObject({ code: 'stopped' });
  const { line: _, ...noLine } = { line: undefined, message: 'It shows no prompts.' };
  await expect(reachIt({ ...noLine, line: undefined } as never)).rejects.toMatchObject({
    message: 'Claude Code has no command for this prompt (It shows no prompts.).',
  });
  expect(await readdir(join(dir, 'tmp'))).toEqual([]);
});

test('an application without prompts is checked for the tool that the server lists instead (stand-in)', async () => {
  const tool = {
    name: 'greet',
    description: 'Greets',
    inputSchema: { type: 'object', properties: { who: { type: 'string', description: 'A name' }, how: {} } },
    content: { kind: 'prompt' },
  };
  const offer = (...tools: readonly object[]) => installCodex({ input: [], tools: [{ type: 'web_search' }, ...tools] });
  const check = () =>
    reach(
      {
        server: 'Docs',
        prompt: 'greet',
        simulate: async () => ({ message: 'It shows no prompts.' }),
        toolFor: () => tool,
      } as unknown as OpenRequest,
      { client: 'codex', command: { command: '/node', args: ['a "b"'] }, env: { PATH: join(dir, 'bin') } },
    );
  const properties = { how: {}, who: { description: 'A name', type: 'string' } };
  await offer({ type: 'namespace', tools: [{ name: 'greet', description: 'Greets', parameters: { properties } }] });
  expect(await check()).toMatchObject({
    line: 'Use the tool greet.',
    pieces: [{ kind: 'text', text: 'Tool greet\nGreets\nhow:\nwho: A name' }],
  });
  expect((await check()).difference).toBeUndefined();
  await offer({ name: 'other', description: 'x' });
  expect((await check()).difference).toBe('Nothing reached the model.');
  await offer({ name: 'Docs-greet', description: 'Says hi', parameters: { properties } });
  expect((await check()).difference).toContain('Piece 1 differs at character 12: "Says hi');
});

/** `codex` as a stand-in: it sends this body to the address of its configuration. */
async function installCodex(body: object): Promise<void> {
  const script = `#!${process.execPath}
const { readFileSync } = require('node:fs');
if (process.argv[2] === '--version') { console.log('codex-cli 9.8.7'); process.exit(0); }
const config = readFileSync(process.env.CODEX_HOME + '/config.toml', 'utf8');
const [, url] = /base_url = "(.*)"/.exec(config);
if (!config.includes('args = ["a \\\\"b\\\\""]')) process.exit(1);
fetch(url + '/responses', { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))} }).then((a) => a.text());
`;
  await writeFile(join(dir, 'bin', 'codex'), script);
  await chmod(join(dir, 'bin', 'codex'), 0o755);
}

test('the newest check of each prompt and application of a workspace is kept', async () => {
  const check = (client: string, version: string) => ({
    ...{ client, version, day: '2026-11-24', server: 'Docs', prompt: 'greet', line: '/x', expected: [] },
    pieces: [{ kind: 'text' as const, text: 'x'.repeat(50_000) }],
  });
  const place = { stateDir: dir, workspaceDir: join(dir, 'one') };
  for (const [client, version] of [
    ['a', '1'],
    ['b', '1'],
    ['a', '2'],
  ] as const)
    await keepCheck(place, check(client, version));
  const results = await readChecks(place);
  expect(results.map(({ client, version }) => client + version)).toEqual(['a2', 'b1']);
  expect(results[0]?.pieces[0]?.text).toHaveLength(20_000);
  expect(await readChecks({ ...place, workspaceDir: join(dir, 'two') })).toEqual([]);
  const [file = ''] = await readdir(join(dir, 'run', 'checks'));
  await writeFile(join(dir, 'run', 'checks', file), '{');
  expect(await readChecks(place)).toEqual([]);
});

test('checks that end together are all kept', async () => {
  const place = { stateDir: dir, workspaceDir: join(dir, 'one') };
  const clients = Array.from({ length: 12 }, (_, index) => `client-${index}`);
  const facts = {
    version: '1',
    day: '2026-11-24',
    server: 'Docs',
    prompt: 'greet',
    line: '/x',
    pieces: [],
    expected: [],
  };
  await Promise.all(clients.map((client) => keepCheck(place, { client, ...facts })));
  expect((await readChecks(place)).map(({ client }) => client).sort()).toEqual([...clients].sort());
});
