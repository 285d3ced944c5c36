/** The workspace as a commit has it, in a separate folder: the bytes of git's objects, without any filter. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { readGit } from './git.ts';

/** What of a workspace decides what clients receive. */
const folders = ['servers', 'prompts', 'tools', 'sources', 'media'];

interface Blob {
  readonly id: string;
  /** Relative to the workspace. */
  readonly path: string;
}

/**
 * Writes the definitions and media of a commit.
 * @param workspaceDir a folder of a git repository
 * @param ref a branch, tag or commit
 * @param target an existing empty folder
 * @returns the commit's full id
 * @throws WorkbenchError `failed` for no repository or commit
 */
export async function writeCommit(workspaceDir: string, ref: string, target: string): Promise<string> {
  if (ref.startsWith('-')) throw new WorkbenchError('invalid-input', `"${ref}" is not the name of a commit.`);
  const commit = await readGit(workspaceDir, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]).catch(
    async (error: unknown) => {
      await readGit(workspaceDir, ['rev-parse', '--git-dir']).catch(() => {
        throw new WorkbenchError(
          'failed',
          `${workspaceDir} is not in a git repository, so there is no ${ref} to compare with.`,
        );
      });
      if (error instanceof WorkbenchError && error.code === 'unavailable') throw error;
      throw new WorkbenchError('not-found', `The repository has no commit "${ref}": fetch it, or name another one.`);
    },
  );
  const id = commit.toString('utf8').trim();
  // Paths are relative to the folder.
  const listing = await readGit(workspaceDir, ['ls-tree', '-r', '-z', id, '--', ...folders]);
  const blobs = blobsIn(listing.toString('utf8'));
  const contents = await readGit(workspaceDir, ['cat-file', '--batch'], blobs.map((blob) => `${blob.id}\n`).join(''));
  let at = 0;
  for (const folder of folders) await mkdir(join(target, folder));
  for (const blob of blobs) {
    const end = contents.indexOf(10, at);
    const size = Number(contents.toString('latin1', at, end).split(' ')[2]);
    await mkdir(dirname(join(target, blob.path)), { recursive: true });
    await writeFile(join(target, blob.path), contents.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return id;
}

/** Files only: a link of a commit could lead anywhere. */
function blobsIn(listing: string): readonly Blob[] {
  return listing.split('\0').flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) blob (\w+)\t(.+)$/s.exec(line) ?? [];
    const isInside = folders.includes(path.split('/')[0] ?? '') && !path.split('/').includes('..');
    return mode.startsWith('100') && isInside ? [{ id, path }] : [];
  });
}
