/** Hears of changes in the folders of a source, and is not told of each file of a burst. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchFolders } from '../../../files/watch.ts';

export interface DocumentationWatcher {
  /** Replaces the set of folders (absolute). What is not there is awaited, be it a folder or a file. */
  watch(folders: readonly string[]): void;
  close(): void;
}

/** Silence after which a burst of changes is over; a long one is cut. Milliseconds. */
const quiet = 400;
const longest = 5_000;
/** More folders than an operating system grants watchers for: these are looked at from time to time. */
const maxWatched = 4_000;
const lookEvery = 60_000;

export function followFolders(onchange: () => void): DocumentationWatcher {
  let wanted = new Set<string>();
  const watcher = watchFolders((folder, name) => {
    if (wanted.has(folder) || name === undefined || wanted.has(join(folder, name))) hear();
  });
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let since = 0;

  function hear(): void {
    const now = performance.now();
    if (timer === undefined) since = now;
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(quiet, since + longest - now))).unref();
  }

  function tell(): void {
    timer = undefined;
    onchange();
  }

  return {
    watch(folders) {
      clearInterval(poll);
      poll = folders.length > maxWatched ? setInterval(onchange, lookEvery).unref() : undefined;
      wanted = new Set(folders.slice(0, maxWatched));
      // What comes may be a file, which shows in the folder around it alone.
      const around = [...wanted].filter((path) => !existsSync(path)).map(dirname);
      watcher.watch([...wanted, ...around]);
    },
    close() {
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
    },
  };
}
