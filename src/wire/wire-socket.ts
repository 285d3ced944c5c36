/** The workbench's side of the wire log's socket: `serve` processes of the workspace come and tell what passes. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ReportLine, reportLine } from './report-line.ts';
import type { RemoteConnection, WireHub } from './wire-hub.ts';

/** The shortest limit of the operating systems on a socket's path (macOS: 104 with its end), in bytes. */
const longestPath = 103;
/** Characters; the longest body with all of it escaped stays below. */
const longestLine = 16 * 1024 * 1024;

export interface WireSocket {
  close(): Promise<void>;
}

/** Listens at an address of its own, which is left in `folder` (`meeting-place.ts`) for as long as it holds. */
export async function openWireSocket(hub: WireHub, folder: string): Promise<WireSocket> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
  // Whole from the first moment: a process that looks in between must not find half an address.
  await writeFile(`${file}.draft`, address, { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return {
    async close() {
      await rm(file, { force: true });
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      if (isPath && !address.startsWith(folder)) await rm(dirname(address), { recursive: true, force: true });
    },
  };
}

/** Nobody can guess it: on Windows a pipe is open to more than this user, and the name is what protects it. */
async function newAddress(folder: string, name: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\prompt-workbench-${name}${randomBytes(16).toString('hex')}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= longestPath) return path;
  return join(await mkdtemp(join(tmpdir(), 'prompt-workbench-')), 'wire.sock');
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

/** Takes away what workbenches left behind that could not end in peace. */
async function sweep(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.address'));
  await Promise.all(
    files.map(async (name) => {
      const address = await readFile(join(folder, name), 'utf8').catch(() => '');
      if (await answers(address)) return;
      await rm(join(folder, name), { force: true });
      if (process.platform !== 'win32' && address !== '') await rm(address, { force: true });
    }),
  );
}

function answers(address: string): Promise<boolean> {
  if (address === '') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Reads one process's lines until it is gone. What is not understood ends the connection, not the workbench. */
function receive(socket: Socket, hub: WireHub): void {
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
      if (rest.length > longestLine) throw new Error('A line is too long.');
      for (const line of lines) take(reportLine.parse(JSON.parse(line)));
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => {});
  socket.once('close', () => connection?.closed());
}
