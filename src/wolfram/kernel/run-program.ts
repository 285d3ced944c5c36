/** Runs a program with limits, and ends it together with every process that it started. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { systemProgram } from '../../base/system-program.ts';

export interface ProgramLimits {
  readonly milliseconds: number;
  /** Of stdout and stderr together. */
  readonly outputBytes: number;
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'too-long' | 'too-much' | 'cancelled' };

/** Never through a shell; the child has no input and its own process group. Never rejects. */
export function runProgram(
  command: string,
  args: readonly string[],
  limits: ProgramLimits,
  signal?: AbortSignal,
): Promise<ProgramEnd> {
  if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let reason: 'too-long' | 'too-much' | 'cancelled' | undefined;
    const stop = (because: typeof reason) => {
      reason ??= because;
      killTree(child);
    };
    const cancel = () => stop('cancelled');
    const timer = setTimeout(() => stop('too-long'), limits.milliseconds);
    signal?.addEventListener('abort', cancel);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.outputBytes) stop('too-much');
        else output[name].push(chunk);
      });
    }
    const end = (result: ProgramEnd) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    child.once('error', (error) => end({ kind: 'not-started', message: error.message }));
    // Not `close`, because a grandchild could keep the pipes open.
    child.once('exit', (code) => {
      killTree(child);
      setImmediate(() => {
        const [stdout, stderr] = [output.stdout, output.stderr].map((chunks) => Buffer.concat(chunks).toString('utf8'));
        end(reason ? { kind: reason } : { kind: 'ended', code, stdout: stdout ?? '', stderr: stderr ?? '' });
      });
    });
  });
}

/** Kills the process group, which exists as long as one of its processes does. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    execFile(systemProgram('taskkill', process.env), ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
}
