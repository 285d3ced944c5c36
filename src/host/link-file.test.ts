import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostTransport, WorkspaceView } from '../contract/contract.ts';
import { linkFile, readLink, runningLink } from './link-file.ts';
import { type LoopbackHost, startLoopbackHost } from './loopback.ts';

const workspace = '/home/ada/Prompt Workbench';
const view: WorkspaceView = {
  dir: workspace,
  revision: 1,
  fingerprint: 'a',
  servers: [],
  unlisted: [],
  unlistedTools: [],
  problems: [],
};
const core: HostTransport = { call: async () => ({ ok: true, value: view }), listen: () => () => {} };

let state: string;
let file: string;
const open: LoopbackHost[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'link-'));
  file = linkFile(state, workspace);
});
afterEach(async () => {
  for (const host of open.splice(0)) await host.close();
  await rm(state, { recursive: true });
});

async function start(): Promise<LoopbackHost> {
  const host = await startLoopbackHost({ core, rendererDir: state, linkFile: file, log: () => {} });
  open.push(host);
  return host;
}

test('a second start finds the workbench that runs', async () => {
  expect(await runningLink(file, workspace)).toBeUndefined();
  const host = await start();
  expect(await runningLink(file, workspace)).toBe(host.url);
  expect(await runningLink(file, '/another/folder')).toBeUndefined();
});

test('the link is for the user alone, even where the file was open to all', async () => {
  await start();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a workbench that has ended is not found, and its port is taken again with another token', async () => {
  const first = await start();
  await first.close();
  expect(await runningLink(file, workspace)).toBeUndefined();
  const second = await start();
  expect(second.origin).toBe(first.origin);
  expect(second.token).not.toBe(first.token);
});

test('a port that somebody else has by now is left to them', async () => {
  const first = await start();
  const second = await start();
  expect(second.origin).not.toBe(first.origin);
  expect(await readFile(file, 'utf8')).toBe(`${second.url}\n`);
});

test.each(['', 'http://evil.example/#token=x\n', 'half a li'])('a damaged file ("%s") is no link', async (text) => {
  await start();
  await writeFile(file, text);
  expect(await readLink(file)).toBeUndefined();
  await start();
});
