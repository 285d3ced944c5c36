import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { workspaceKey } from '../state/paths.ts';
import { openCallLog } from './call-log.ts';
import type { KeptCall } from './kept-call.ts';

const root = '/workspace';
const call: KeptCall = { at: 0, server: 'Docs', kind: 'prompt', name: 'greet', names: [] };
let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'call-log-'));
});

test('the size counts what other processes append, over several files, and nothing after a clear', async () => {
  const log = openCallLog(state, root, { limits: { fileBytes: 400, bytes: 100_000 } });
  expect(await log.size()).toEqual({ calls: 0, bytes: 0 });
  for (let index = 1; index <= 20; index++) {
    openCallLog(state, root, { limits: { fileBytes: 400, bytes: 100_000 } }).append([call]);
    expect((await log.size()).calls).toBe(index);
  }
  expect((await log.size()).bytes).toBe(20 * (JSON.stringify(call).length + 1));
  expect((await readdir(join(state, 'calls', workspaceKey(root)))).length).toBeGreaterThan(1);
  await log.clear();
  expect(await log.size()).toEqual({ calls: 0, bytes: 0 });
});

test('a file is read for the size only if it has changed', async () => {
  const log = openCallLog(state, root);
  log.append([call, call]);
  const folder = join(state, 'calls', workspaceKey(root));
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  const setTime = (seconds: number) => utimes(path, seconds, seconds);
  await setTime(1_000);
  const { calls, bytes } = await log.size();
  expect(calls).toBe(2);
  await writeFile(path, 'x'.repeat(bytes));
  await setTime(1_000);
  expect(await log.size()).toEqual({ calls: 2, bytes });
  await setTime(2_000);
  expect(await log.size()).toEqual({ calls: 1, bytes });
});
