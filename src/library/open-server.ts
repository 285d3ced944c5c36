/**
 * One server of a workspace without the workbench: what `serve` starts from. A catalogue name is a file name, so only the
 * server's file and those of the prompts that it lists are looked at; no other is read, or even listed. With a warm
 * cache neither the parser nor the model's readers are loaded.
 */

import { inBackground } from '../base/in-background.ts';
import { namesIn, parseDefinitionPath, realFolder } from '../files/workspace-paths.ts';
import { defaultServers } from '../model/builtin/builtin.ts';
import type { Problem } from '../model/problems/problems.ts';
import { startChangeLoop } from './change-loop.ts';
import { createLiveServer, noSuchServer } from './live-server.ts';
import { readCatalogueCache, writeCatalogueCache } from './read/catalogue-cache.ts';
import { DefinitionStore } from './read/definition-store.ts';
import { ListedFiles } from './read/listed-files.ts';
import type { LiveServer } from './types.ts';
import { type WorkspaceWatcher, watchWorkspace } from './watch-workspace.ts';

export interface OpenServerOptions {
  /** Where the catalogue cache is kept (`src/state/paths.ts`); none is used without it. */
  readonly cacheDir?: string;
  /** Whether to follow changes on disk; default true. */
  readonly watch?: boolean;
  /** Hears of failures that have no caller. */
  readonly onError?: (error: unknown) => void;
}

export interface OpenServer extends LiveServer {
  /** Its catalogue name, whichever name it was asked for by. */
  readonly name: string;
  /** The workspace's real path when it was opened. */
  readonly root: string;
  /** The newest problems of the files that were looked at. */
  problems(): readonly Problem[];
  close(): Promise<void>;
}

/** Milliseconds after which what the first answer does not need is done: following changes, writing the cache. */
const settling = 50;

/**
 * @param name the catalogue name or, where no server has it, the `Name` of one
 * @throws WorkbenchError `not-found` when there is no such workspace, or no such server in it nor built in
 */
export async function openServer(dir: string, name: string, options: OpenServerOptions = {}): Promise<OpenServer> {
  const { cacheDir, watch = true, onError = (error: unknown) => console.error(error) } = options;
  const root = realFolder(dir);
  const store = new DefinitionStore(root);
  const cached = cacheDir === undefined ? undefined : readCatalogueCache(cacheDir, root, name);
  if (cached) store.seed(cached.files, cached.danglingLinks);
  const files = new ListedFiles(root, name, store, cached?.folder);
  if (!files.areCurrent()) await files.refresh('everything');
  const first = files.resolve();
  if (!first) {
    const { serverCalled } = await import('./read/server-called.ts');
    const called = await serverCalled(root, name);
    if (called === undefined) throw noSuchServer(name, serverNames(root));
    return openServer(dir, called, options);
  }

  let { problems } = first;
  const source = createLiveServer(root, first.resolved);
  let watcher: WorkspaceWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let cachedRevision = 0;

  const loop = startChangeLoop({
    refresh: (changes) => files.refresh(changes),
    publish() {
      const next = files.resolve();
      problems = next?.problems ?? [];
      source.update(next?.resolved);
      settle();
    },
    onError,
  });

  /** Soon, and once for many calls: follows the folders and keeps the cache. */
  function settle(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (watch) follow();
      inBackground(writeCache(), onError);
    }, settling).unref();
  }

  function follow(): void {
    if (!watcher) {
      watcher = watchWorkspace(root, loop);
      // What changed between reading and now was reported to nobody.
      loop.touch('everything');
    }
    watcher.follow(store.definitions());
  }

  async function writeCache(): Promise<void> {
    if (cacheDir === undefined || store.revision === cachedRevision) return;
    cachedRevision = store.revision;
    await writeCatalogueCache(cacheDir, root, name, {
      folder: files.folderStamp,
      files: [...store.entries().values()],
      danglingLinks: [...store.danglingLinks()],
    });
  }

  settle();
  return {
    name,
    root,
    current: source.current,
    subscribe: source.subscribe,
    readMedia: source.readMedia,
    listFiles: source.listFiles,
    problems: () => problems,
    async close() {
      clearTimeout(timer);
      watcher?.close();
      await loop.close();
      await writeCache();
    },
  };
}

function serverNames(root: string): readonly string[] {
  const own = namesIn(root, 'server').flatMap((file) => parseDefinitionPath(`servers/${file}`)?.name ?? []);
  return [...new Set([...own, ...defaultServers.keys()])];
}
