/** The files of a workspace as a commit has them: the bytes of git's objects, without any filter or work tree. */
import { link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import type { RepositoryPlace } from './repository.ts';
import { readGit } from './run-git.ts';

/** The folders that decide what clients receive, and the tables of samples. */
export const servedFolders: readonly string[] = ['servers', 'prompts', 'tools', 'sources', 'media', 'samples'];

export interface CommitFile {
  /** The id of its object. */
  readonly id: string;
  /** Relative to the workspace. */
  readonly path: string;
  /** As in git's index: `100644`. */
  readonly mode: string;
}

/**
 * Lists files of a commit. Links are left out, because a link of a commit could lead anywhere.
 * @param commit a full id
 * @param paths files and folders of the workspace
 */
export async function listCommit(
  { dir, prefix }: RepositoryPlace,
  commit: string,
  paths: readonly string[] = servedFolders,
): Promise<readonly CommitFile[]> {
  const tree = `${commit}:${prefix.replace(/\/$/, '')}`;
  const listing = await readGit(dir, ['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...paths]).catch(
    async (error: unknown) => {
      if (prefix === '' || !(error instanceof WorkbenchError) || error.code === 'unavailable') throw error;
      // The commit is older than the workspace's folder.
      return Buffer.alloc(0);
    },
  );
  return filesIn(listing.toString('utf8'));
}

function filesIn(listing: string): readonly CommitFile[] {
  return listing.split('\0').flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) blob (\w+)\t(.+)$/s.exec(line) ?? [];
    const isInside = !path.split('/').some((step) => step === '..' || step === '.git');
    return mode.startsWith('100') && isInside ? [{ id, path, mode }] : [];
  });
}

/**
 * Reads the bytes of objects.
 * @param names ids, or `COMMIT:path`
 * @returns bytes by name; without an entry for an object that the repository lacks
 */
export async function readObjects(dir: string, names: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(names)].filter((name) => !name.includes('\n'));
  if (ids.length === 0) return new Map();
  const contents = await readGit(dir, ['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  const objects = new Map<string, Buffer>();
  let at = 0;
  for (const id of ids) {
    const end = contents.indexOf(10, at);
    const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(contents.toString('latin1', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    objects.set(id, contents.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return objects;
}

/**
 * Writes files of a commit, by default the definitions and media.
 * @param commit a full id (`resolveCommit`)
 * @param target an existing empty folder; `openLibrary(target, { watch: false })` reads it as a snapshot
 */
export async function writeCommit(
  place: RepositoryPlace,
  commit: string,
  target: string,
  paths: readonly string[] = servedFolders,
): Promise<void> {
  await writeFiles(place, await listCommit(place, commit, paths), target);
}

/** Files of a commit in a folder that nothing changes. */
export interface WrittenFiles {
  readonly files: readonly CommitFile[];
  readonly folder: string;
}

/**
 * Writes listed files.
 * @param target an existing empty folder
 * @param formerFiles files that are there already, as of another commit: equal ones become further names of the same bytes
 */
export async function writeFiles(
  { dir }: RepositoryPlace,
  files: readonly CommitFile[],
  target: string,
  formerFiles?: WrittenFiles,
): Promise<void> {
  const folders = new Set([...servedFolders, ...files.map(({ path }) => dirname(path))]);
  for (const folder of folders) await mkdir(join(target, folder), { recursive: true });
  const formerIds = new Map(formerFiles?.files.map(({ path, id }) => [path, id]));
  const otherFiles: CommitFile[] = [];
  for (const file of files) {
    const { path, id } = file;
    const isLinked =
      formerFiles !== undefined &&
      formerIds.get(path) === id &&
      (await link(join(formerFiles.folder, path), join(target, path)).then(
        () => true,
        // A file system without hard links.
        () => false,
      ));
    if (!isLinked) otherFiles.push(file);
  }
  const objects = await readObjects(
    dir,
    otherFiles.map(({ id }) => id),
  );
  for (const { id, path } of otherFiles) {
    const bytes = objects.get(id);
    if (!bytes) throw new WorkbenchError('failed', `The repository lacks ${path} (${id}): fetch it again.`);
    await writeFile(join(target, path), bytes);
  }
}
