/** Merges two commits in git's objects alone: neither the work tree nor the index is touched. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { findReason, type GitOutcome, readGit, runGit } from './run-git.ts';

/** A file of a tree by its path from the root of the repository; without an object, the file is removed. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  /** The id of its object. */
  readonly id?: string;
}

export interface MergedTree {
  /** The id of the tree. A file in conflict contains conflict markers: replace it before the tree is used. */
  readonly tree: string;
  /** Paths from the root of the repository. */
  readonly conflicts: readonly string[];
}

/**
 * Merges two commits into a tree.
 * @throws WorkbenchError `failed`, also for a git before 2.38
 */
export async function mergeTrees(dir: string, ours: string, theirs: string): Promise<MergedTree> {
  // git prints paths relative to the folder in which it runs.
  const root = (await readGit(dir, ['rev-parse', '--show-toplevel'])).toString('utf8').replace(/\n$/, '');
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const { code, output, stderr } = await runGit(root, args);
  if (code === 129 || /usage: git merge-tree/.test(stderr))
    throw new WorkbenchError(
      'failed',
      'Both sides have new commits, and merging them needs git 2.38 or newer: update git, or merge with git.',
    );
  if (code !== 0 && code !== 1) throw new WorkbenchError('failed', `git cannot merge: ${findReason(stderr, code)}.`);
  const [tree = '', ...conflicts] = output.toString('utf8').split('\0');
  return { tree: tree.trim(), conflicts: [...new Set(conflicts.filter((path) => path !== ''))] };
}

/** Writes a tree with some files replaced. @returns its id */
export async function replaceInTree(dir: string, tree: string, files: readonly TreeFile[]): Promise<string> {
  if (files.length === 0) return tree;
  return withOwnIndex(async (env) => {
    requireOutput(await runGit(dir, ['read-tree', tree], { env }));
    await setIndex(dir, files, env);
    return requireOutput(await runGit(dir, ['write-tree'], { env }));
  });
}

/** Sets files of the index, whatever the work tree contains. */
export async function setIndex(
  dir: string,
  files: readonly TreeFile[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (files.length === 0) return;
  const noCommit = '0'.repeat(40);
  const input = files
    .map(({ path, mode, id }) => (id === undefined ? `0 ${noCommit}\t${path}\0` : `${mode} ${id}\t${path}\0`))
    .join('');
  requireOutput(await runGit(dir, ['update-index', '-z', '--index-info'], { env, input }));
}

/** Stores a text as an object, without any filter. @returns its id */
export async function storeText(dir: string, text: string): Promise<string> {
  return requireOutput(await runGit(dir, ['hash-object', '-w', '--stdin'], { input: text }));
}

/**
 * Makes the commit of a merge, with the person's hooks for it and their signing.
 * @throws WorkbenchError `failed` with the reason of git or a hook
 */
export async function commitMerge(
  dir: string,
  { tree, parents, message }: { readonly tree: string; readonly parents: readonly string[]; readonly message: string },
): Promise<string> {
  return withOwnIndex(async (env, folder) => {
    requireOutput(await runGit(dir, ['read-tree', tree], { env }));
    const file = join(folder, 'message');
    await writeFile(file, `${message}\n`);
    for (const hook of [['pre-merge-commit'], ['commit-msg', '--', file]]) {
      const { code, stderr } = await runGit(dir, ['hook', 'run', '--ignore-missing', ...hook], { env });
      if (code === 0) continue;
      const words = stderr.trim().split('\n').slice(-5).join(' ').slice(0, 300).replace(/\.$/, '');
      throw new WorkbenchError(
        'failed',
        `A hook of the repository refused the merge${words === '' ? '' : `: ${words}`}.`,
      );
    }
    // commit-tree ignores commit.gpgSign.
    const signs = await runGit(dir, ['config', '--type=bool', '--get', 'commit.gpgSign']);
    const sign = signs.output.toString('utf8').trim() === 'true' ? ['-S'] : [];
    const args = ['commit-tree', ...sign, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-', tree];
    const result = await runGit(dir, args, { input: await readFile(file) });
    if (result.code === 0) return result.output.toString('utf8').trim();
    if (/failed to sign|signing failed/i.test(result.stderr))
      throw new WorkbenchError('failed', `The merge cannot be signed: ${findReason(result.stderr, result.code)}.`);
    throw new WorkbenchError('failed', `git cannot commit the merge: ${findReason(result.stderr, result.code)}.`);
  });
}

/** Runs `use` with a temporary index, so that the person's index stays as it is. */
async function withOwnIndex<T>(use: (env: Readonly<Record<string, string>>, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-merge-'));
  try {
    return await use({ GIT_INDEX_FILE: join(folder, 'index') }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the output as text. @throws WorkbenchError `failed` unless git succeeded */
function requireOutput({ code, output, stderr }: GitOutcome): string {
  if (code !== 0) throw new WorkbenchError('failed', `git cannot merge: ${findReason(stderr, code)}.`);
  return output.toString('utf8').trim();
}
