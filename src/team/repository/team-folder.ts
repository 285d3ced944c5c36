/** The temporary folder of a replica or of an operator's command: its clone and what it reads from it. */
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBackground } from '../../base/in-background.ts';
import { processExists } from '../../files/process-exists.ts';
import { machineId } from '../../files/temporary-files.ts';

/** `prompt-workbench-team-<machine>-<pid>-<random>`. */
const prefix = `prompt-workbench-team-${machineId}-`;

/** The names of this process's folders. */
const own = new Set<string>();

/** Makes an empty folder. Removes those that killed processes of this computer have left, in the background. */
export async function createTeamFolder(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)));
  own.add(dir);
  inBackground(removeLeftOvers(dir).catch(() => undefined));
  return dir;
}

/** @param dir a folder of `createTeamFolder` */
export async function removeTeamFolder(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  own.delete(dir);
}

async function removeLeftOvers(sibling: string): Promise<void> {
  const folder = join(sibling, '..');
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const dir = join(folder, name);
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // In a container, the process after a restart has the same id.
    const isOver = pid === process.pid ? !own.has(dir) : !processExists(pid);
    // Anyone may put a folder of this name there, so only this account's own are removed.
    const stats = isOver ? await lstat(dir).catch(() => undefined) : undefined;
    if (stats?.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid()))
      await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }
}
