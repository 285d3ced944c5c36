/**
 * Opens one server of a workspace, for `serve`. A catalogue name is a file name, so this reads only the server's file and
 * those of the entries that it lists. With a warm cache it loads neither the YAML parser nor the model's readers.
 */

import { inBackground } from '../base/in-background.ts';
import { folderOfKind, namesIn, parseDefinitionPath, realFolder } from '../files/workspace-paths.ts';
import { defaultServers } from '../model/builtin/builtin.ts';
import type { Problem } from '../model/problems/problems.ts';
import { startChangeLoop } from './change-loop.ts';
import { catalogueNameOf, createLiveServer, noSuchServer } from './live-server.ts';
import { readCatalogueCache, writeCatalogueCache } from './read/catalogue-cache.ts';
import { DefinitionStore } from './read/definition-store.ts';
import { folderProblems } from './read/folder-problems.ts';
import { ListedFiles } from './read/listed-files.ts';
import type { LiveServer } from './types.ts';
import { affectMedia, type WorkspaceWatcher, watchWorkspace } from './watch-workspace.ts';

export interface OpenServerOptions {
  /** The folder of the catalogue cache (`src/state/paths.ts`); without it, no cache is used. */
  readonly cacheDir?: string;
  /** Whether to follow changes on disk; default true. */
  readonly watch?: boolean;
  /** Whether to read the files of samples; default false, because no client gets one. */
  readonly readsSamples?: boolean;
  /** Gets failures of background work. */
  readonly onError?: (error: unknown) => void;
  /** Finds the present name of a server by a former one. Called only if no server has the name. */
  readonly currentName?: (formerName: string, exists: (name: string) => boolean) => Promise<string | undefined>;
}

export interface OpenServer extends LiveServer {
  /** Its catalogue name, also if it was opened by its `Name`. */
  readonly name: string;
  /** The workspace's real path when it was opened. */
  readonly root: string;
  /** The current problems of the server's files. */
  problems(): readonly Problem[];
  close(): Promise<void>;
}

/** Delay of work that the first answer does not need: watching the folders, writing the cache. */
const settleMs = 50;

/**
 * The cache of 100,000 prompts takes seconds to write, during which no call is answered. After a write, the next one waits
 * this many times as long.
 */
const restPerWrite = 30;

/**
 * @param name the catalogue name; if no catalogue name matches, the `Name` of a server, or a former catalogue name
 * @throws WorkbenchError `not-found` if there is no such workspace or server
 */
export async function openServer(dir: string, name: string, options: OpenServerOptions = {}): Promise<OpenServer> {
  const { cacheDir, watch = true, onError = (error: unknown) => console.error(error) } = options;
  const root = realFolder(dir);
  const store = new DefinitionStore(root);
  const catalogueCache = cacheDir === undefined ? undefined : readCatalogueCache(cacheDir, root, name);
  if (catalogueCache) store.seed(catalogueCache.files, catalogueCache.danglingLinks);
  const samples = options.readsSamples ? new (await import('./samples/sample-files.ts')).SampleFiles(root) : undefined;
  let files = new ListedFiles(root, name, store, catalogueCache?.folder, samples);
  if (!files.areCurrent()) await files.refresh('everything');
  else await samples?.refresh(store.definitionsWithFiles());
  const firstServer = files.resolve();
  if (!firstServer) {
    const catalogueName = (await findServerByDisplayName(root, name)) ?? (await presentName());
    if (catalogueName === undefined) throw noSuchServer(name, serverNames(root), folderProblems(root));
    return openServer(dir, catalogueName, options);
  }

  let { problems } = firstServer;
  const server = createLiveServer(root, firstServer.resolvedServer);
  let watcher: WorkspaceWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writeTimer: NodeJS.Timeout | undefined;
  let nextWriteAtMs = 0;
  let cachedRevision = 0;
  let mayMediaDiffer = false;

  async function presentName(): Promise<string | undefined> {
    const names = serverNames(root);
    return options.currentName?.(name, (serverName) => names.includes(serverName));
  }

  /** Reads what may have changed. If the server was renamed, continues with its new file. */
  async function refresh(changes: ReadonlySet<string> | 'everything'): Promise<boolean> {
    mayMediaDiffer ||= changes === 'everything' || affectMedia(changes, store.definitionsWithFiles());
    const isChanged = await files.refresh(changes);
    if (!isChanged || files.resolve()) return isChanged;
    const newName = await presentName();
    if (newName === undefined) return isChanged;
    files = new ListedFiles(root, newName, store, undefined, samples);
    await files.refresh('everything');
    return true;
  }

  const loop = startChangeLoop({
    refresh,
    publish() {
      const next = files.resolve();
      problems = next?.problems ?? [];
      server.update(next?.resolvedServer);
      if (mayMediaDiffer) server.reportMedia();
      mayMediaDiffer = false;
      settle();
    },
    onError,
  });

  /** Schedules watching the folders and writing the cache, once for many calls. */
  function settle(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (watch) follow();
      const restMs = Math.max(0, nextWriteAtMs - performance.now());
      writeTimer ??= setTimeout(() => {
        writeTimer = undefined;
        inBackground(writeCache(), onError);
      }, restMs).unref();
    }, settleMs).unref();
  }

  function follow(): void {
    if (!watcher) {
      watcher = watchWorkspace(root, loop);
      // The watcher has missed changes since the files were read.
      loop.touch('everything');
    }
    watcher.follow(store.definitionsWithFiles());
  }

  async function writeCache(): Promise<void> {
    if (cacheDir === undefined || store.revision === cachedRevision) return;
    cachedRevision = store.revision;
    const startedAtMs = performance.now();
    await writeCatalogueCache(cacheDir, root, name, {
      folder: files.folderStamp,
      files: [...store.entries().values()],
      danglingLinks: [...store.danglingLinks()],
    });
    const endedAtMs = performance.now();
    nextWriteAtMs = endedAtMs + restPerWrite * (endedAtMs - startedAtMs);
  }

  settle();
  return {
    name,
    root,
    current: server.current,
    subscribe: server.subscribe,
    subscribeToMedia: server.subscribeToMedia,
    readMedia: server.readMedia,
    listFiles: server.listFiles,
    problems: () => problems,
    async close() {
      clearTimeout(timer);
      clearTimeout(writeTimer);
      watcher?.close();
      await loop.close();
      await writeCache();
    },
  };
}

/** As `catalogueNameOf`, of the servers' files. */
async function findServerByDisplayName(root: string, name: string): Promise<string | undefined> {
  const store = new DefinitionStore(root);
  await store.refresh(namesIn(root, 'server').map((file) => `${folderOfKind.server}/${file}`));
  const namedServers = store
    .definitions()
    .map((file) => ({ catalogueName: file.name, displayName: file.server?.name }));
  return catalogueNameOf(namedServers, name);
}

/** Whether a workspace has a server with this catalogue name, built-in ones included. Reads no file. */
export function serverExists(dir: string, name: string): boolean {
  return serverNames(dir).includes(name);
}

function serverNames(root: string): readonly string[] {
  const names = namesIn(root, 'server').flatMap((file) => parseDefinitionPath(`servers/${file}`)?.name ?? []);
  return [...new Set([...names, ...defaultServers.keys()])];
}
