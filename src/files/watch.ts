/** Watches folders that may be created, deleted and created again. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Receives a changed folder and file name. `name` is undefined when the whole folder may have changed. */
export type ChangeListener = (folder: string, name: string | undefined) => void;

export interface FolderWatcher {
  /** Replaces the set of watched folders (absolute paths). A missing folder is watched once it exists. */
  watch(folders: Iterable<string>): void;
  close(): void;
}

const pollingIntervalMs = 1_000;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly inode: number;
}

/**
 * Watches folders instead of files, because an editor that replaces a file on saving removes the file's watcher. Does not
 * keep the process alive.
 */
export function watchFolders(listener: ChangeListener): FolderWatcher {
  let requestedFolders = new Set<string>();
  const watchers = new Map<string, WatchedFolder>();
  let poll: NodeJS.Timeout | undefined;
  let isClosed = false;

  function stop(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  function onChange(folder: string, name: string | undefined): void {
    if (isClosed) return;
    // A moved or deleted folder (perhaps created again) reports its own name, or the name of a wanted folder inside it.
    const isAnother = !isAlive(folder);
    if (name === undefined || isAnother || isMissingAnything()) arm();
    if (requestedFolders.has(folder)) listener(folder, isAnother ? undefined : name);
  }

  function isAlive(folder: string): boolean {
    return inodeOf(folder) === watchers.get(folder)?.inode;
  }

  function isMissingAnything(): boolean {
    for (const folder of requestedFolders) if (!watchers.has(folder)) return true;
    return false;
  }

  /**
   * Updates the watchers to the existing folders; a new folder is reported as a whole.
   * @returns the wanted folders whose changes no watcher sees
   */
  function arm(): readonly string[] {
    const targets = new Set([...requestedFolders].map(nearestFolder));
    for (const folder of [...watchers.keys()]) if (!targets.has(folder) || !isAlive(folder)) stop(folder);
    for (const folder of targets) {
      if (watchers.has(folder)) continue;
      if (start(folder) && requestedFolders.has(folder)) listener(folder, undefined);
    }
    // A folder may have gone or come back since the watchers started.
    const unseenFolders = [...requestedFolders].filter((folder) => !watchers.has(nearestFolder(folder)));
    if (unseenFolders.length > 0) startPolling();
    return unseenFolders;
  }

  function start(folder: string): boolean {
    const inode = inodeOf(folder);
    if (inode === undefined) return false;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => onChange(folder, name ?? undefined));
      watcher.on('error', () => {
        stop(folder);
        startPolling();
      });
      watchers.set(folder, { watcher, inode });
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Polls while the operating system refuses a watcher (ENOSPC, EMFILE, some network shares), and after a folder has gone
   * or come back just as the watchers started.
   */
  function startPolling(): void {
    poll ??= setInterval(() => {
      const unseenFolders = arm();
      for (const folder of unseenFolders) listener(folder, undefined);
      if (unseenFolders.length > 0) return;
      clearInterval(poll);
      poll = undefined;
    }, pollingIntervalMs).unref();
  }

  return {
    watch(folders) {
      requestedFolders = new Set(folders);
      if (!isClosed) arm();
    },
    close() {
      isClosed = true;
      clearInterval(poll);
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}

/** Returns the folder itself, or its nearest existing parent. */
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
