/**
 * The single-instance lock: docs/api/app.md, app.requestSingleInstanceLock. A file in the app's data folder holds the
 * process that has the lock; another process of the app hands it its arguments over a local socket.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ argv: string[], cwd: string, data: unknown }} SecondInstance */

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {number} pid @returns {string} Windows has named pipes in place of sockets */
const socketOf = (pid) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\electron-stand-in-${pid}`
    : join(tmpdir(), `electron-stand-in-${pid}.sock`);

/** @param {string} file @returns {number | undefined} the process that has the lock */
function ownerOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} dir the app's data folder
 * @param {SecondInstance} self what the process with the lock receives if this one does not get it
 * @param {(instance: SecondInstance) => void} onSecondInstance
 * @returns {{ isFirst: boolean, release(): void, delivered: Promise<void> }} `delivered` resolves when the other process has
 *   received the arguments
 */
export function lockInstance(dir, self, onSecondInstance) {
  const file = join(dir, 'electron-stand-in.lock');
  const owner = ownerOf(file);
  if (owner !== undefined) return { isFirst: false, release: () => undefined, delivered: deliver(owner, self) };
  // A process that crashed leaves its lock.
  rmSync(file, { force: true });
  writeFileSync(file, String(process.pid), { flag: 'wx' });
  rmSync(socketOf(process.pid), { force: true });
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('end', () => {
      onSecondInstance(JSON.parse(text));
      socket.end();
    });
  });
  server.listen({ path: socketOf(process.pid), allowHalfOpen: true }).unref();
  return {
    isFirst: true,
    delivered: Promise.resolve(),
    release() {
      server.close();
      rmSync(file, { force: true });
    },
  };
}

/** @param {number} owner @param {SecondInstance} instance @returns {Promise<void>} */
function deliver(owner, instance) {
  return new Promise((resolve) => {
    const socket = connect({ path: socketOf(owner) });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.resume().end(JSON.stringify(instance));
  });
}
