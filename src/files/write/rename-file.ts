/** Renames on Windows, which refuses them while another program has the file open. */
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../file-errors.ts';

/** Virus scanners, indexers and cloud drives open a new file for moments. */
const patienceMs = 2_000;

const firstPauseMs = 10;
const maxPauseMs = 200;

const codesOfOpenFiles: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];

/**
 * Runs a task that renames or reads a file. On Windows, tries again for 2 s while another program has the file open; `task`
 * must change nothing when it fails.
 * @throws the last error of the task
 */
export async function whileInUse<T>(
  task: () => T | Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await task();
    } catch (error) {
      const isInUse = platform === 'win32' && codesOfOpenFiles.includes(codeOf(error));
      if (!isInUse || performance.now() + pauseMs > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}

/** As `rename` of Node, with the patience of `whileInUse`. */
export async function renameFile(from: string, to: string): Promise<void> {
  await whileInUse(() => rename(from, to));
}
