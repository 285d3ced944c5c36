/**
 * The single-instance lock: docs/api/app.md, app.requestSingleInstanceLock. A file in the app's data folder names
 * the process that has the lock; another process of the app sends it its arguments over a local socket.
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** @param {number} pid @returns {string} a named pipe on Windows, which has no such sockets */
const socketPathOf = (pid) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\electron-stand-in-${pid}`
    : join(tmpdir(), `electron-stand-in-${pid}.sock`);

/** @param {string} file @returns {number | undefined} the process that has the lock */
function findOwner(file) {
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
  // The server listens before it takes the lock, so that an owner is always reachable: Node binds a socket before `listen` returns.
  const server = serveSecondInstances(onSecondInstance);
  const owner = claimLock(file);
  if (owner !== undefined) {
    server.close();
    return { isFirst: false, release: () => undefined, delivered: deliver(owner, self) };
  }
  return {
    isFirst: true,
    delivered: Promise.resolve(),
    release() {
      server.close();
      rmSync(file, { force: true });
    },
  };
}

/** Takes the lock unless a running process has it. @param {string} file @returns {number | undefined} that process */
function claimLock(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (;;) {
      try {
        // Of two processes at once, one gets the name, with its content.
        linkSync(draft, file);
        return undefined;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
      const owner = findOwner(file);
      if (owner !== undefined) return owner;
      // A process that crashed leaves its lock.
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {(instance: SecondInstance) => void} onSecondInstance */
function serveSecondInstances(onSecondInstance) {
  if (process.platform !== 'win32') rmSync(socketPathOf(process.pid), { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
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
  server.listen(socketPathOf(process.pid)).unref();
  return server;
}

/** @param {number} owner @param {SecondInstance} instance @returns {Promise<void>} */
function deliver(owner, instance) {
  return new Promise((resolve) => {
    const socket = connect({ path: socketPathOf(owner) });
    socket.on('error', (error) => console.error(`The first instance of the app did not answer: ${error.message}`));
    socket.on('close', () => resolve());
    socket.resume().end(JSON.stringify(instance));
  });
}
