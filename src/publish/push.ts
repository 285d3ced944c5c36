/** Pushes a branch with the credentials of the person's git. Nothing is ever forced. */
import { WorkbenchError } from '../base/errors.ts';
import type { RepositoryPlace } from '../git/repository.ts';
import { findRequestPage } from '../git/request-page.ts';
import { findReason, type GitOutcome, isLoginFailure, runGit } from '../git/run-git.ts';
import { checkRemote, findDefaultRemote, readRepositoryState } from '../git/state.ts';

/** What a person can do about a failure differs between the window and the command line, so each has its own sentence. */
export type PushFailure =
  /** `to`: the branch that has commits which are not here, as people write it: `origin/main`. */
  | { readonly reason: 'behind'; readonly to: string }
  | { readonly reason: 'login'; readonly remote: string }
  /** `message`: a sentence. */
  | { readonly reason: 'other'; readonly message: string };

export interface PushOutcome {
  readonly branch: string;
  readonly pushed?: {
    /** As people write it: `origin/main`. */
    readonly to: string;
    /** Where to open a pull request. */
    readonly page?: string;
  };
  /** Why the push failed. All commits stay. */
  readonly pushFailure?: PushFailure;
}

const pushTimeoutMs = 300_000;

/** Pushes the commits of the current branch, without a new one. @throws WorkbenchError `failed` on no branch */
export async function push({ dir }: RepositoryPlace): Promise<PushOutcome> {
  const { branch } = await readRepositoryState(dir);
  if (branch === undefined)
    throw new WorkbenchError('failed', 'The repository is on no branch, so there is nothing to push: check one out.');
  return pushBranch(dir, branch);
}

/** @param branch the current branch */
export async function pushBranch(dir: string, branch: string): Promise<PushOutcome> {
  const { upstream } = await readRepositoryState(dir);
  const target = upstream?.ref ?? `refs/heads/${branch}`;
  const name = target.replace(/^refs\/heads\//, '');
  const options = ['--porcelain', ...(upstream ? [] : ['--set-upstream'])];
  try {
    const remote = upstream ? checkRemote(upstream.remote) : await findDefaultRemote(dir);
    const { code, stderr, output } = await runGit(dir, ['push', ...options, remote, `refs/heads/${branch}:${target}`], {
      timeoutMs: pushTimeoutMs,
    });
    if (code !== 0) return { branch, pushFailure: findFailure(remote, name, { code, stderr, output }) };
    const page = await findRequestPage(dir, remote, name, stderr);
    return { branch, pushed: { to: `${remote}/${name}`, ...(page !== undefined && { page }) } };
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return { branch, pushFailure: { reason: 'other', message: error.message } };
  }
}

function findFailure(remote: string, branch: string, { code, stderr, output }: GitOutcome): PushFailure {
  const refusal = /^!\t[^\t]*\t(.+)$/m.exec(output.toString('utf8'))?.[1] ?? '';
  if (/fetch first|non-fast-forward|stale info/.test(refusal)) return { reason: 'behind', to: `${remote}/${branch}` };
  const words = [...stderr.matchAll(/^remote:\s*(.*\S)\s*$/gm)].map(([, text]) => text).join(' ');
  if (/rejected/.test(refusal)) {
    const why = (words || refusal).slice(0, 300).replace(/\.$/, '');
    return { reason: 'other', message: `${remote} refused the push: ${why}.` };
  }
  if (isLoginFailure(stderr)) return { reason: 'login', remote };
  return { reason: 'other', message: `git cannot push to ${remote}: ${findReason(stderr, code)}.` };
}
