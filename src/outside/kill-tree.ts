/** Ends a program and everything that it has started. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { systemProgram } from '../base/system-program.ts';

/** @param pid the leader of a process group, except on Windows */
export async function killTree(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    return new Promise((resolve) =>
      execFile(systemProgram('taskkill', process.env), ['/pid', String(pid), '/T', '/F'], () => resolve()),
    );
  }
  signalGroup(pid, 'SIGKILL');
}

/** Not on Windows, which has no signals. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no process left.
  }
}

/** Enough for a program that starts the next process while the one before is being ended. */
const maxPasses = 5;

/**
 * Ends the processes that have left their group, on Linux: those whose environment has this variable with this folder, and
 * those that work in the folder, also with an empty environment. On other systems, only the process group is ended.
 */
export function killMarked(name: string, folder: string): void {
  if (process.platform !== 'linux') return;
  const isMarked = (entry: string) =>
    `${readFileSync(`/proc/${entry}/environ`, 'latin1')}\0`.includes(`${name}=${folder}\0`);
  // A deleted folder reads as `… (deleted)`.
  const isInside = (entry: string) =>
    `${readlinkSync(`/proc/${entry}/cwd`).replace(/ \(deleted\)$/, '')}/`.startsWith(`${folder}/`);
  const killAll = () =>
    readdirSync('/proc').filter((entry) => {
      const pid = Number(entry);
      if (!Number.isInteger(pid) || pid === process.pid) return false;
      try {
        return (isMarked(entry) || isInside(entry)) && process.kill(pid, 'SIGKILL');
      } catch {
        // The process belongs to another account, or has ended.
        return false;
      }
    });
  for (let pass = 0; pass < maxPasses && killAll().length > 0; pass++);
}
