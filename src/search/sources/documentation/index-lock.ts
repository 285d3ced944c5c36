/** One program at a time makes an index: several servers and a workbench may want the same one in the same moment. */
import { lstat, rm, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { processExists } from '../../../files/process-exists.ts';
import { readRegularFile } from '../../../files/regular-file.ts';

/** A lock that its holder has not refreshed for this long is abandoned. */
const abandonedMs = 120_000;
const intervalMs = 200;
/** A lock holds two numbers. */
const maxBytes = 100;

export interface IndexLock {
  /** A sign of life. */
  refresh(): void;
  release(): Promise<void>;
}

/**
 * Waits until nobody else makes this index.
 * @param wait told from time to time meanwhile
 * @throws an error of Node's when the lock cannot be written at all
 */
export async function lockIndex(indexFile: string, wait: () => void): Promise<IndexLock> {
  const file = `${indexFile}.lock`;
  while (!(await take(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true });
    else {
      wait();
      await pause(intervalMs);
    }
  }
  let refreshed = performance.now();
  return {
    refresh() {
      const now = performance.now();
      if (now - refreshed < abandonedMs / 4) return;
      refreshed = now;
      const time = new Date();
      utimes(file, time, time).catch(() => undefined);
    },
    release: () => rm(file, { force: true }),
  };
}

async function take(file: string): Promise<boolean> {
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
    // A pipe, a folder or a link is not a lock of this program.
    if (!stats.isFile()) return true;
    const holder = String(await readRegularFile(file, maxBytes));
    const { mtimeMs } = stats;
    return Date.now() - mtimeMs > abandonedMs || (holder !== '' && isGone(holder));
  } catch {
    // Released in this moment.
    return false;
  }
}

/** A program has one indexing worker at a time: another one of this program was ended in the middle of its work. */
function isGone(holder: string): boolean {
  const [pid, thread] = holder.split(' ').map(Number);
  if (pid === process.pid) return thread !== threadId;
  return !processExists(pid ?? 0);
}
