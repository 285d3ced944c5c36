/** A lock for each index file: several servers and workbenches may make the same index at the same moment. */
import { lstat, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { withFolderLock } from '../../../files/folder-lock.ts';
import { processExists } from '../../../files/process-exists.ts';
import { readRegularFile } from '../../../files/regular-file.ts';

/** A lock without a refresh for this long is abandoned. */
const abandonedAfterMs = 120_000;
/** A program that was killed while it made its lock leaves an empty one. */
const emptyAbandonedAfterMs = 2_000;
const intervalMs = 200;
/** A lock file holds two numbers. */
const maxBytes = 100;

export interface IndexLock {
  /** Shows that the holder is alive. */
  refresh(): void;
  release(): Promise<void>;
}

/**
 * Waits for the lock of an index.
 * @param wait called from time to time while waiting
 * @throws a Node.js file error if the lock file cannot be written
 */
export async function lockIndex(indexFile: string, wait: () => void): Promise<IndexLock> {
  const file = `${indexFile}.lock`;
  while (!(await tryToLock(file))) {
    if (await isAbandoned(file)) await removeAbandoned(file);
    else {
      wait();
      await pause(intervalMs);
    }
  }
  let refreshedAt = performance.now();
  return {
    refresh() {
      const now = performance.now();
      if (now - refreshedAt < abandonedAfterMs / 4) return;
      refreshedAt = now;
      const time = new Date();
      utimes(file, time, time).catch(() => undefined);
    },
    release: () => rm(file, { force: true }),
  };
}

/** One program at a time: another one may have removed the lock already, and made its own. */
async function removeAbandoned(file: string): Promise<void> {
  await withFolderLock(dirname(file), async () => {
    if (await isAbandoned(file)) await rm(file, { force: true });
  });
}

async function tryToLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid} ${threadId}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const stats = await lstat(file);
    // This program creates only regular files.
    if (!stats.isFile()) return true;
    const holder = String(await readRegularFile(file, maxBytes));
    const { mtimeMs } = stats;
    const ageMs = Date.now() - mtimeMs;
    return holder === '' ? ageMs > emptyAbandonedAfterMs : ageMs > abandonedAfterMs || hasHolderEnded(holder);
  } catch {
    // The lock was released in between.
    return false;
  }
}

/** A process has one indexing worker at a time, so a lock of another thread in this process belongs to an ended worker. */
function hasHolderEnded(holder: string): boolean {
  const [pid, thread] = holder.split(' ').map(Number);
  if (pid === process.pid) return thread !== threadId;
  return !processExists(pid ?? 0);
}
