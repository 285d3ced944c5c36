/** The temporary folder of a replica or of an operator's command: its clone and what it reads from it. */
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBackground } from '../../base/in-background.ts';
import { processExists } from '../../files/process-exists.ts';
import { machineId } from '../../files/write/temporary-files.ts';

/** `prompt-workbench-team-<machine>-<pid>-<random>`. */
const prefix = `prompt-workbench-team-${machineId}-`;

/** Ends when the folders are known that were there before this process made any. */
let search: Promise<void> | undefined;

/** Makes an empty folder. The first call removes those that killed processes of this computer have left, in the background. */
export async function createTeamFolder(): Promise<string> {
  const parent = await realpath(tmpdir());
  search ??= startCleanup(parent);
  await search;
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

/** @param dir a folder of `createTeamFolder` */
export function removeTeamFolder(dir: string): Promise<void> {
  return rm(dir, { recursive: true, force: true });
}

async function startCleanup(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  inBackground(removeLeftOvers(names.filter(isLeftOver).map((name) => join(parent, name))));
}

/** In a container, the process after a restart has the same id, and has made no folder yet. */
function isLeftOver(name: string): boolean {
  if (!name.startsWith(prefix)) return false;
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  return pid === process.pid || !processExists(pid);
}

async function removeLeftOvers(dirs: readonly string[]): Promise<void> {
  for (const dir of dirs) {
    // Anyone may put a folder of this name there, so only this account's own are removed.
    const stats = await lstat(dir).catch(() => undefined);
    if (stats?.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid()))
      await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }
}
