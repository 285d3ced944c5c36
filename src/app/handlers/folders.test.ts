import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { suggestFolders } from './folders.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folders-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('offers folders that begin like the typed name in either case, links to folders included, and no files', async () => {
  await mkdir(join(dir, 'Project'));
  await mkdir(join(dir, 'other'));
  await writeFile(join(dir, 'project.txt'), '');
  await symlink(join(dir, 'other'), join(dir, 'prolink'));
  await symlink(join(dir, 'project.txt'), join(dir, 'profile'));
  expect(await suggestFolders(join(dir, 'pro'))).toEqual([join(dir, 'Project'), join(dir, 'prolink')]);
});

test('offers what is inside a folder after its last slash, hidden folders only after their dot', async () => {
  await mkdir(join(dir, '.git'));
  await mkdir(join(dir, 'src'));
  expect(await suggestFolders(dir + sep)).toEqual([join(dir, 'src')]);
  expect(await suggestFolders(join(dir, '.'.concat('g')))).toEqual([join(dir, '.git')]);
});

test('offers at most twenty', async () => {
  for (let index = 0; index < 30; index += 1) await mkdir(join(dir, `folder-${index}`));
  expect(await suggestFolders(dir + sep)).toHaveLength(20);
});

test.each(['', '~', `~${sep}`])('"%s" is the home folder', async (prefix) => {
  for (const folder of await suggestFolders(prefix)) expect(folder.startsWith(homedir() + sep)).toBe(true);
});

test.each(['relative', './here', '\0'])('"%s" offers nothing', async (prefix) => {
  expect(await suggestFolders(prefix)).toEqual([]);
});
