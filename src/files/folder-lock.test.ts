/** The lock of a folder, between real processes. */
import { appendFile, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childProgram } from '../library/testing/child-program.ts';
import { makeWorkspace } from '../library/testing/workspace.ts';
import { withFolderLock } from './folder-lock.ts';

const isWindows = process.platform === 'win32';

/** Takes the lock, prints `held`, and keeps it until it reads a line. */
const holder = `
  import { once } from 'node:events';
  import { withFolderLock } from './folder-lock.ts';
  await withFolderLock(process.argv[2], async () => {
    console.log('held');
    await once(process.stdin, 'data');
  });
  console.log('free');
  process.exit(0);`;

/** Takes the lock `rounds` times and notes in a log when it begins and when it ends. */
const worker = `
  import { appendFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { withFolderLock } from './folder-lock.ts';
  const [, , root, log, name, rounds] = process.argv;
  for (let round = 0; round < Number(rounds); round++)
    await withFolderLock(root, async () => {
      appendFileSync(log, name + ' begins\\n');
      await setTimeout(Math.random() * 2);
      appendFileSync(log, name + ' ends\\n');
    });`;

test('excludes other processes, and leaves no file in the workspace', async () => {
  const [root, logs] = [await makeWorkspace(), await makeWorkspace()];
  const log = join(logs, 'log');
  const start = await childProgram(import.meta.dirname, worker);
  const workers = ['a', 'b', 'c'].map((name) => start(root, log, name, '30'));
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(180);
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('begins', 'ends'));
  expect(await readdir(root)).toEqual([]);
});

test('is free again at once when its holder is killed', async () => {
  const root = await makeWorkspace();
  const start = await childProgram(import.meta.dirname, holder);
  for (let round = 0; round < 3; round++) {
    const { child, nextLine } = start(root);
    expect(await nextLine()).toBe('held');
    const order: string[] = [];
    const waitingLock = withFolderLock(root, async () => void order.push('ours'));
    order.push('killed');
    child.kill('SIGKILL');
    await waitingLock;
    expect(order).toEqual(['killed', 'ours']);
  }
});

test('goes to one of several processes when its holder is killed', async () => {
  const [root, logs] = [await makeWorkspace(), await makeWorkspace()];
  const log = join(logs, 'log');
  const [hold, work] = [
    await childProgram(import.meta.dirname, holder),
    await childProgram(import.meta.dirname, worker),
  ];
  const { child, nextLine } = hold(root);
  await nextLine();
  await appendFile(log, '');
  const workers = ['a', 'b', 'c', 'd'].map((name) => work(root, log, name, '5'));
  child.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(40);
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('begins', 'ends'));
});

test.skipIf(isWindows)(
  'does not wait for a stopped holder for more than 2 s, and only once',
  async () => {
    const root = await makeWorkspace();
    const start = await childProgram(import.meta.dirname, holder);
    const { child, nextLine, say, ended } = start(root);
    await nextLine();
    child.kill('SIGSTOP');
    const startMs = performance.now();
    await withFolderLock(root, async () => {});
    const firstMs = performance.now() - startMs;
    for (let turn = 0; turn < 5; turn++) await withFolderLock(root, async () => {});
    const laterMs = performance.now() - startMs - firstMs;
    expect(firstMs).toBeGreaterThan(1_900);
    expect(laterMs).toBeLessThan(firstMs);
    child.kill('SIGCONT');
    say('release');
    expect(await ended).toBe(0);
    // The holder that continued has given the lock back, and it excludes again.
    const next = start(root);
    expect(await next.nextLine()).toBe('held');
    let isOurs = false;
    const waitingLock = withFolderLock(root, async () => {
      isOurs = true;
    });
    expect(isOurs).toBe(false);
    next.say('release');
    await waitingLock;
  },
  30_000,
);

test('is the same lock for every path to the folder', async () => {
  const [root, otherPath] = [await makeWorkspace(), await makeWorkspace()];
  if (isWindows) return;
  await symlink(root, join(otherPath, 'link'));
  const order: string[] = [];
  await Promise.all([
    withFolderLock(root, async () => {
      order.push('begins');
      await new Promise((resolve) => setImmediate(resolve));
      order.push('ends');
    }),
    withFolderLock(join(otherPath, 'link'), async () => void order.push('second')),
  ]);
  expect(['begins,ends,second', 'second,begins,ends']).toContain(order.join());
});

test('is released when the work fails, and different folders have different locks', async () => {
  const [root, otherPath] = [await makeWorkspace(), await makeWorkspace()];
  await expect(withFolderLock(root, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withFolderLock(root, () => withFolderLock(otherPath, async () => 'both'))).toBe('both');
});

test('does not keep work from a folder that cannot be locked', async () => {
  const root = await makeWorkspace();
  expect(await withFolderLock(join(root, 'absent'), async () => 'done')).toBe('done');
});
