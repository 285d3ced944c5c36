/** Runs the installed git with fixed arguments, without a shell. */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { WorkbenchError } from '../base/errors.ts';
import { cleanText } from '../base/text/clean-text.ts';
import { killTree } from '../outside/kill-tree.ts';
import { isProgram, resolveProgram } from '../outside/resolve-program.ts';
import { homeFolder } from '../state/paths.ts';

/** More than a folder of definitions and media has. */
const maxOutputBytes = 512_000_000;
/** In UTF-16 code units. */
const maxStderrLength = 20_000;
const readTimeoutMs = 60_000;

/** Turn off settings of a repository that start a program while git only reads. */
const readSettings = [`core.hooksPath=${devNull}`, 'core.fsmonitor=false', 'log.showSignature=false', 'gc.auto=0'];

/** Variables that redirect git to another repository. Hooks and other programs of git set them. */
const redirectingVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_QUARANTINE_PATH',
  'GIT_LITERAL_PATHSPECS',
  'GIT_EXTERNAL_DIFF',
];

export interface GitOutcome {
  /** Null after a timeout, or if git printed too much. */
  readonly code: number | null;
  readonly output: Buffer;
  /** The end of its error output, as plain text. */
  readonly stderr: string;
}

export interface GitOptions {
  /** For its standard input. */
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Reads a repository, and nothing else: no filter, hook or program that its configuration names is started.
 * @throws WorkbenchError `unavailable` without git, `failed` with git's own reason
 */
export async function readGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const settings = readSettings.flatMap((readSetting) => ['-c', readSetting]);
  const allArgs = [...settings, '--no-optional-locks', '--literal-pathspecs', ...args];
  const { code, output, stderr } = await start(folder, allArgs, {
    timeoutMs: readTimeoutMs,
    ...options,
    env: { GIT_NO_LAZY_FETCH: '1', ...options.env },
  });
  if (code === 0) return output;
  throw new WorkbenchError('failed', `git cannot read the repository: ${findReason(stderr, code)}.`);
}

/** As `readGit`, as one line of text. */
export async function readGitLine(folder: string, args: readonly string[]): Promise<string> {
  return (await readGit(folder, args)).toString('utf8').trim();
}

/**
 * Runs what a person asked for, with their settings, hooks, signing and credentials. Nothing prompts on a terminal.
 * @returns the outcome, even of a failure
 * @throws WorkbenchError `unavailable` without git
 */
export function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitOutcome> {
  return start(folder, ['--literal-pathspecs', ...args], { timeoutMs: 120_000, ...options });
}

/** Finds the last line of git's error output that says what is wrong, for the end of a sentence: without a full stop. */
export function findReason(stderr: string, code: number | null): string {
  if (code === null) return 'it did not end in time';
  const lines = stderr.split('\n').flatMap((line) => line.trim() || []);
  const fatal = lines.findLast((line) => /^(?:fatal|error):/.test(line));
  const reason = (fatal ?? lines.at(-1) ?? `it ended with ${code}`).replace(/^(?:fatal|error):\s*/, '');
  return reason.replace(/\.$/, '').slice(0, 300);
}

/** Whether a remote did not accept the person's credentials. */
export function isLoginFailure(stderr: string): boolean {
  return /could not read Username|Authentication failed|Permission denied|terminal prompts disabled/i.test(stderr);
}

async function start(
  folder: string,
  args: readonly string[],
  { input = '', timeoutMs = readTimeoutMs, env, signal }: GitOptions,
): Promise<GitOutcome> {
  const { platform } = process;
  const git = resolveProgram('git', { platform, env: process.env, cwd: folder, home: homeFolder(), isProgram });
  if (git === undefined) throw new WorkbenchError('unavailable', 'git is not installed on this computer: install it.');
  signal?.throwIfAborted();
  const child = spawn(git, ['-C', folder, ...args], {
    env: makeEnvironment(env),
    // A process group, so that everything git starts ends with it.
    detached: platform !== 'win32',
    windowsHide: true,
  });
  const end = () => {
    if (child.pid !== undefined) killTree(child.pid).catch(() => undefined);
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  const out: Buffer[] = [];
  let length = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxOutputBytes) end();
    else out.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength);
  });
  // git may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', () =>
        reject(new WorkbenchError('unavailable', 'git cannot be started: check its installation.')),
      );
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    return {
      code: isLate || length > maxOutputBytes ? null : code,
      output: Buffer.concat(out),
      stderr: cleanText(stderr),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function makeEnvironment(extraVariables: Readonly<Record<string, string>> | undefined): NodeJS.ProcessEnv {
  const ownVariables = Object.entries(process.env).filter(([name]) => !redirectingVariables.includes(name));
  return {
    ...Object.fromEntries(ownVariables),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GCM_INTERACTIVE: 'never',
    ...extraVariables,
  };
}
