/** The workbench's socket, which receives the traffic of the workspace's `serve` processes. */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { renameFile } from '../../files/write/rename-file.ts';
import { isInOwnFolder, newAddress, readAddress } from '../../state/socket-address.ts';
import { type ReportLine, reportLine } from './report-line.ts';
import type { RemoteConnection, TrafficHub } from './traffic-hub.ts';

/** Most characters of a line; the longest body, fully escaped, is shorter. */
const maxLineLength = 16 * 1024 * 1024;

export interface TrafficSocket {
  close(): Promise<void>;
}

/** Listens at a new address, and publishes it in `folder` (`src/state/socket-address.ts`) until it closes. */
export async function openTrafficSocket(hub: TrafficHub, folder: string): Promise<TrafficSocket> {
  await makePrivateFolder(folder);
  await sweep(folder);
  const name = randomBytes(8).toString('hex');
  const address = await newAddress(folder, name);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    receive(socket, hub);
  });
  await listen(server, address);
  const isPath = process.platform !== 'win32';
  if (isPath) await chmod(address, 0o600);
  const file = join(folder, `${name}.address`);
  // Atomic, so that no process reads a partial address.
  await writeFile(`${file}.draft`, address, { mode: 0o600 });
  await renameFile(`${file}.draft`, file);
  return {
    async close() {
      await rm(file, { force: true });
      const serverClose = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await serverClose;
      if (isPath && !address.startsWith(folder)) await rm(dirname(address), { recursive: true, force: true });
    },
  };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}

/** Removes the addresses and sockets of killed workbenches. Other files stay. */
async function sweep(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^[0-9a-f]{16}\.address$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const address = await readAddress(folder, name);
      if (address !== undefined && (await answers(address))) return;
      // A folder with this name is not ours.
      await rm(join(folder, name), { force: true }).catch(() => undefined);
      if (address !== undefined) await removeSocket(address);
    }),
  );
}

async function removeSocket(address: string): Promise<void> {
  try {
    if (process.platform === 'win32' || !(await lstat(address)).isSocket()) return;
    await rm(address);
    if (await isInOwnFolder(address)) await rmdir(dirname(address));
  } catch {
    // It is gone already, or belongs to another account.
  }
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Reads one process's lines until it disconnects. An invalid line ends the connection, not the workbench. */
function receive(socket: Socket, hub: TrafficHub): void {
  let rest = '';
  let connection: RemoteConnection | undefined;
  const take = (line: ReportLine) => {
    if ('facts' in line) {
      if (connection) connection.update(line.facts);
      else connection = hub.connect(line.facts);
    } else if ('message' in line) connection?.message(line.message);
    else if ('unanswered' in line) connection?.unanswered(line.unanswered);
    else connection?.missed(line.missed);
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    try {
      if (rest.length > maxLineLength) throw new Error('A line is too long.');
      for (const line of lines) take(reportLine.parse(JSON.parse(line)));
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => {});
  socket.once('close', () => connection?.closed());
}
