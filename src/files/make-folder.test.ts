import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder, makePrivateFolder, makePrivateFolderSync } from './make-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'make-folder-'));
});

const make = {
  makeFolder,
  makePrivateFolder,
  makePrivateFolderSync: async (path: string) => makePrivateFolderSync(path),
};

it.each(Object.entries(make))(
  '%s creates a folder with those around it, and accepts one that exists',
  async (_, run) => {
    const path = join(root, 'a', 'b', 'c');
    await run(path);
    await run(path);
    expect((await stat(path)).isDirectory()).toBe(true);
    // A hundred at once
    await Promise.all(Array.from({ length: 100 }, (_, index) => run(join(root, 'x', 'y', String(index % 3)))));
  },
);

it.skipIf(process.platform === 'win32').each([makePrivateFolder, make.makePrivateFolderSync])(
  'a private folder and those created around it belong to their owner alone (%o)',
  async (run) => {
    await run(join(root, 'a', 'b'));
    for (const path of [join(root, 'a'), join(root, 'a', 'b')]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  },
);

it.each(Object.entries(make))('%s refuses a file in its place or above it', async (_, run) => {
  await writeFile(join(root, 'file'), '');
  await expect(run(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(run(join(root, 'file', 'inner'))).rejects.toThrow();
});

it.runIf(process.platform === 'linux').each(Object.entries(make))(
  '%s fails below /proc instead of hanging',
  async (_, run) => {
    await expect(run('/proc/workbench/state')).rejects.toMatchObject({ code: 'ENOTSUP' });
  },
);
