/** The state of a repository: its branch, what it follows, and what git is in the middle of. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { checkRef } from './repository.ts';
import { readGit, readGitLine } from './run-git.ts';

/** The branch of another repository that a branch follows. */
export interface Upstream {
  /** As people write it: `origin/main`. */
  readonly name: string;
  readonly remote: string;
  /** The branch's full name there: `refs/heads/main`. */
  readonly ref: string;
  /** The full name of the copy here: `refs/remotes/origin/main`; it may not exist yet. */
  readonly tracking: string;
  /** Commits that only this branch has, and that only the upstream had at the last fetch. */
  readonly ahead: number;
  readonly behind: number;
}

export interface RepositoryState {
  /** Absent on no branch (a detached HEAD). */
  readonly branch?: string;
  /** The full id of the newest commit; absent before the first one. */
  readonly head?: string;
  readonly upstream?: Upstream;
  /** Whether there is a remote to push to. */
  readonly hasRemote: boolean;
  /** What has to end first, as in "a merge". */
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

export async function repositoryState(dir: string): Promise<RepositoryState> {
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

const upstreamFormat = ['upstream:short', 'upstream', 'upstream:remotename', 'upstream:remoteref', 'upstream:track'];

async function upstreamOf(dir: string, branch: string): Promise<Upstream | undefined> {
  const format = upstreamFormat.map((field) => `%(${field})`).join('%00');
  const found = await readGit(dir, ['for-each-ref', `--format=${format}`, `refs/heads/${branch}`]);
  const [name = '', tracking = '', remote = '', ref = '', track = ''] = found.toString('utf8').trimEnd().split('\0');
  // "." is a branch of this repository.
  if (remote === '' || remote === '.' || ref === '') return undefined;
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { name, remote, ref, tracking, ahead: count('ahead'), behind: count('behind') };
}

/**
 * Where a branch without an upstream is pushed to: the setting, `origin`, or the only remote.
 * @throws WorkbenchError `failed` without a remote
 */
export async function defaultRemote(dir: string): Promise<string> {
  const setting = await readGitLine(dir, ['config', '--get', 'remote.pushDefault']).catch(() => '');
  const remotes = (await readGitLine(dir, ['remote'])).split('\n').filter((name) => name !== '');
  const remote = [setting, 'origin', remotes.length === 1 ? remotes[0] : undefined].find(
    (name) => name !== undefined && remotes.includes(name),
  );
  if (remote !== undefined) return checkedRemote(remote);
  throw new WorkbenchError(
    'failed',
    remotes.length === 0
      ? 'The repository has no remote to push to: add one with git remote add origin ADDRESS.'
      : 'The repository has several remotes: choose one with git config remote.pushDefault NAME.',
  );
}

/** @throws WorkbenchError `invalid-input` for a name that git would read as an option */
export function checkedRemote(name: string): string {
  checkRef(name);
  return name;
}

/** Most names of branches and tags that a person can choose from. */
const maxRefs = 500;

/** Names of branches and tags, those with the newest commits first. */
export async function refNames(dir: string): Promise<string[]> {
  const args = ['--sort=-creatordate', `--count=${maxRefs}`, '--format=%(refname:lstrip=2)'];
  const text = await readGitLine(dir, ['for-each-ref', ...args, 'refs/heads', 'refs/remotes', 'refs/tags']);
  // `origin/HEAD` is another name of one of the others.
  return [...new Set(text.split('\n'))].filter((name) => name !== '' && !name.endsWith('/HEAD'));
}
