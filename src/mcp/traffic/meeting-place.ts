/**
 * How a `serve` process finds the workbenches of its workspace: each of them leaves a file with the address of its
 * socket in a folder that only the user can open. No folder, no workbench.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readRegularFile } from '../../files/regular-file.ts';
import { workspaceKey } from '../../state/paths.ts';

/** The shortest limit of the operating systems on a socket's path (macOS: 104 with its end), in bytes. */
const longestPath = 103;

/** Far more than an address takes. */
const maxAddressBytes = 4096;

const isWindows = process.platform === 'win32';
const pipePrefix = '\\\\.\\pipe\\prompt-workbench-';
const folderPrefix = 'prompt-workbench-';

/**
 * Short, because the path of a socket may have only about a hundred bytes.
 * @param root the workspace's real path
 */
export function meetingPlace(stateDir: string, root: string): string {
  return join(stateDir, 'wire', workspaceKey(root).slice(-16));
}

/** Makes an address that no other program can guess: on Windows a pipe is open to more than this user. */
export async function newAddress(folder: string, name: string): Promise<string> {
  if (isWindows) return `${pipePrefix}${name}${randomBytes(16).toString('hex')}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= longestPath) return path;
  return join(await mkdtemp(join(tmpdir(), folderPrefix)), 'wire.sock');
}

/**
 * The address in a workbench's file. Undefined unless it has the form that `newAddress` gives it: whatever else the file
 * holds is not connected to and, above all, not deleted.
 * @param file `<name>.address` in the meeting place
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

/** Whether this is a socket's path in a folder that `newAddress` made for it alone. */
export function isInTemporaryFolder(address: string): boolean {
  const folder = dirname(address);
  return (
    basename(address) === 'wire.sock' &&
    dirname(folder) === tmpdir() &&
    /^prompt-workbench-\w{6}$/.test(basename(folder))
  );
}
