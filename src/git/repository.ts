/** Finds the repository that contains a folder, and the commit that a ref names. */
import { WorkbenchError } from '../base/errors.ts';
import { readGit, readGitLine } from './run-git.ts';

/** A workspace in a repository. */
export interface RepositoryPlace {
  /** Where git runs: the workspace's folder, or a bare repository. */
  readonly dir: string;
  /** The workspace's path from the root of the repository: `''`, or with a slash at its end. */
  readonly prefix: string;
}

/**
 * Locates the workspace in its repository.
 * @throws WorkbenchError `failed` if the folder is in no repository, `unavailable` without git
 */
export async function locateRepository(workspaceDir: string): Promise<RepositoryPlace> {
  return { dir: workspaceDir, prefix: await prefixOf(workspaceDir) };
}

async function prefixOf(workspaceDir: string): Promise<string> {
  try {
    // Not trimmed: a folder's name may begin or end with a space.
    return (await readGit(workspaceDir, ['rev-parse', '--show-prefix'])).toString('utf8').replace(/\n$/, '');
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code === 'unavailable') throw error;
    if (/dubious ownership/.test(error.message)) throw error;
    throw new WorkbenchError(
      'failed',
      `${workspaceDir} is not in a git repository: run git init there, or choose another folder.`,
    );
  }
}

/**
 * Accepts only a name that git cannot read as an option or a range.
 * @throws WorkbenchError `invalid-input`
 */
export function checkRef(ref: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
  if (ref === '' || ref.startsWith('-') || ref.length > 1000 || /[\u0000-\u0020\u007f:?*[\\]|\.\./.test(ref))
    throw new WorkbenchError(
      'invalid-input',
      `${JSON.stringify(ref)} is not the name of a branch, tag or commit: correct it.`,
    );
}

/**
 * Finds the commit that a ref names.
 * @param ref a branch, tag or commit
 * @returns the commit's full id
 * @throws WorkbenchError `not-found` for no such commit, `failed` without a repository
 */
export async function resolveCommit(dir: string, ref: string): Promise<string> {
  checkRef(ref);
  return readGitLine(dir, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]).catch(
    async (error: unknown) => {
      await prefixOf(dir);
      if (error instanceof WorkbenchError && error.code === 'unavailable') throw error;
      throw new WorkbenchError('not-found', `The repository has no commit "${ref}": fetch it, or name another one.`);
    },
  );
}
