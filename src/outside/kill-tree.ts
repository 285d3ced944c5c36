/** Ends a program and everything that it has started. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

/**
 * Ends the processes that have left their group, on Linux: those whose environment has this variable with this value.
 * Elsewhere the group has to do.
 */
export function killMarked(name: string, value: string): void {
  if (process.platform !== 'linux') return;
  const mark = `${name}=${value}\0`;
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      if (!`${readFileSync(`/proc/${entry}/environ`, 'latin1')}\0`.includes(mark)) continue;
      process.kill(pid, 'SIGKILL');
    } catch {
      // Another account's, or it has ended.
    }
  }
}
