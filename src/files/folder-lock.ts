/**
 * A lock on a folder, such as a workspace, that excludes other processes, whatever state folder they use.
 *
 * The operating system owns the lock and frees it when its holder dies. So there is no lock file that could be left
 * behind, show up in git, or have to be stolen from a process whose id another process has now:
 *
 * - Linux: listening on a socket in the abstract namespace, which has names but no files.
 * - Windows: listening on a named pipe.
 * - macOS and the BSDs: an advisory lock on the folder itself.
 *
 * The lock is advisory. Editors do not know it, and processes on other computers or in other containers do not see it.
 * What they write is detected when the file is replaced (`write/atomic-write.ts`).
 */
import { constants, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBackground } from '../base/in-background.ts';
import { codeOf } from './file-errors.ts';

/** How long a write waits for another process. A write takes milliseconds. */
const patienceMs = 2_000;

/** How long the next write waits after one timed out: the holder is suspended, or not a workbench. */
const shortPatienceMs = 50;

/** Pause between two attempts where the operating system does not report that the lock is free. */
const retryMs = 5;

/** How long a process that releases the lock lets those that wait for it go first. */
const yieldMs = 2;

/** Releases the lock. @returns whether other processes wait for it */
type Release = () => boolean;

interface Lock {
  /** Takes the lock if it is free; otherwise undefined. Rejects if the operating system has no such lock. */
  readonly take: () => Promise<Release | undefined>;
  /** Resolves when the lock may be free, at the latest after `timeoutMs`. */
  readonly waitUntilFree: (timeoutMs: number) => Promise<void>;
}

/** Names of the locks for which this process has timed out. */
const stuck = new Set<string>();

/** By name of a lock that others wait for, the time (`performance.now()`) until which this process leaves it to them. */
const yieldedUntil = new Map<string, number>();

/**
 * Runs `work` while no other holder of this lock runs, in this process or another. Hold it only for the short time of a
 * write.
 *
 * Waits at most 2 s. A holder that takes longer is suspended rather than busy, so `work` then runs without the lock, as it
 * does if the operating system has none. So every write must compare the file with the expected bytes just before it
 * replaces it. A suspended holder that continues makes the same comparison.
 *
 * Not re-entrant: `work` must not take the lock of the same folder.
 * @param root the real path of a folder that several programs write to
 */
export async function withFolderLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(root).catch(() => undefined);
  try {
    return await work();
  } finally {
    release?.();
  }
}

/** Undefined if the lock does not become free in time. */
async function acquire(root: string): Promise<(() => void) | undefined> {
  const { dev, ino } = statSync(root, { bigint: true });
  const name = `prompt-workbench-${dev}-${ino}`;
  const lock = lockOf(name, root);
  const deadline = performance.now() + (stuck.has(name) ? shortPatienceMs : patienceMs);
  await sleepUntil(yieldedUntil.get(name) ?? 0);
  yieldedUntil.delete(name);
  for (;;) {
    const release = await lock.take();
    if (release) {
      stuck.delete(name);
      return () => {
        if (release()) yieldedUntil.set(name, performance.now() + yieldMs);
      };
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      stuck.add(name);
      return undefined;
    }
    await lock.waitUntilFree(leftMs);
  }
}

async function sleepUntil(time: number): Promise<void> {
  const leftMs = time - performance.now();
  if (leftMs > 0) await sleep(leftMs);
}

function lockOf(name: string, root: string): Lock {
  switch (process.platform) {
    case 'linux':
      return listeningLock(`\0${name}`);
    case 'win32':
      return listeningLock(`\\\\.\\pipe\\${name}`);
    default:
      return folderLock(root);
  }
}

/** Only one process can listen on a name. The others connect to it, and their connection ends with the lock. */
function listeningLock(path: string): Lock {
  return {
    take: () =>
      new Promise((resolve, reject) => {
        const waitingSockets = new Set<Socket>();
        const server = createServer((socket) => {
          waitingSockets.add(socket);
          socket.on('error', () => undefined);
        });
        server.once('error', (error) => {
          if (codeOf(error) === 'EADDRINUSE') resolve(undefined);
          else reject(error);
        });
        server.listen({ path, exclusive: true }, () =>
          resolve(() => {
            server.close();
            for (const socket of waitingSockets) socket.destroy();
            return waitingSockets.size > 0;
          }),
        );
      }),
    waitUntilFree: (timeoutMs) =>
      new Promise((resolve) => {
        const socket = connect(path);
        const timer = setTimeout(() => socket.destroy(), timeoutMs);
        let hasFailed = false;
        socket.on('error', () => {
          hasFailed = true;
        });
        socket.once('close', () => {
          clearTimeout(timer);
          // If the socket refuses connections, a pause avoids a busy loop.
          if (hasFailed) inBackground(sleep(Math.min(retryMs, timeoutMs)).then(resolve));
          else resolve();
        });
      }),
  };
}

/** `open(2)` of macOS and the BSDs: take an exclusive `flock` with the file. Node does not name it. */
const O_EXLOCK = 0x20;

/** The kernel keeps the lock as long as the folder is open. */
function folderLock(root: string): Lock {
  return {
    async take() {
      try {
        const folder = await open(root, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK);
        return () => {
          inBackground(folder.close());
          return true;
        };
      } catch (error) {
        if (codeOf(error) === 'EAGAIN') return undefined;
        throw error;
      }
    },
    waitUntilFree: (timeoutMs) => sleep(Math.min(retryMs, timeoutMs)),
  };
}
