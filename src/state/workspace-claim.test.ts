import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { claimWorkspace, type OwnClaim, runningClaim } from './workspace-claim.ts';

const door = { origin: 'http://127.0.0.1:4001', key: 'k'.repeat(43) };
let home: string;
let state: string;
let workspace: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'claim-')));
  state = join(home, 'state');
  workspace = join(home, 'workspace');
  await mkdir(workspace);
});

async function makeClaim(dir = workspace): Promise<OwnClaim> {
  const claim = await claimWorkspace(state, dir, 'browser');
  if (claim.kind !== 'ours') throw new Error('The workspace is claimed already.');
  return claim.claim;
}

async function claimFile(): Promise<string> {
  const [key = ''] = await readdir(join(state, 'open-workspaces'));
  const [name = ''] = (await readdir(join(state, 'open-workspaces', key))).sort().reverse();
  return join(state, 'open-workspaces', key, name);
}

test('of many starts at the same instant, one claims the workspace, and the others find it', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimWorkspace(state, workspace, 'browser')));
  expect(claims.filter(({ kind }) => kind === 'ours')).toHaveLength(1);
  for (const claim of claims)
    if (claim.kind === 'theirs') expect(claim.claim).toMatchObject({ owner: { pid: process.pid }, host: 'browser' });
});

test('a later start of this account, and of no other, learns how to join', async () => {
  const claim = await makeClaim();
  await claim.publish(door);
  expect(await claimWorkspace(state, workspace, 'desktop')).toMatchObject({ kind: 'theirs', claim: { door } });
  expect((await stat(await claimFile())).mode & 0o777).toBe(0o600);
});

test('another path to the same folder is the same workspace', async () => {
  const laterPath = join(home, 'later');
  await symlink(workspace, join(home, 'link'));
  await makeClaim(join(home, 'link'));
  expect((await claimWorkspace(state, workspace, 'browser')).kind).toBe('theirs');
  // The folder may have to be made first.
  await makeClaim(join(home, 'link', '..', 'later'));
  expect((await claimWorkspace(state, laterPath, 'browser')).kind).toBe('theirs');
});

test('a workspace that was released can be claimed, and its port is remembered', async () => {
  const firstClaim = await makeClaim();
  await firstClaim.publish(door);
  await firstClaim.release();
  expect(await runningClaim(state, workspace)).toBeUndefined();
  const secondClaim = await makeClaim();
  expect(secondClaim.lastPort).toBe(4001);
  await secondClaim.release();
  expect((await makeClaim()).lastPort).toBe(4001);
});

test('of many starts after a crash, one claims the workspace', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await (await makeClaim()).release();
  const deadClaim = { owner: { pid: child.pid, started: '' }, host: 'browser', door };
  for (let round = 0; round < 5; round++) {
    await writeFile(await claimFile(), JSON.stringify(deadClaim));
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimWorkspace(state, workspace, 'browser')));
    const ours = claims.flatMap((claim) => (claim.kind === 'ours' ? [claim.claim] : []));
    expect(ours).toHaveLength(1);
    expect(ours[0]?.lastPort).toBe(4001);
    await ours[0]?.release();
  }
});

test.each(['', '{', '{"owner":{"pid":-1}}', '[]', 'x'.repeat(10_000)])(
  'a damaged claim (%s) prevents no start',
  async (text) => {
    await (await makeClaim()).release();
    await writeFile(await claimFile(), text);
    await makeClaim();
  },
);

test('a folder in place of a claim prevents no start', async () => {
  await (await makeClaim()).release();
  const file = await claimFile();
  await rm(file);
  await mkdir(join(file, 'deeper'), { recursive: true });
  await makeClaim();
});
