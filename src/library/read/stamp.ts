/** Whether a file is still the one that was read, told without reading it again. */
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a stat says of one reading of a file. Plain JSON: size in bytes, times in milliseconds since 1970. */
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

/** Changes whenever an entry of the folder comes, goes or gets another name. Undefined when it cannot be looked at. */
export function folderStamp(root: string, folder: string): Stamp | undefined {
  try {
    return stampOf(statSync(join(root, folder)));
  } catch {
    return undefined;
  }
}

/** The coarsest clock of the file systems in use (FAT counts in steps of two seconds). */
const clockStep = 2_000;

/**
 * Whether two stats are of the same content. A file that was read within a clock step of its last change may have been
 * changed again without its times showing it (git calls such an entry racy): `racy` means compare the bytes.
 */
export function compareStamps(known: Stamp, now: Stamp): 'same' | 'changed' | 'racy' {
  const isAlike =
    known.size === now.size && known.mtime === now.mtime && known.ctime === now.ctime && known.inode === now.inode;
  if (!isAlike) return 'changed';
  return known.readAt - Math.max(known.mtime, known.ctime) > clockStep ? 'same' : 'racy';
}
