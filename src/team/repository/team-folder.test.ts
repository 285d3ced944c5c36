import { mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { machineId } from '../../files/write/temporary-files.ts';
import { createTeamFolder, removeTeamFolder } from './team-folder.ts';

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'team-folder-')));
  vi.stubEnv('TMPDIR', home);
});
afterEach(() => vi.unstubAllEnvs());

const folderOf = (machine: string, pid: number) => `prompt-workbench-team-${machine}-${pid}-aBc123`;

test('the first start removes the folders of killed replicas, and no others', async () => {
  // Larger than any process id of Linux or macOS.
  const endedPid = 99_999_999;
  const leftFolders = [folderOf(machineId, endedPid), folderOf(machineId, process.pid)];
  const otherNames = [
    folderOf(machineId, process.ppid),
    folderOf('00000000', endedPid),
    'prompt-workbench-team-elsewhere',
  ];
  for (const name of [...leftFolders, ...otherNames]) await mkdir(join(home, name, 'repository'), { recursive: true });
  // Replicas of one process start at once, and none removes the folder of another.
  const dirs = await Promise.all(Array.from({ length: 20 }, createTeamFolder));
  const names = dirs.map((dir) => dir.slice(home.length + 1));
  await expect.poll(async () => (await readdir(home)).sort()).toEqual([...otherNames, ...names].sort());
  await removeTeamFolder(dirs[0] ?? '');
  expect(await readdir(home)).not.toContain(names[0]);
});
