/** Opens one server of a workspace as a branch, tag or commit has it: for `serve --ref`. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { isSameData } from '../base/json.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { processExists } from '../files/process-exists.ts';
import { realFolder } from '../files/workspace-paths.ts';
import { type OpenServer, type OpenServerOptions, openServer } from '../library/open-server.ts';
import { writeCommit } from './commit-files.ts';
import { followRef } from './follow-ref.ts';
import { locateRepository, type RepositoryPlace, resolveCommit } from './repository.ts';

export interface PublishedOptions extends Pick<OpenServerOptions, 'currentName'> {
  readonly ref: string;
  /** Where the files of commits go while the server is open. */
  readonly cacheDir: string;
  /** Gets failures of background work. */
  readonly onError: (error: unknown) => void;
}

interface OpenCommit {
  readonly folder: string;
  /** Undefined if the commit has no such server. */
  readonly server: OpenServer | undefined;
}

/**
 * Follows the ref: a new commit becomes current as a whole, once all its files are read.
 * @param dir the workspace's folder
 * @throws WorkbenchError `not-found` if there is no such commit, or it has no such server; `failed` without a repository
 */
export async function openPublishedServer(dir: string, name: string, options: PublishedOptions): Promise<OpenServer> {
  const { ref, cacheDir, onError } = options;
  const place = await locateRepository(dir);
  const commit = await resolveCommit(dir, ref);
  const parent = await makeOwnFolder(cacheDir);
  const firstRelease = await openCommit(place, commit, name, parent, options.currentName);
  if (!firstRelease.server) {
    await rm(parent, { recursive: true, force: true });
    throw new WorkbenchError('not-found', `${ref} has no server ${JSON.stringify(name)}: publish it there first.`);
  }
  const catalogueName = firstRelease.server.name;
  let openRelease: OpenCommit = firstRelease;
  let current = firstRelease.server.current();
  /** The folder of the previous commit: a request may still read its media. */
  let formerCommit: string | undefined;
  const listeners = new Set<() => void>();
  const mediaListeners = new Set<() => void>();

  async function switchCommit(next: string): Promise<void> {
    const now = await openCommit(place, next, catalogueName, parent, options.currentName);
    const before = openRelease;
    openRelease = now;
    const resolvedServer = now.server?.current() ?? { ...current, prompts: [], tools: [] };
    if (!isSameData(resolvedServer, current)) {
      current = resolvedServer;
      for (const listener of listeners) listener();
    }
    for (const listener of mediaListeners) listener();
    await before.server?.close();
    if (formerCommit !== undefined) await rm(formerCommit, { recursive: true, force: true });
    formerCommit = before.folder;
  }

  const follower = await followRef(dir, { ref, commit, onCommit: switchCommit, onError });
  const removeFolder = () => rmSync(parent, { recursive: true, force: true });
  process.once('exit', removeFolder);

  function requireServer(): OpenServer {
    if (openRelease.server) return openRelease.server;
    throw new WorkbenchError(
      'not-found',
      `${ref} no longer has a server ${JSON.stringify(catalogueName)}: publish it again.`,
    );
  }
  return {
    name: catalogueName,
    root: realFolder(dir),
    current: () => current,
    subscribe: (listener) => addListener(listeners, listener),
    subscribeToMedia: (listener) => addListener(mediaListeners, listener),
    readMedia: async (file) => requireServer().readMedia(file),
    listFiles: async (glob, limit) => requireServer().listFiles(glob, limit),
    problems: () => openRelease.server?.problems() ?? [],
    async close() {
      follower.close();
      await openRelease.server?.close();
      process.removeListener('exit', removeFolder);
      removeFolder();
    },
  };
}

/** Reads the prompts of a server as a branch, tag or commit has them. @throws WorkbenchError as `openPublishedServer` */
export async function readPublishedPrompts(dir: string, name: string, ref: string, cacheDir: string) {
  const server = await openPublishedServer(dir, name, { ref, cacheDir, onError: () => undefined });
  const { prompts } = server.current();
  await server.close();
  return prompts;
}

function addListener(listeners: Set<() => void>, listener: () => void): () => void {
  const callListener = () => listener();
  listeners.add(callListener);
  return () => listeners.delete(callListener);
}

async function openCommit(
  place: RepositoryPlace,
  commit: string,
  name: string,
  parent: string,
  currentName: OpenServerOptions['currentName'],
): Promise<OpenCommit> {
  const folder = join(parent, `${commit}-${performance.now()}`);
  await mkdir(folder);
  await writeCommit(place, commit, folder);
  const options = { watch: false, ...(currentName && { currentName }) };
  const server = await openServer(folder, name, options).catch((error: unknown) => {
    if (error instanceof WorkbenchError && error.code === 'not-found') return undefined;
    throw error;
  });
  return { folder, server };
}

/** Makes a folder for this process, and removes those of processes that have ended. */
async function makeOwnFolder(cacheDir: string): Promise<string> {
  const parent = join(cacheDir, 'published');
  await makePrivateFolder(parent);
  for (const entry of await readdir(parent)) {
    const pid = Number(/^(\d+)-/.exec(entry)?.[1]);
    if (!processExists(pid)) await rm(join(parent, entry), { recursive: true, force: true }).catch(() => undefined);
  }
  return mkdtemp(join(parent, `${process.pid}-`));
}
