import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderHandlers, suggestFolders } from './folders.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folders-'));
});

test('offers folders that begin like the typed name in either case, links to folders included, and no files', async () => {
  await mkdir(join(dir, 'Project'));
  await mkdir(join(dir, 'other'));
  await writeFile(join(dir, 'project.txt'), '');
  await symlink(join(dir, 'other'), join(dir, 'prolink'));
  await symlink(join(dir, 'project.txt'), join(dir, 'profile'));
  expect(await suggestFolders(join(dir, 'pro'))).toEqual([join(dir, 'Project'), join(dir, 'prolink')]);
});

test('offers the folders inside a folder after its last slash, hidden ones only after a dot', async () => {
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

test('the chosen folder of a source is written from the workspace, from the home folder, or absolute', async () => {
  let chosenFolder = '';
  let start: string | undefined;
  const { 'folders.choose': choose } = folderHandlers(dir, async (from) => {
    start = from;
    return chosenFolder;
  });
  for (const [folder, writtenText] of [
    [join(dir, 'docs', 'api'), join('docs', 'api')],
    [join(homedir(), 'notes'), join('~', 'notes')],
    [dir, dir],
    [`${dir}-2`, `${dir}-2`],
  ] as const) {
    chosenFolder = folder;
    expect(await choose({ for: 'source', from: 'docs' })).toEqual({ folder: writtenText });
    expect(start).toBe(join(dir, 'docs'));
    expect(await choose({ from: '~' })).toEqual({ folder });
    expect(start).toBe(homedir() + sep);
  }
});

test('a cancelled dialog answers no folder, and a host without a dialog says what to do', async () => {
  expect(await folderHandlers(dir, async () => undefined)['folders.choose']({})).toEqual({});
  await expect(folderHandlers(dir, undefined)['folders.choose']({})).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('type'),
  });
});

test('a typed path of a source is checked outside the workspace, where nothing else reports that it is missing', async () => {
  const { 'folders.check': check } = folderHandlers(join(dir, 'workspace'), undefined);
  await mkdir(join(dir, 'guides'));
  await writeFile(join(dir, 'notes.md'), '');
  for (const path of ['../guides', join(dir, 'notes.md'), '~', 'missing-inside'])
    expect(await check({ path })).toEqual({});
  const path = join(dir, 'guid');
  expect(await check({ path })).toEqual({
    message: `No such folder or file: ${path}: correct Folders in the source, or create it.`,
  });
});
