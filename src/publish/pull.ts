/**
 * Pulls what others have published: a merge by field, argument and message. A file in the folder goes from its old text to
 * the merged one in one step; no conflict mark is ever in it, and what is not committed stays.
 */
import { WorkbenchError } from '../base/errors.ts';
import { commitMerge } from '../git/merge-commits.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { findReason, isLoginFailure, readGitLine, runGit } from '../git/run-git.ts';
import { assertIdle, checkRemote, type RepositoryState, readRepositoryState, type Upstream } from '../git/state.ts';
import type { Library } from '../library/types.ts';
import {
  type ChooseSide,
  listDifferences,
  mergeBothSides,
  type PullConflict,
  pathInWorkspace,
} from './merge-definitions.ts';
import { mergeWorkTree, updateFolder, withValuesOfFolder } from './pull-into-folder.ts';

export type PullOutcome =
  | { readonly kind: 'current'; readonly from: string }
  /** Nothing has changed. `commit` is what would be merged. */
  | {
      readonly kind: 'conflicts';
      readonly from: string;
      readonly commit: string;
      readonly conflicts: readonly PullConflict[];
    }
  | {
      readonly kind: 'pulled';
      readonly from: string;
      /** The full id of the commit that the branch has now. */
      readonly commit: string;
      /** Whether both sides had new commits, so that a merge was committed. */
      readonly isMerge: boolean;
      /** Files that the pull changed, relative to the workspace. */
      readonly files: readonly string[];
      /** Those of them that were merged with uncommitted changes. */
      readonly merged: readonly string[];
    };

export interface PullOptions {
  readonly choose: ChooseSide;
  /** The commit of an earlier `conflicts` outcome, which is used without another fetch. */
  readonly commit?: string;
}

const fetchTimeoutMs = 300_000;

/** @throws WorkbenchError `failed`, with nothing changed, if git or a hook refuses, or another file than a definition conflicts */
export async function pull(library: Library, place: RepositoryPlace, options: PullOptions): Promise<PullOutcome> {
  const { dir } = place;
  const { head, upstream } = requirePullable(await readRepositoryState(dir));
  const from = upstream.name;
  if (options.commit === undefined) await fetchFrom(dir, upstream);
  const theirs = await readGitLine(dir, ['rev-parse', '--verify', `${options.commit ?? upstream.tracking}^{commit}`]);
  const base = (await readGitLine(dir, ['merge-base', head, theirs]).catch(() => '')).split('\n')[0] ?? '';
  if (base === '')
    throw new WorkbenchError('failed', `${from} has no commit in common with this branch: merge them with git.`);
  if (base === theirs) return { kind: 'current', from };
  const merging = { library, place, choose: options.choose, conflicts: new Map<string, PullConflict>() };
  const tree = base === head ? theirs : await mergeBothSides(merging, { base, head, theirs });
  const incomingDifferences = await listDifferences(dir, head, tree);
  const editedFiles = await mergeWorkTree(merging, incomingDifferences);
  if (merging.conflicts.size > 0) {
    const conflicts = await withValuesOfFolder(merging, await listDifferences(dir, base, theirs));
    return { kind: 'conflicts', from, commit: theirs, conflicts };
  }
  const isMerge = base !== head;
  const commit = isMerge ? await commitMerge(dir, { tree, parents: [head, theirs], message: `Merge ${from}` }) : theirs;
  await updateFolder(library, dir, { head, commit, from, editedFiles });
  const inWorkspace = incomingDifferences.flatMap((file) => pathInWorkspace(place, file) ?? []);
  return {
    kind: 'pulled',
    from,
    commit,
    isMerge,
    files: inWorkspace,
    merged: editedFiles.map(({ change }) => change.file),
  };
}

function requirePullable(state: RepositoryState) {
  assertIdle(state);
  const { branch, head, upstream } = state;
  if (branch === undefined)
    throw new WorkbenchError('failed', 'The repository is on no branch, so there is nothing to pull: check one out.');
  if (upstream === undefined || head === undefined)
    throw new WorkbenchError(
      'failed',
      `The branch ${branch} does not track a branch of another repository: push it first with prompt-workbench publish --push.`,
    );
  return { head, upstream };
}

async function fetchFrom(dir: string, { remote }: Upstream): Promise<void> {
  const args = ['fetch', '--quiet', '--no-recurse-submodules', checkRemote(remote)];
  const { code, stderr } = await runGit(dir, args, { timeoutMs: fetchTimeoutMs });
  if (code === 0) return;
  if (isLoginFailure(stderr))
    throw new WorkbenchError('failed', `${remote} did not accept the login: log in with git, then pull again.`);
  throw new WorkbenchError('failed', `git cannot fetch from ${remote}: ${findReason(stderr, code)}.`);
}
