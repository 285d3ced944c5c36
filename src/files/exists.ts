import { access, lstat } from 'node:fs/promises';

/** Whether a path leads to a file or folder. False for a broken link, and where the system refuses access. */
export const exists = (path: string): Promise<boolean> => isFulfilled(access(path));

/** Whether a file or folder has this path, or a link, even a broken one. False where the system refuses access. */
export const isTaken = (path: string): Promise<boolean> => isFulfilled(lstat(path));

function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
