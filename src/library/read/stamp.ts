/** Detects from its stat whether a file has changed. */
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** The stat of a file before it was read. Plain JSON: size in bytes, times in milliseconds since the epoch. */
export interface Stamp {
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  /** When the stat was made, before the file was read. */
  readonly readAt: number;
}

export function stampOf(stats: Stats): Stamp {
  return {
    size: stats.size,
    mtime: stats.mtimeMs,
    ctime: stats.ctimeMs,
    inode: stats.ino,
    readAt: Date.now(),
  };
}

/** Changes whenever an entry of the folder is added, removed or renamed. Undefined if the folder cannot be read. */
export function folderStamp(root: string, folder: string): Stamp | undefined {
  try {
    return stampOf(statSync(join(root, folder)));
  } catch {
    return undefined;
  }
}

/** The coarsest clock of common file systems: FAT counts in steps of two seconds. */
const clockStepMs = 2_000;

/**
 * Whether two stats mean the same content. A file that was read within one clock step of its last change may have changed
 * again with the same times. Git calls such an entry racy; compare the bytes then.
 */
export function compareStamps(knownStamp: Stamp, now: Stamp): 'same' | 'changed' | 'racy' {
  const isAlike =
    knownStamp.size === now.size &&
    knownStamp.mtime === now.mtime &&
    knownStamp.ctime === now.ctime &&
    knownStamp.inode === now.inode;
  if (!isAlike) return 'changed';
  return knownStamp.readAt - Math.max(knownStamp.mtime, knownStamp.ctime) > clockStepMs ? 'same' : 'racy';
}
