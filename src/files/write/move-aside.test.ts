import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { moveAside } from './move-aside.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-aside-'));
  path = join(folder, 'record');
});

it('gives a damaged file a name that says so', async () => {
  await writeFile(path, 'one');
  expect(await moveAside(path)).toBe(`${path}.damaged`);
  expect(await readdir(folder)).toEqual(['record.damaged']);
});

it.each([
  ['file', (at: string) => writeFile(at, 'older')],
  ['empty folder', (at: string) => mkdir(at)],
])('chooses another name where a %s has that one, and keeps both', async (_, put) => {
  await put(`${path}.damaged`);
  await mkdir(path);
  await writeFile(join(path, 'inside'), 'newer');
  const movedPath = await moveAside(path);
  expect(basename(movedPath)).toMatch(/^record\.damaged-[0-9a-f]{8}$/);
  expect((await readdir(folder)).sort()).toEqual(['record.damaged', basename(movedPath)]);
  expect(await readFile(join(movedPath, 'inside'), 'utf8')).toBe('newer');
});
