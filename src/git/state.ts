/** Reads the state of a repository: its branch, its upstream, and the operation that git is in the middle of. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { checkRef } from './repository.ts';
import { findReason, readGit, readGitLine, runGit } from './run-git.ts';

/** The branch of another repository that a branch follows. `ahead` and `behind` count commits, as of the last fetch. */
export interface Upstream {
  /** As people write it: `origin/main`. */
  readonly name: string;
  readonly remote: string;
  /** The branch's full name there: `refs/heads/main`. */
  readonly ref: string;
  /** The full name of the copy here: `refs/remotes/origin/main`; it may not exist yet. */
  readonly tracking: string;
  readonly ahead: number;
  readonly behindCount: number;
}

export interface RepositoryState {
  /** Absent on no branch (a detached HEAD). */
  readonly branch?: string;
  /** The full id of the newest commit; absent before the first one. */
  readonly head?: string;
  readonly upstream?: Upstream;
  /** Whether there is a remote to push to. */
  readonly hasRemote: boolean;
  /** The operation that must end first, with its article: "a merge". */
  readonly underWay?: string;
}

const underWay = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
] as const;

export async function readRepositoryState(dir: string): Promise<RepositoryState> {
  const quietly = (args: readonly string[]) => readGitLine(dir, args).catch(() => undefined);
  const [branch, head, remotes, paths] = await Promise.all([
    quietly(['symbolic-ref', '--quiet', '--short', 'HEAD']),
    quietly(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    quietly(['remote']),
    readGitLine(dir, ['rev-parse', ...underWay.flatMap(([name]) => ['--git-path', name])]),
  ]);
  const files = paths.split('\n');
  const [, busy] = underWay.find((_, index) => existsSync(resolve(dir, files[index] ?? ''))) ?? [];
  const upstream = branch ? await upstreamOf(dir, branch) : undefined;
  return {
    ...(branch && { branch }),
    ...(head && { head }),
    ...(upstream && { upstream }),
    hasRemote: remotes !== undefined && remotes !== '',
    ...(busy && { underWay: busy }),
  };
}

/** @throws WorkbenchError `failed` while git is in the middle of an operation */
export function assertIdle({ underWay: operation }: RepositoryState): void {
  if (operation !== undefined)
    throw new WorkbenchError('failed', `The repository is in the middle of ${operation}: finish or abort it first.`);
}

export interface ChangedFile {
  /** From the root of the repository. */
  readonly path: string;
  /** Whether git does not know the file yet. */
  readonly isUntracked: boolean;
}

/**
 * Lists the files that differ from the commit, as git with its filters sees them; a rename is two files.
 * @param paths files and folders in `dir`; everything in the repository if empty
 * @throws WorkbenchError `failed` with git's reason
 */
export async function listChangedFiles(dir: string, paths: readonly string[] = []): Promise<readonly ChangedFile[]> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all'];
  const { code, output, stderr } = await runGit(dir, [...args, '--', ...paths]);
  if (code !== 0) throw new WorkbenchError('failed', `git cannot list the changes: ${findReason(stderr, code)}.`);
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => (line === '' ? [] : [{ path: line.slice(3), isUntracked: line.startsWith('??') }]));
}

const upstreamFormat = ['upstream:short', 'upstream', 'upstream:remotename', 'upstream:remoteref', 'upstream:track'];

async function upstreamOf(dir: string, branch: string): Promise<Upstream | undefined> {
  const format = upstreamFormat.map((field) => `%(${field})`).join('%00');
  const output = await readGit(dir, ['for-each-ref', `--format=${format}`, `refs/heads/${branch}`]);
  const [name = '', tracking = '', remote = '', ref = '', track = ''] = output.toString('utf8').trimEnd().split('\0');
  // The remote "." is this repository.
  if (remote === '' || remote === '.' || ref === '') return undefined;
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { name, remote, ref, tracking, ahead: count('ahead'), behindCount: count('behind') };
}

/**
 * Finds the remote to which a branch without an upstream is pushed: the one of the setting, `origin`, or the only one.
 * @throws WorkbenchError `failed` without a remote
 */
export async function findDefaultRemote(dir: string): Promise<string> {
  const setting = await readGitLine(dir, ['config', '--get', 'remote.pushDefault']).catch(() => '');
  const remotes = (await readGitLine(dir, ['remote'])).split('\n').filter((name) => name !== '');
  const remote = [setting, 'origin', remotes.length === 1 ? remotes[0] : undefined].find(
    (name) => name !== undefined && remotes.includes(name),
  );
  if (remote !== undefined) return checkRemote(remote);
  throw new WorkbenchError(
    'failed',
    remotes.length === 0
      ? 'The repository has no remote to push to: add one with git remote add origin ADDRESS.'
      : 'The repository has several remotes: choose one with git config remote.pushDefault NAME.',
  );
}

/** Returns the name. @throws WorkbenchError `invalid-input` for one that git would read as an option */
export function checkRemote(name: string): string {
  checkRef(name);
  return name;
}

/** The number of branches and tags that a person can choose from. */
const maxRefs = 500;

/** Lists the names of branches and tags, those with the newest commits first. */
export async function listRefNames(dir: string): Promise<string[]> {
  const args = ['--sort=-creatordate', `--count=${maxRefs}`, '--format=%(refname:lstrip=2)'];
  const text = await readGitLine(dir, ['for-each-ref', ...args, 'refs/heads', 'refs/remotes', 'refs/tags']);
  // `origin/HEAD` is another name of one of the others.
  return [...new Set(text.split('\n'))].filter((name) => name !== '' && !name.endsWith('/HEAD'));
}
