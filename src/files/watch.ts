/** Hears of changes in folders that may come, go and come again. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** What an operating system's watcher reports: only where to look. `name` is absent when all of the folder may differ. */
export type ChangeListener = (folder: string, name: string | undefined) => void;

export interface FolderWatcher {
  /** Replaces the set of watched folders (absolute). Those that do not exist are awaited. */
  watch(folders: Iterable<string>): void;
  close(): void;
}

/** Milliseconds between two looks at a folder that cannot be watched. */
const pollingInterval = 1_000;

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
}

/**
 * Watches folders, not files: an editor that replaces a file on saving would take a file's watcher with it. Does not
 * keep the process alive.
 */
export function watchFolders(listener: ChangeListener): FolderWatcher {
  let wanted = new Set<string>();
  const watched = new Map<string, Watched>();
  let poll: NodeJS.Timeout | undefined;
  let isClosed = false;

  function stop(folder: string): void {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  }

  function hear(folder: string, name: string | undefined): void {
    if (isClosed) return;
    // A folder that was moved or deleted (and perhaps made again) reports its own name, or that of a wanted one inside it.
    const isAnother = !isAlive(folder);
    if (name === undefined || isAnother || isMissingAnything()) arm();
    if (wanted.has(folder)) listener(folder, isAnother ? undefined : name);
  }

  function isAlive(folder: string): boolean {
    return inodeOf(folder) === watched.get(folder)?.inode;
  }

  function isMissingAnything(): boolean {
    for (const folder of wanted) if (!watched.has(folder)) return true;
    return false;
  }

  /** Brings the watchers in line with the folders there are; a folder that appears is reported as a whole. */
  function arm(): void {
    const targets = new Set([...wanted].map(nearestFolder));
    for (const folder of [...watched.keys()]) if (!targets.has(folder) || !isAlive(folder)) stop(folder);
    for (const folder of targets) {
      if (watched.has(folder)) continue;
      if (start(folder) && wanted.has(folder)) listener(folder, undefined);
    }
  }

  function start(folder: string): boolean {
    const inode = inodeOf(folder);
    if (inode === undefined) return false;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => hear(folder, name ?? undefined));
      watcher.on('error', () => {
        stop(folder);
        startPolling();
      });
      watched.set(folder, { watcher, inode });
      return true;
    } catch {
      startPolling();
      return false;
    }
  }

  /** For where the operating system grants no watcher (ENOSPC, EMFILE, some network shares), until it does. */
  function startPolling(): void {
    poll ??= setInterval(() => {
      arm();
      const unwatched = [...wanted].filter((folder) => !watched.has(folder) && inodeOf(folder) !== undefined);
      for (const folder of unwatched) listener(folder, undefined);
      if (unwatched.length > 0) return;
      clearInterval(poll);
      poll = undefined;
    }, pollingInterval).unref();
  }

  return {
    watch(folders) {
      wanted = new Set(folders);
      if (!isClosed) arm();
    },
    close() {
      isClosed = true;
      clearInterval(poll);
      for (const folder of [...watched.keys()]) stop(folder);
    },
  };
}

/** The folder itself, or the innermost existing one around it. */
function nearestFolder(folder: string): string {
  let nearest = folder;
  while (inodeOf(nearest) === undefined && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

function inodeOf(folder: string): number | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() ? stats.ino : undefined;
  } catch {
    return undefined;
  }
}
