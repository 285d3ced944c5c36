import { spawnSync } from 'node:child_process';
import { readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeWorkspace } from '../../library/testing/workspace.ts';
import { machineId, sweepTemporaryFiles, temporaryPath } from './temporary-files.ts';

/** The id of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['-e', '']).pid;
const oldDate = new Date(Date.now() - 48 * 60 * 60 * 1000);

/** The name that a process of a computer gives to a temporary file. */
function nameOf(stem: string, pid: number, machine = machineId): string {
  const id = `${machine}${pid.toString(16).padStart(8, '0')}01234567`;
  return `.${stem}.${id}${crc32(stem + id)
    .toString(16)
    .padStart(8, '0')}.tmp`;
}

async function listHidden(root: string): Promise<readonly string[]> {
  return (await readdir(root, { recursive: true })).filter((name) => basename(name).startsWith('.')).sort();
}

test('leftovers of a killed process in a workspace are deleted', async () => {
  const root = await makeWorkspace({ 'prompts/greet.yaml': 'Name: greet\n', 'media/a.png': 'x' });
  for (const folder of ['prompts', 'media', '.'])
    await writeFile(join(root, folder, nameOf('greet.yaml', endedPid)), 'half');
  await sweepTemporaryFiles(root);
  expect(await listHidden(root)).toEqual([]);
  expect(await readdir(join(root, 'prompts'))).toEqual(['greet.yaml']);
});

test('the file of a process that runs stays', async () => {
  const root = await makeWorkspace({ 'prompts/greet.yaml': 'Name: greet\n' });
  const path = temporaryPath(join(root, 'prompts', 'greet.yaml'));
  expect(dirname(path)).toBe(join(root, 'prompts'));
  await writeFile(path, 'half');
  await sweepTemporaryFiles(root);
  expect(await listHidden(root)).toHaveLength(1);
});

test('the file of another computer stays for a day', async () => {
  const root = await makeWorkspace({ 'prompts/greet.yaml': 'Name: greet\n' });
  const [youngFile, agedFile] = ['young.yaml', 'aged.yaml'].map((stem) => nameOf(stem, endedPid, 'ffffffff'));
  for (const name of [youngFile, agedFile]) await writeFile(join(root, 'prompts', name ?? ''), 'half');
  await utimes(join(root, 'prompts', agedFile ?? ''), oldDate, oldDate);
  await sweepTemporaryFiles(root);
  expect(await listHidden(root)).toEqual([`prompts/${youngFile}`]);
});

test('a file of another program stays, however alike its name and however old it is', async () => {
  const ours = nameOf('greet.yaml', endedPid);
  const similarNames = [
    '.greet.yaml.swp',
    '.greet.yaml.tmp',
    '.greet.yaml.0123456789abcdef.tmp',
    'greet.yaml.0123456789abcdef0123456789abcdef.tmp',
    '.greet.yaml.0123456789abcdef0123456789abcdef.tmp',
    ours.toUpperCase(),
    ours.replace('greet', 'great'),
    `${ours}.bak`,
    ours.slice(1),
  ];
  const root = await makeWorkspace({ 'prompts/greet.yaml': 'Name: greet\n' });
  for (const name of similarNames) {
    await writeFile(join(root, 'prompts', name), 'theirs');
    await utimes(join(root, 'prompts', name), oldDate, oldDate);
  }
  await sweepTemporaryFiles(root);
  expect((await readdir(join(root, 'prompts'))).sort()).toEqual([...similarNames, 'greet.yaml'].sort());
});

test.skipIf(process.platform === 'win32')('a folder that is a link out of the workspace is not swept', async () => {
  const outsideFolder = await makeWorkspace({ [nameOf('greet.yaml', endedPid)]: 'theirs' });
  const root = await makeWorkspace();
  await symlink(outsideFolder, join(root, 'prompts'));
  await sweepTemporaryFiles(root);
  expect(await listHidden(outsideFolder)).toHaveLength(1);
});
