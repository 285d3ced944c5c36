/** Watches the folders of a source, and reports a burst of changes once. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchFolders } from '../../../files/watch.ts';

export interface DocumentationWatcher {
  /** Replaces the set of folders (absolute paths), which may include missing folders and files. */
  watch(folders: readonly string[]): void;
  close(): void;
}

/** A burst ends after this much silence, or after `maxBurstMs`. */
const quietMs = 400;
const maxBurstMs = 5_000;
/** Operating systems limit the number of watchers; with more folders, the source is also polled. */
const maxWatched = 4_000;
const pollIntervalMs = 60_000;

export function createDocumentationWatcher(onchange: () => void): DocumentationWatcher {
  let watchedPaths = new Set<string>();
  const watcher = watchFolders((folder, name) => {
    if (watchedPaths.has(folder) || name === undefined || watchedPaths.has(join(folder, name))) schedule();
  });
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let burstStart = 0;

  function schedule(): void {
    const now = performance.now();
    if (timer === undefined) burstStart = now;
    clearTimeout(timer);
    timer = setTimeout(notify, Math.max(0, Math.min(quietMs, burstStart + maxBurstMs - now))).unref();
  }

  function notify(): void {
    timer = undefined;
    onchange();
  }

  return {
    watch(folders) {
      clearInterval(poll);
      poll = folders.length > maxWatched ? setInterval(onchange, pollIntervalMs).unref() : undefined;
      watchedPaths = new Set(folders.slice(0, maxWatched));
      // A missing path may become a file, which only its parent folder reports.
      const parents = [...watchedPaths].filter((path) => !existsSync(path)).map(dirname);
      watcher.watch([...watchedPaths, ...parents]);
    },
    close() {
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
    },
  };
}
