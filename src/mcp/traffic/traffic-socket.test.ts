/** Traffic from a client's `serve` process to a workbench, with the built command line. */
import { spawnSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChildTransport } from '../../outside/child-transport.ts';
import { AnswerBudget, answerLimits } from '../../outside/limits.ts';
import { socketFolder } from '../../state/socket-address.ts';
import { fakeLiveServer, prompt, resolvedServer } from '../server/testing/fake-live-server.ts';
import { ObservedConnection } from './observed-connection.ts';
import { reportToWorkbenches } from './report.ts';
import { TrafficHub } from './traffic-hub.ts';
import { openTrafficSocket, type TrafficSocket } from './traffic-socket.ts';

const definition = (greeting: string) =>
  `Name: Docs\nVersion: 1.0.0\nMCPPrompts:\n  - {Name: Greet, Content: ${greeting}}\n`;

let home: string;
let workspace: string;
let state: string;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wire-'));
  workspace = join(home, 'workspace');
  state = join(home, 'state');
  await mkdir(join(workspace, 'servers'), { recursive: true });
  await writeFile(join(workspace, 'servers', 'Docs.yaml'), definition('Hello'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function workbench(): Promise<{ hub: TrafficHub; socket: TrafficSocket }> {
  const hub = new TrafficHub();
  const socket = await openTrafficSocket(hub, socketFolder(state, workspace));
  ends.push(() => socket.close());
  return { hub, socket };
}

async function serve(name = 'outside'): Promise<Client> {
  const client = new Client({ name, version: '3.2.1' });
  const command = {
    command: process.execPath,
    args: [join(process.cwd(), 'dist', 'cli.cjs'), 'serve', 'Docs', '--workspace', workspace],
    env: { PROMPT_WORKBENCH_STATE: state },
  };
  // The SDK's stdio transport adds a listener for each of many messages.
  const budget = new AnswerBudget({ ...answerLimits, maxMessages: 10_000 });
  await client.connect(new ChildTransport(command, process.cwd(), budget));
  ends.push(() => client.close());
  return client;
}

const entries = (hub: TrafficHub) => hub.log.changedAfter(0, Number.POSITIVE_INFINITY).sort((a, b) => a.id - b.id);

test('a server that a client starts appears with all messages since its start', async () => {
  const { hub } = await workbench();
  const client = await serve();
  await client.listPrompts();
  await vi.waitFor(() => expect(hub.connections()).toHaveLength(1));
  await client.getPrompt({ name: 'Greet' });
  await expect(client.getPrompt({ name: 'Nobody' })).rejects.toThrow();
  await vi.waitFor(() => expect(entries(hub).at(-1)).toMatchObject({ state: 'error' }));
  expect(entries(hub).map(({ method, state }) => `${method} ${state}`)).toEqual([
    'initialize answered',
    'notifications/initialized notification',
    'prompts/list answered',
    'prompts/get answered',
    'prompts/get error',
  ]);
  expect(hub.connections()).toMatchObject([
    {
      server: 'Docs',
      transport: 'stdio',
      client: { name: 'outside', version: '3.2.1' },
      revision: '2025-11-25',
      list: 'fresh',
      missed: 0,
    },
  ]);
  await client.close();
  await vi.waitFor(() => expect(hub.connections()).toEqual([]));
});

test('no message is lost or doubled among many', async () => {
  const { hub } = await workbench();
  const client = await serve();
  const count = 2_000;
  await Promise.all(Array.from({ length: count }, () => client.getPrompt({ name: 'Greet' })));
  const answeredEntries = () =>
    entries(hub).filter(({ method, state }) => method === 'prompts/get' && state === 'answered');
  await vi.waitFor(() => expect(answeredEntries()).toHaveLength(count));
  const ids = answeredEntries().map(({ request }) => JSON.parse(request?.text ?? '').id);
  expect(new Set(ids).size).toBe(count);
  for (const { request, answer } of answeredEntries())
    expect(JSON.parse(request?.text ?? '').id).toBe(JSON.parse(answer?.text ?? '').id);
});

test('a workbench that is opened later finds the connected clients and the state of their lists', async () => {
  const client = await serve();
  await client.listPrompts();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { hub } = await workbench();
  await vi.waitFor(() => expect(hub.connections()).toMatchObject([{ client: { name: 'outside' }, list: 'fresh' }]));
  expect(entries(hub)).toEqual([]);
  await client.getPrompt({ name: 'Greet' });
  await vi.waitFor(() => expect(entries(hub)).toMatchObject([{ method: 'prompts/get', state: 'answered' }]));
  await writeFile(join(workspace, 'servers', 'Docs.yaml'), definition('Hello').replace('Greet', 'Welcome'));
  await vi.waitFor(() => expect(hub.connections()).toMatchObject([{ list: 'stale' }]));
  await client.listPrompts();
  await vi.waitFor(() => expect(hub.connections()).toMatchObject([{ list: 'fresh' }]));
});

test('every open workbench of the workspace gets all messages, and one that ends loses none for the others', async () => {
  const [firstWorkbench, secondWorkbench] = [await workbench(), await workbench()];
  const client = await serve();
  await vi.waitFor(() => {
    expect(firstWorkbench.hub.connections()).toHaveLength(1);
    expect(secondWorkbench.hub.connections()).toHaveLength(1);
  }, 5_000);
  await firstWorkbench.socket.close();
  await client.getPrompt({ name: 'Greet' });
  await vi.waitFor(() => expect(entries(secondWorkbench.hub).at(-1)).toMatchObject({ state: 'answered' }));
});

test('without a workbench, no socket is created; with one, only this user can access it', async () => {
  const client = await serve();
  await client.listPrompts();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await readdir(state)).toEqual(['cache']);
  const { socket } = await workbench();
  const folder = socketFolder(state, workspace);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
  await socket.close();
  expect(await readdir(folder)).toEqual([]);
});

/** A socket without a listener, as after a killed workbench. */
function leaveDeadSocket(path: string): void {
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program, path]);
}

test('removes the address and the socket that a killed workbench has left', async () => {
  const folder = socketFolder(state, workspace);
  await mkdir(folder, { recursive: true });
  const name = '0123456789abcdef';
  leaveDeadSocket(join(folder, `${name}.sock`));
  expect(await readdir(folder)).toEqual([`${name}.sock`]);
  await writeFile(join(folder, `${name}.address`), join(folder, `${name}.sock`));
  const { hub } = await workbench();
  expect((await readdir(folder)).filter((file) => file.startsWith(name))).toEqual([]);
  await serve();
  await vi.waitFor(() => expect(hub.connections()).toHaveLength(1));
});

test('never deletes a file that no workbench created', async () => {
  const folder = socketFolder(state, workspace);
  await mkdir(join(folder, 'fedcba9876543210.address'), { recursive: true });
  const diary = join(home, 'diary.txt');
  await writeFile(diary, 'private');
  const othersSocket = join(home, 'other.sock');
  leaveDeadSocket(othersSocket);
  await writeFile(join(folder, '0000000000000001.address'), diary);
  await writeFile(join(folder, '0000000000000002.address'), othersSocket);
  await writeFile(join(folder, '0000000000000003.address'), '../../../../diary.txt');
  await writeFile(join(folder, 'notes.address'), 'not the name of an address');
  await workbench();
  expect(await readFile(diary, 'utf8')).toBe('private');
  expect((await lstat(othersSocket)).isSocket()).toBe(true);
  expect((await readdir(folder)).filter((file) => /^(0{15}|fedc|notes)/.test(file)).sort()).toEqual([
    'fedcba9876543210.address',
    'notes.address',
  ]);
});

test('keeps serving with any content in the address files of workbenches', async () => {
  const folder = socketFolder(state, workspace);
  await mkdir(join(folder, 'folder.address'), { recursive: true });
  for (const [name, content] of Object.entries({
    blanks: '  ',
    port: '70000',
    number: '12',
    zeros: '\0\0\0',
    long: 'x'.repeat(5000),
  }))
    await writeFile(join(folder, `${name}.address`), content);
  const client = await serve();
  await client.listPrompts();
  // The server looks for workbenches 200 ms after its start, and then each second.
  for (let count = 0; count < 15; count++) {
    await client.getPrompt({ name: 'Greet' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect((await client.listPrompts()).prompts).toHaveLength(1);
});

test('keeps serving when the workspace is moved away right after the start', async () => {
  const client = await serve();
  await rename(workspace, `${workspace}-away`);
  for (let count = 0; count < 6; count++) {
    await client.ping();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await rename(`${workspace}-away`, workspace);
  await vi.waitFor(async () => expect((await client.listPrompts()).prompts).toHaveLength(1));
});

test('a workspace whose state folder lies deep has a socket all the same', async () => {
  state = join(home, 'a folder with quite a long name'.repeat(4));
  const { hub } = await workbench();
  await serve();
  await vi.waitFor(() => expect(hub.connections()).toHaveLength(1));
});

test('a workbench that does not read makes the server leave messages out, and gets their number', async () => {
  const folder = join(home, 'place');
  await mkdir(folder);
  const events: string[] = [];
  let readOn = () => {};
  const deafServer = createServer((socket) => {
    socket.pause();
    socket.setEncoding('utf8').on('data', (chunk: string) => events.push(chunk));
    socket.pause();
    readOn = () => socket.resume();
  });
  await new Promise<void>((resolve) => deafServer.listen(join(folder, '0123456789abcdef.sock'), resolve));
  ends.push(() => deafServer.close());
  await writeFile(join(folder, '0123456789abcdef.address'), join(folder, '0123456789abcdef.sock'));
  const connection = new ObservedConnection(
    'Docs',
    'stdio',
    fakeLiveServer(resolvedServer([prompt({ name: 'Greet' })])),
  );
  let isHeard = () => false;
  const end = reportToWorkbenches(connection, folder, {
    interval: 10,
    onError: (error) => {
      throw error;
    },
  });
  ends.push(end);
  const listen = vi.spyOn(connection, 'listen');
  isHeard = () => listen.mock.calls.length > 0;
  await vi.waitFor(() => expect(isHeard()).toBe(true));

  const before = process.memoryUsage().arrayBuffers;
  const text = 'x'.repeat(100_000);
  for (let id = 0; id < 1_000; id++)
    connection.tap('in', { jsonrpc: '2.0', id, method: 'prompts/get', params: { text } });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  readOn();
  const lines = () =>
    events
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  await vi.waitFor(() => expect(lines().some((line) => 'missed' in line)).toBe(true));
  const missedCount = lines().reduce((sum, line) => sum + (line.missed ?? 0), 0);
  expect(missedCount + lines().filter((line) => 'message' in line).length).toBe(1_000);
});

test('neither a socket that answers nonsense nor one that is gone harms the server', async () => {
  const folder = socketFolder(state, workspace);
  await mkdir(folder, { recursive: true });
  const nonsenseServer = createServer((socket) => socket.end('\0nonsense\n'));
  await new Promise<void>((resolve) => nonsenseServer.listen(join(folder, 'mad.sock'), resolve));
  ends.push(() => nonsenseServer.close());
  await writeFile(join(folder, 'mad.address'), join(folder, 'mad.sock'));
  await writeFile(join(folder, 'gone.address'), join(folder, 'gone.sock'));
  await writeFile(join(folder, 'empty.address'), '');
  const client = await serve();
  for (let count = 0; count < 20; count++) {
    await client.getPrompt({ name: 'Greet' });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect((await client.listPrompts()).prompts).toHaveLength(1);
});

test('a process that sends nonsense is ignored', async () => {
  const { hub } = await workbench();
  const folder = socketFolder(state, workspace);
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.address'));
  const { connect } = await import('node:net');
  for (const nonsense of ['{"message":{}}\n', 'no JSON\n', '{"facts":{"server":1}}\n', '[]\n']) {
    const socket = connect(await readFile(join(folder, file), 'utf8'));
    const closing = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write(nonsense);
    await closing;
  }
  expect(hub.connections()).toEqual([]);
});
