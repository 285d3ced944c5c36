import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchangeCode } from '../../contract/loopback-sign-in.ts';
import type { OwnClaim } from '../../state/workspace-claim.ts';
import { claimOrJoin } from './claim-or-join.ts';
import { type LoopbackHost, startLoopbackHost } from './loopback.ts';

let home: string;
const log: string[] = [];
const hosts: LoopbackHost[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'join-'));
  log.length = 0;
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

const enter = (kind: 'browser' | 'desktop' = 'browser', state = join(home, 'state')) =>
  claimOrJoin(state, join(home, 'workspace'), kind, (line) => log.push(line));

async function makeClaim(): Promise<OwnClaim> {
  const entry = await enter();
  if (entry.kind !== 'ours' || !entry.claim) throw new Error('There is no claim.');
  return entry.claim;
}

async function startHost(): Promise<LoopbackHost> {
  const core = { call: async () => ({ ok: true, value: null }) as const, listen: () => () => {} };
  const host = await startLoopbackHost({ core, rendererDir: home, log: () => {} });
  hosts.push(host);
  return host;
}

test('a start during another start waits for it and gets a link that opens a page', async () => {
  const claim = await makeClaim();
  const pendingEntry = enter();
  const host = await startHost();
  await claim.publish(host);
  const entry = await pendingEntry;
  if (entry.kind !== 'running') throw new Error('It did not join.');
  expect(await exchangeCode(host.origin, new URL(entry.link).hash.slice('#code='.length))).toHaveProperty('token');
});

test('a workbench that does not answer is named with its process', async () => {
  const claim = await makeClaim();
  const host = await startHost();
  await claim.publish(host);
  await host.close();
  await expect(enter()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`process ${process.pid}`),
  });
});

test('a start waits for a workbench that is closing', async () => {
  const claim = await makeClaim();
  const host = await startHost();
  await claim.publish(host);
  await host.close();
  const pendingEntry = enter();
  await claim.release();
  expect(await pendingEntry).toMatchObject({ kind: 'ours' });
});

test('the desktop app and the browser host say where the workspace is open', async () => {
  await makeClaim();
  await expect(enter('desktop')).rejects.toMatchObject({
    message: expect.stringContaining('already open in the browser'),
  });
});

test('without a state folder a workbench opens, and says that no other start finds it', async () => {
  const blocked = join(home, 'file');
  await writeFile(blocked, '');
  expect(await enter('browser', blocked)).toEqual({ kind: 'ours', claim: undefined });
  expect(log).toEqual([expect.stringContaining(blocked)]);
});
