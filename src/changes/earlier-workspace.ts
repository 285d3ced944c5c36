/** The workspace as it was, in a separate folder that exists only during a call. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Handlers } from '../contract/contract.ts';
import { servedFolders, writeCommit } from '../git/commit-files.ts';
import { locateRepository, resolveCommit } from '../git/repository.ts';
import { openLibrary } from '../library/open-library.ts';
import type { Library } from '../library/types.ts';

/**
 * @param ref a branch, tag or commit of the repository
 * @param use gets the workspace, and the full id of the commit
 * @throws WorkbenchError as `resolveCommit`
 */
export function openAtCommit<T>(
  workspaceDir: string,
  ref: string,
  use: (before: Library, commit: string) => Promise<T>,
): Promise<T> {
  return openInFolder(async (folder) => {
    const commit = await resolveCommit(workspaceDir, ref);
    await writeCommit(await locateRepository(workspaceDir), commit, folder);
    return commit;
  }, use);
}

/** The history of the workspace. */
export type Versions = Pick<Handlers, 'history.list' | 'history.read'>;

/**
 * Opens the workspace as it was, by the history of each file. A file without a version of that time gets its oldest version,
 * or its current text.
 * @param time milliseconds since the epoch
 */
export function openAtTime<T>(
  now: Library,
  versions: Versions,
  time: number,
  use: (before: Library) => Promise<T>,
): Promise<T> {
  return openInFolder((folder) => writeVersions(now, versions, time, folder), use);
}

export interface EarlierVersion {
  readonly file: string;
  /** ISO 8601. */
  readonly when: string;
  readonly summary: string;
}

/** Maximum number of listed versions. */
const maxVersions = 100;

/** The earlier versions of a server's file, prompts and tools, newest first. @param server its catalogue name */
export async function listEarlierVersions(
  library: Pick<Library, 'snapshot'>,
  server: string,
  versions: Versions,
): Promise<readonly EarlierVersion[]> {
  const entry = library.snapshot().servers.get(server);
  if (!entry) return [];
  const listedFiles = [...entry.entries, ...entry.tools].flatMap(({ location }) => location?.file ?? []);
  const earlierVersions: EarlierVersion[] = [];
  for (const file of new Set([...(entry.file === undefined ? [] : [entry.file]), ...listedFiles])) {
    const { versions: allVersions } = await versions['history.list']({ file, at: [] });
    for (const { when, summary, isCurrent, isKept } of allVersions)
      if (!isCurrent && !isKept) earlierVersions.push({ file, when, summary });
  }
  return earlierVersions.sort((a, b) => (a.when < b.when ? 1 : a.when > b.when ? -1 : 0)).slice(0, maxVersions);
}

async function openInFolder<T, Made>(
  fill: (folder: string) => Promise<Made>,
  use: (before: Library, content: Made) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-earlier-'));
  try {
    const content = await fill(folder);
    const before = await openLibrary(folder, { watch: false });
    try {
      return await use(before, content);
    } finally {
      await before.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeVersions(now: Library, history: Versions, time: number, folder: string): Promise<void> {
  for (const servedFolder of servedFolders) {
    const ignoreMissing = () => true;
    await cp(join(now.dir, servedFolder), join(folder, servedFolder), { recursive: true }).catch(ignoreMissing);
    await mkdir(join(folder, servedFolder), { recursive: true });
  }
  for (const { file } of now.snapshot().files) {
    const { versions: allVersions } = await history['history.list']({ file, at: [] });
    const versions = allVersions.filter(({ isKept }) => !isKept);
    const version = versions.find(({ when }) => Date.parse(when) <= time) ?? versions.at(-1);
    if (!version || version.isCurrent) continue;
    const { text } = await history['history.read']({ file, at: [], id: version.id });
    const path = join(folder, file);
    if (text === undefined) await rm(path, { force: true });
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
}
