/** `replay`: calls that real clients have made, kept and played again. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Replay } from '../../../contract/contract.ts';
import { createWorld, type World } from '../../testing/command-line.ts';

const greet = (words: string) => `Name: greet
Arguments: [{Name: name, Required: true}]
Content: {Fence: boundary, StringTemplate: "${words}, \`name\`!"}
`;

let world: World;
beforeEach(async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, plain]\n',
    'prompts/greet.yaml': greet('Hello'),
    'prompts/plain.yaml': 'Name: plain\nContent: Plain\n',
  });
});
afterEach(() => world.dispose());

/**
 * One client that asks for these, and leaves once its calls are kept: it ends a server that takes long to stop.
 * @param total the calls that are kept then
 */
async function callAll(names: readonly string[], total: number, ...options: readonly string[]): Promise<void> {
  const { client, close } = await world.connect('serve', 'Docs', ...options);
  for (const name of names) await client.getPrompt({ name: 'greet', arguments: { name } });
  await client.getPrompt({ name: 'plain' });
  await waitUntilKept(total);
  await close();
}

async function runReplay(...options: readonly string[]): Promise<Replay> {
  return JSON.parse((await world.run('replay', 'Docs', ...options, '--json')).stdout);
}

async function waitUntilKept(count: number): Promise<void> {
  await expect
    .poll(async () => JSON.parse((await world.run('replay', '--json')).stdout).calls, { timeout: 20_000 })
    .toBe(count);
}

async function logFile(): Promise<string> {
  const calls = join(world.state, 'calls');
  const folder = (await readdir(calls)).find((name) => name !== 'settings.json') ?? '';
  const [file = ''] = await readdir(join(calls, folder));
  return join(calls, folder, file);
}

test('no call is kept before the person says so', async () => {
  await callAll(['Ada'], 0);
  const { stdout, stderr } = await world.run('replay', 'Docs');
  expect(stdout).toBe('0 calls of Docs, 0 would read differently.\n');
  expect(stderr).toContain('Calls are not kept: "prompt-workbench replay --keep values" keeps them from now on.');
  expect(existsSync(join(world.state, 'calls'))).toBe(false);
});

test('kept calls are played again, and those that would read differently are shown with their client application', async () => {
  expect((await world.run('replay', '--keep', 'values')).stdout).toContain('for 30 days, on this computer');
  await callAll(['Ada', 'Ada', 'Grace'], 4);
  await callAll(['Ada'], 6, '--for', 'codex');
  expect(await runReplay()).toMatchObject({ calls: 6, different: 0, skipped: [], differences: [] });
  await writeFile(join(world.workspace, 'prompts/greet.yaml'), greet('Good morning'));
  const { calls, different, differences } = await runReplay();
  expect([calls, different]).toEqual([6, 4]);
  expect(differences).toMatchObject([
    { kind: 'prompt', name: 'greet', values: { name: 'Ada' }, calls: 3, clients: ['test', 'Codex CLI'] },
    { kind: 'prompt', name: 'greet', values: { name: 'Grace' }, calls: 1, clients: ['test'] },
  ]);
  const { stdout } = await world.run('replay', 'Docs');
  expect(stdout).toContain('greet with name="Ada", read by test, Codex CLI, 3 calls:\n');
  expect(stdout).toMatch(/^ {4}-user: Hello, <data-boundary>Ada<\/data-boundary>!$/m);
  expect(stdout).toContain('6 calls of Docs, 4 would read differently.\n');
  expect((await runReplay('--since', '0m')).calls).toBe(0);
  expect((await stat(await logFile())).mode & 0o777).toBe(0o600);
  expect((await world.run('replay', '--clear')).stdout).toContain('0 calls of this workspace are kept, 0 kB.');
  await callAll([], 1);
  expect((await world.run('replay')).stdout).toContain('1 call of this workspace is kept, ');
});

test('calls are compared with a commit, including those whose values were left out', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', world.workspace, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args]);
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  await world.run('replay', '--keep', 'names');
  await callAll(['Ada Lovelace'], 2);
  expect(await readFile(await logFile(), 'utf8')).not.toContain('Ada');
  await writeFile(join(world.workspace, 'prompts/greet.yaml'), greet('Good morning'));
  expect(await runReplay()).toMatchObject({
    calls: 2,
    different: 0,
    skipped: [{ reason: 'their values were not kept', calls: 2 }],
  });
  const outcome = await runReplay('--against', 'main');
  expect(outcome).toMatchObject({ against: 'main', calls: 2, different: 1, skipped: [] });
  expect(outcome.differences[0]?.difference).toContain('two words');
});

test('a call is kept although its client kills the server as soon as it has the answer', async () => {
  await world.run('replay', '--keep', 'values');
  for (const count of [1, 2, 3]) {
    const transport = world.stdio('serve', 'Docs');
    const client = new Client({ name: 'killer', version: '1.0.0' });
    await client.connect(transport);
    await client.getPrompt({ name: 'plain' });
    process.kill(transport.pid ?? 0, 'SIGKILL');
    expect(JSON.parse((await world.run('replay', '--json')).stdout).calls).toBe(count);
    await client.close();
  }
});

const addToolText = (sign: string) => `Name: add
Parameters: [{Name: a, Kind: integer, Required: true}, {Name: b, Kind: integer, Required: true}]
OutputSchema: {type: object, properties: {sum: {type: integer}}}
Content: {Function: "({ a, b }) => ({ sum: a ${sign} b })"}
`;

test('calls of tools are played again, except those of tools that reach another program', async () => {
  await world.write('servers/Docs.yaml', 'Name: Docs\nTools: [add, run]\n');
  await world.write('tools/add.yaml', addToolText('+'));
  await world.write('tools/run.yaml', 'Name: run\nContent: {Function: {Wolfram: "1 + 1"}}\n');
  await world.trust();
  await world.run('replay', '--keep', 'values');
  const { client, close } = await world.connect('serve', 'Docs');
  await client.callTool({ name: 'add', arguments: { a: 5, b: 2 } });
  expect(await client.callTool({ name: 'add', arguments: { a: 'x', b: 2 } })).toMatchObject({ isError: true });
  await client.callTool({ name: 'run' });
  await waitUntilKept(3);
  await close();
  const skipped = [{ reason: 'they run a program on this computer, and the replay does not', calls: 1 }];
  expect(await runReplay()).toMatchObject({ calls: 3, different: 0, skipped });
  await world.write('tools/add.yaml', addToolText('-'));
  const { differences } = await runReplay();
  expect(differences).toMatchObject([{ kind: 'tool', name: 'add', values: { a: 5, b: 2 }, calls: 1 }]);
  expect(differences[0]?.difference).toContain('-{"sum":7}');
  expect(differences[0]?.difference).toContain('+{"sum":3}');
  expect((await world.run('replay', 'Docs')).stdout).toContain('tool add with a=5 b=2, read by test:\n');
});

describe.each(['2025-11-25', '2026-07-28'])('a call whose form a person answered (%s)', (revision) => {
  const askingPromptText = (words: string, moreText = '') => `Name: greet
Arguments: [{Name: name, Required: true, Ask: missing}${moreText}]
Content: {StringTemplate: "${words}, \`name\`!"}
`;

  test('is played again with the answers, and says if it asks for more', async () => {
    await world.write('prompts/greet.yaml', askingPromptText('Hello'));
    await world.run('replay', '--keep', 'values');
    const client = new Client(
      { name: 'asked', version: '1.0.0' },
      {
        capabilities: { elicitation: { form: {} } },
        ...(revision === '2026-07-28'
          ? { versionNegotiation: { mode: { pin: revision } } }
          : { supportedProtocolVersions: [revision] }),
      },
    );
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
    await client.connect(world.stdio('serve', 'Docs'));
    expect(JSON.stringify(await client.getPrompt({ name: 'greet' }))).toContain('Hello, Ada!');
    await client.close();
    await waitUntilKept(1);
    expect(await runReplay()).toMatchObject({ calls: 1, different: 0, skipped: [] });
    await world.write('prompts/greet.yaml', askingPromptText('Good morning'));
    const { differences } = await runReplay();
    expect(differences).toMatchObject([{ name: 'greet', values: {}, forms: 1, clients: ['asked'] }]);
    expect(differences[0]?.difference).toBe('-user: Hello, Ada!\n+user: Good morning, Ada!');
    await world.write('prompts/greet.yaml', askingPromptText('Hello', ', {Name: more, AskWhen: {name: [Ada]}}'));
    expect((await runReplay()).differences[0]?.difference).toContain('+Error: It asks once more');
  });
});

test('calls are compared with an earlier point in the history', async () => {
  await world.run('replay', '--keep', 'values');
  await callAll(['Ada'], 2);
  const outcome = await runReplay('--as-of', '1d');
  expect(outcome).toMatchObject({ calls: 2, different: 0 });
  expect(outcome.against).toMatch(/^\d{4}-/);
});

test('a log line that was damaged is left out, and a replay needs the name of a server that exists', async () => {
  await world.run('replay', '--keep', 'values');
  await callAll([], 1);
  await writeFile(await logFile(), '{"at": 1\n', { flag: 'a' });
  expect((await runReplay()).calls).toBe(1);
  const unknownOutcome = await world.run('replay', 'Dogs');
  expect(unknownOutcome).toMatchObject({ code: 1, stderr: expect.stringContaining('Docs') });
  const wrongOutcome = await world.run('replay', '--since', '7d');
  expect(wrongOutcome).toMatchObject({ code: 2, stderr: 'Replay the calls of which server? Name one.\n' });
  expect((await world.run('replay', 'Docs', '--since', 'soon')).code).toBe(2);
});

test('calls over HTTP are kept too', async () => {
  await world.run('replay', '--keep', 'values');
  const child = world.start('serve', 'Docs', '--http', '--port', '0');
  const output = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('Token file')) resolve(text);
    });
  });
  const [, url = '', file = ''] = /Address: +(\S+)\nToken file: (.+)\n/.exec(output) ?? [];
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const headers = { authorization: `Bearer ${(await readFile(file, 'utf8')).trim()}` };
  const client = new Client({ name: 'over-http', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } });
  await waitUntilKept(1);
  await client.close();
  child.kill('SIGTERM');
});
