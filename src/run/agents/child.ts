/** Starts the program of a run in an empty folder, and ends it, with everything that it started, when the run ends. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killMarked, killTree, signalGroup } from '../../outside/kill-tree.ts';
import { launchOf } from '../../outside/launch.ts';
import { causeIn } from '../../outside/reason.ts';
import { RunError } from '../runner.ts';

export interface ChildCommand {
  /** For sentences. */
  readonly title: string;
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** The last 20,000 characters of its error output. */
  stderr(): string;
  /** Resolves when the program has ended, with its failure. */
  waitForEnd(): Promise<RunError>;
  /** As `waitForEnd`, but undefined if the program still runs after that time. */
  waitForEndWithin(timeoutMs: number): Promise<RunError | undefined>;
}

/** Time for a program to end by itself. */
const graceMs = 500;
const maxStderrLength = 20_000;
/** A variable whose value is the run's folder: a process that has it belongs to the run. */
const markName = 'PROMPT_WORKBENCH_RUN';

/** Makes an empty folder for a run, calls `use` with it, and removes it. */
export async function withRunFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-run-')));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/**
 * Starts a program in a folder, runs `use` with it, and ends it with everything that it has started.
 * @param folder its path also marks the processes of the run, so it must be the run's own
 * @throws RunError `missing` if it does not start, the signal's reason if that aborts, and whatever `use` throws
 */
export async function withChild<T>(
  { title, program, args, env }: ChildCommand,
  folder: string,
  signal: AbortSignal,
  use: (child: Child) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const launch = launchOf(program, args);
  const child = spawn(launch.file, launch.args, {
    cwd: folder,
    env: { ...env, ...launch.env, [markName]: folder },
    windowsVerbatimArguments: launch.isQuoted,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength);
  });
  // A broken pipe only follows from the exit, which is reported.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  const exit = new Promise<RunError>((resolve) => {
    child.once('error', ({ message }) =>
      resolve(new RunError('missing', `${title} could not be started: ${message}.`)),
    );
    child.once('close', (code, by) => {
      const endWords = code === null ? `was ended by ${by}` : `ended with exit code ${code}`;
      const cause = causeIn(stderr);
      resolve(
        new RunError(
          'broken',
          `${title} ${endWords}${cause === '' ? '' : ` (${cause})`}: start it in a terminal to see why.`,
          stderr,
        ),
      );
    });
  });
  const abort = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    exit.then(
      () => signal.removeEventListener('abort', stop),
      () => undefined,
    );
  });
  try {
    const controls: Child = {
      process: child,
      stderr: () => stderr,
      waitForEnd: () => exit,
      waitForEndWithin: (timeoutMs) => within(timeoutMs, exit),
    };
    return await Promise.race([use(controls), abort]);
  } finally {
    await end(child, exit, folder);
  }
}

async function end(child: ChildProcessWithoutNullStreams, exit: Promise<unknown>, folder: string): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    child.stdin.destroy();
    if (process.platform !== 'win32') signalGroup(pid, 'SIGTERM');
    await within(graceMs, once(child, 'exit'));
  }
  // Also when the leader has ended: its group may have others.
  await killTree(pid);
  killMarked(markName, folder);
  await within(graceMs, exit);
  // Another process may hold the pipes open.
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  killMarked(markName, folder);
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
