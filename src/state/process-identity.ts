/** Recognises whether a process still runs, even if the system has reused its id. */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { systemProgram } from '../base/system-program.ts';
import { processExists } from '../files/process-exists.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** The start time in a system-specific form. Empty if unknown; then only the id counts. */
  readonly started: string;
}

/** Limit for `ps`. */
const psTimeoutMs = 1_500;
/** PowerShell takes up to seconds to start on a busy computer. */
const powershellTimeoutMs = 10_000;

let ownIdentity: Promise<ProcessIdentity> | undefined;

/** Returns the identity of this process. */
export function thisProcess(): Promise<ProcessIdentity> {
  ownIdentity ??= startOf(process.pid).then((startTime) => ({ pid: process.pid, started: startTime ?? '' }));
  return ownIdentity;
}

/** Whether the process with this identity still runs. A process in another container counts as gone. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (!processExists(pid)) return false;
  const start = await startOf(pid);
  return start === undefined || started === '' || isSameStart(start, started);
}

/** Times of Windows come from two clocks, so they are compared with a tolerance. */
const toleranceMs = 5_000;

export function isSameStart(left: string, right: string): boolean {
  const [first, second] = [left, right].map((value) => /^windows (\d+)$/.exec(value)?.[1]);
  if (first === undefined || second === undefined) return left === right;
  return Math.abs(Number(first) - Number(second)) < toleranceMs;
}

async function startOf(pid: number): Promise<string | undefined> {
  switch (process.platform) {
    case 'linux':
      return startOnLinux(pid).catch(() => undefined);
    case 'win32':
      return startOnWindows(pid);
    default:
      return startByPs(pid);
  }
}

/** Clock ticks since the boot, with the boot id and the PID namespace. */
async function startOnLinux(pid: number): Promise<string> {
  const [stat, boot, namespace] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
  ]);
  // The program's name is in parentheses and may hold spaces and parentheses. The start is field 22, the state field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that ended stays listed until its parent asks for its exit code.
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
  return `${boot.trim()} ${namespace} ${fields[22 - 3]}`;
}

/** Milliseconds since 1970. Asking the system takes a second, so this process computes its own start. */
function startOnWindows(pid: number): Promise<string | undefined> {
  if (pid === process.pid) return Promise.resolve(`windows ${Math.round(Date.now() - process.uptime() * 1000)}`);
  const script = `([DateTimeOffset](Get-Process -Id ${pid}).StartTime).ToUnixTimeMilliseconds()`;
  const args = ['-NoProfile', '-NonInteractive', '-Command', script];
  const options = { timeout: powershellTimeoutMs, windowsHide: true };
  return new Promise((resolve) => {
    execFile(systemProgram('WindowsPowerShell\\v1.0\\powershell', process.env), args, options, (error, stdout) =>
      resolve(error || !/^\d+\s*$/.test(stdout) ? undefined : `windows ${stdout.trim()}`),
    );
  });
}

function startByPs(pid: number): Promise<string | undefined> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC0' };
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { env, timeout: psTimeoutMs }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    );
  });
}
