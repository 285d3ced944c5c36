/** Commits chosen definitions and pushes them, with the hooks, the signing and the credentials of the person's git. */
import { WorkbenchError } from '../base/errors.ts';
import { checkRef, type RepositoryPlace } from '../git/repository.ts';
import { findReason, type GitOutcome, readGitLine, runGit } from '../git/run-git.ts';
import { assertIdle, type RepositoryState } from '../git/state.ts';
import type { PublishPlan } from './publish-plan.ts';
import { type PushOutcome, pushBranch } from './push.ts';

export interface PublishOptions {
  /** Replaces the proposed message. */
  readonly message?: string;
  /** The branch to commit on; created from the current commit if it does not exist. */
  readonly branch?: string;
  readonly push?: boolean;
  /** The files that a person has seen in a plan; others that have changed since are left out. */
  readonly plannedFiles?: readonly string[];
}

export interface PublishOutcome extends PushOutcome {
  /** The full id of the new commit; absent if nothing had changed and older commits were pushed. */
  readonly commit?: string;
}

/** UTF-16 code units. */
const maxMessage = 60_000;
const commitTimeoutMs = 300_000;

/**
 * Commits only the plan's files: other files stay as they are, staged or not.
 * @throws WorkbenchError `failed` with the reason of git, a hook or the signing program; nothing has changed then
 */
export async function publish(
  place: RepositoryPlace,
  plan: PublishPlan,
  options: PublishOptions,
): Promise<PublishOutcome> {
  const { state } = plan;
  const files = plan.files.filter(({ path }) => options.plannedFiles?.includes(path) ?? true);
  const branch = await findBranch(place.dir, state, options);
  const canOnlyPush = options.push === true && branch === state.branch && state.head !== undefined;
  if (files.length === 0 && !canOnlyPush)
    throw new WorkbenchError('invalid-input', 'Nothing has changed since the last commit.');
  const message = (options.message ?? plan.message).trim();
  if (files.length > 0 && (message === '' || message.length > maxMessage || message.includes('\0')))
    throw new WorkbenchError('invalid-input', 'A commit needs a message of at most 60,000 characters.');
  const switchBack = branch === state.branch ? undefined : await switchTo(place.dir, branch, state);
  if (files.length > 0) {
    try {
      await commit(place.dir, { state, files }, message);
    } catch (error) {
      await switchBack?.();
      throw error;
    }
  }
  const commitInfo = files.length > 0 ? { commit: await readGitLine(place.dir, ['rev-parse', 'HEAD']) } : {};
  return { ...(options.push === true ? await pushBranch(place.dir, branch) : { branch }), ...commitInfo };
}

/**
 * The branch that gets the commit.
 * @throws WorkbenchError `failed` while git is in the middle of an operation, and on no branch; `invalid-input` for a name
 * that git does not allow
 */
export async function findBranch(
  dir: string,
  state: RepositoryState,
  { branch = state.branch }: PublishOptions,
): Promise<string> {
  assertIdle(state);
  if (branch === undefined)
    throw new WorkbenchError('failed', 'The repository is on no branch: name one with --branch, or check one out.');
  if (branch === state.branch) return branch;
  checkRef(branch);
  if ((await runGit(dir, ['check-ref-format', '--branch', branch])).code === 0) return branch;
  throw new WorkbenchError(
    'invalid-input',
    `${JSON.stringify(branch)} cannot be the name of a branch: choose another.`,
  );
}

/** Switches to a branch. @returns a function that switches back, and deletes the branch if it is new */
async function switchTo(dir: string, branch: string, { branch: formerBranch, head }: RepositoryState) {
  const isThere = (await runGit(dir, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])).code === 0;
  const { code, stderr } = await runGit(dir, ['switch', '--no-guess', ...(isThere ? [] : ['--create']), branch]);
  if (code !== 0)
    throw new WorkbenchError('failed', `git cannot switch to the branch ${branch}: ${findReason(stderr, code)}.`);
  return async () => {
    if (formerBranch !== undefined) await runGit(dir, ['switch', '--no-guess', formerBranch]);
    else if (head !== undefined) await runGit(dir, ['switch', '--detach', head]);
    if (!isThere) await runGit(dir, ['branch', '--delete', '--force', branch]);
  };
}

async function commit(
  dir: string,
  { files, state }: Pick<PublishPlan, 'files' | 'state'>,
  message: string,
): Promise<void> {
  const list = (paths: readonly { readonly path: string }[]) => paths.map(({ path }) => `${path}\0`).join('');
  const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  // git commits only files that it knows.
  const untrackedFiles = files.filter(({ isUntracked }) => isUntracked);
  if (untrackedFiles.length > 0) {
    const result = await runGit(dir, ['add', '--intent-to-add', ...fromInput], { input: list(untrackedFiles) });
    if (result.code !== 0)
      throw new WorkbenchError('failed', `git cannot add the new files: ${findReason(result.stderr, result.code)}.`);
  }
  const result = await runGit(dir, ['commit', '--quiet', '--only', `--message=${message}`, ...fromInput], {
    input: list(files),
    timeoutMs: commitTimeoutMs,
  });
  if (result.code === 0) return;
  if (untrackedFiles.length > 0) {
    const forget = state.head === undefined ? ['rm', '--quiet', '--cached'] : ['reset', '--quiet'];
    await runGit(dir, [...forget, ...fromInput], { input: list(untrackedFiles) });
  }
  throw new WorkbenchError('failed', explainCommitFailure(result));
}

function explainCommitFailure({ code, stderr, output }: GitOutcome): string {
  if (/tell me who you are|unable to auto-detect email|empty ident name/i.test(stderr))
    return 'git does not know who you are: set user.name and user.email with git config --global.';
  const lines = `${stderr}\n${output.toString('utf8')}`.split('\n').flatMap((line) => line.trim() || []);
  if (/failed to sign|signing failed|Couldn't (?:load|find) (?:public )?key/i.test(stderr)) {
    const line = lines.find((candidate) => /sign|key|gpg|ssh/i.test(candidate)) ?? '';
    return `The commit cannot be signed, so nothing was committed: ${line.replace(/^(?:fatal|error):\s*/, '')}.`;
  }
  const isGits = lines.some((line) => /^(?:fatal|error):/.test(line));
  if (isGits || code === null) return `git cannot commit: ${findReason(stderr, code)}.`;
  const words = lines.slice(-5).join(' ').slice(0, 300).replace(/\.$/, '');
  return `A hook of the repository refused the commit${words === '' ? '.' : `: ${words}.`}`;
}
