/**
 * How one process finds another's socket: its owner writes the address to a file in a folder that only the user can open.
 * A `serve` process finds the workbenches of its workspace in this way, and every program the desktop app. Without the
 * file there is no such process.
 */
import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { readRegularFile } from '../files/regular-file.ts';
import { workspaceKey } from './paths.ts';

/** The limit of macOS on a socket's path is 104 bytes with the terminating zero; other systems allow more. */
const maxPathBytes = 103;

const maxAddressBytes = 4096;

const pipePrefix = '\\\\.\\pipe\\prompt-workbench-';
const folderPrefix = 'prompt-workbench-';
const shortName = 'wire.sock';

/**
 * The folder of the address files. Its path is short, because of `maxPathBytes`.
 * @param root the workspace's real path
 */
export function socketFolder(stateDir: string, root: string): string {
  return join(stateDir, 'wire', workspaceKey(root).slice(-16));
}

/**
 * Creates an address that other programs cannot guess, as a pipe on Windows is open to other users. Where the path in
 * `folder` is too long for a socket, creates a short folder that only this user can open.
 */
export async function newAddress(
  folder: string,
  name: string,
  { platform = process.platform, temporary = tmpdir() } = {},
): Promise<string> {
  if (platform === 'win32') return `${pipePrefix}${name}${randomBytes(16).toString('hex')}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  const isShort = Buffer.byteLength(join(temporary, `${folderPrefix}123456`, shortName)) <= maxPathBytes;
  return join(await mkdtemp(join(isShort ? temporary : '/tmp', folderPrefix)), shortName);
}

/**
 * The address in a workbench's file; undefined unless it has the form of `newAddress`, so that no other path is opened or
 * deleted.
 * @param file `<name>.address` in `folder`
 */
export async function readAddress(
  folder: string,
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const bytes = await readRegularFile(join(folder, file), maxAddressBytes).catch(() => undefined);
  const address = bytes?.toString('utf8').trim() ?? '';
  const name = basename(file, '.address');
  if (platform === 'win32')
    return address.startsWith(`${pipePrefix}${name}`) && !/[\\/]/.test(address.slice(pipePrefix.length))
      ? address
      : undefined;
  return address === join(folder, `${name}.sock`) || (await isInOwnFolder(address)) ? address : undefined;
}

/**
 * Whether this user's `newAddress` created the folder of this socket: its name, its owner and its mode. Its parent says
 * nothing, because client applications often start a server without TMPDIR, which on macOS differs for each user.
 */
export async function isInOwnFolder(address: string): Promise<boolean> {
  const folder = dirname(address);
  const hasForm = basename(address) === shortName && /^prompt-workbench-\w{6}$/.test(basename(folder));
  if (!hasForm || !isAbsolute(folder)) return false;
  const stats = await lstat(folder).catch(() => undefined);
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}
