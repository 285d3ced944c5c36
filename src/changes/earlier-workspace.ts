/** The workspace as it was, in a separate folder that exists only during a call. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { servedFolders, writeCommit } from '../git/commit-files.ts';
import { repositoryPlace, resolveCommit } from '../git/repository.ts';
import { createHistory } from '../library/history/history.ts';
import { openLibrary } from '../library/open-library.ts';
import type { Library } from '../library/types.ts';

/**
 * @param ref a branch, tag or commit of the repository
 * @param use gets the workspace, and the full id of the commit
 * @throws WorkbenchError as `resolveCommit`
 */
export function atCommit<T>(
  workspaceDir: string,
  ref: string,
  use: (before: Library, commit: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const commit = await resolveCommit(workspaceDir, ref);
    await writeCommit(await repositoryPlace(workspaceDir), commit, folder);
    return commit;
  }, use);
}

/**
 * By the history of each file. A file without a history at that time is as the history begins, or as it is now.
 * @param time milliseconds since the epoch
 */
export function atTime<T>(
  now: Library,
  stateDir: string,
  time: number,
  use: (before: Library) => Promise<T>,
): Promise<T> {
  return inFolder((folder) => writeVersions(now, stateDir, time, folder), use);
}

async function inFolder<T, Made>(
  fill: (folder: string) => Promise<Made>,
  use: (before: Library, made: Made) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-earlier-'));
  try {
    const made = await fill(folder);
    const before = await openLibrary(folder, { watch: false });
    try {
      return await use(before, made);
    } finally {
      await before.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeVersions(now: Library, stateDir: string, time: number, folder: string): Promise<void> {
  for (const each of servedFolders) {
    const isThere = () => true;
    await cp(join(now.dir, each), join(folder, each), { recursive: true }).catch(isThere);
    await mkdir(join(folder, each), { recursive: true });
  }
  const problems: unknown[] = [];
  const history = createHistory({ library: now, stateDir, onError: (error) => problems.push(error) });
  try {
    for (const { file } of now.snapshot().files) {
      const { versions } = await history.handlers['history.list']({ file, at: [] });
      const version = versions.find(({ when }) => Date.parse(when) <= time) ?? versions.at(-1);
      if (!version || version.isCurrent) continue;
      const { text } = await history.handlers['history.read']({ file, at: [], id: version.id });
      const path = join(folder, file);
      if (text === undefined) await rm(path, { force: true });
      else {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
      }
    }
  } finally {
    await history.close();
  }
}
