/**
 * How one process finds another's socket: its owner writes the address to a file in a folder that only the user can open.
 * A `serve` process finds the workbenches of its workspace in this way, and every program the desktop app. Without the
 * file there is no such process.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readRegularFile } from '../files/regular-file.ts';
import { workspaceKey } from './paths.ts';

/** The limit of macOS on a socket's path is 104 bytes with the terminating zero; other systems allow more. */
const maxPathBytes = 103;

const maxAddressBytes = 4096;

const isWindows = process.platform === 'win32';
const pipePrefix = '\\\\.\\pipe\\prompt-workbench-';
const folderPrefix = 'prompt-workbench-';

/**
 * The folder of the address files. Its path is short, because of `maxPathBytes`.
 * @param root the workspace's real path
 */
export function socketFolder(stateDir: string, root: string): string {
  return join(stateDir, 'wire', workspaceKey(root).slice(-16));
}

/** Creates an address that other programs cannot guess, as a pipe on Windows is open to other users. */
export async function newAddress(folder: string, name: string): Promise<string> {
  if (isWindows) return `${pipePrefix}${name}${randomBytes(16).toString('hex')}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  return join(await mkdtemp(join(tmpdir(), folderPrefix)), 'wire.sock');
}

/**
 * The address in a workbench's file; undefined unless it has the form of `newAddress`, so that no other path is opened or
 * deleted.
 * @param file `<name>.address` in `folder`
 */
export async function readAddress(folder: string, file: string): Promise<string | undefined> {
  const bytes = await readRegularFile(join(folder, file), maxAddressBytes).catch(() => undefined);
  const address = bytes?.toString('utf8').trim() ?? '';
  const name = basename(file, '.address');
  if (isWindows)
    return address.startsWith(`${pipePrefix}${name}`) && !/[\\/]/.test(address.slice(pipePrefix.length))
      ? address
      : undefined;
  return address === join(folder, `${name}.sock`) || isInTemporaryFolder(address) ? address : undefined;
}

/** Whether `newAddress` created the folder of this socket. */
export function isInTemporaryFolder(address: string): boolean {
  const folder = dirname(address);
  return (
    basename(address) === 'wire.sock' &&
    dirname(folder) === tmpdir() &&
    /^prompt-workbench-\w{6}$/.test(basename(folder))
  );
}
