/** Names of temporary files, and removal of those that killed processes left. */
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { processExists } from '../process-exists.ts';
import { sha256 } from '../sha256.ts';
import { findFolder, folderOfKind, mediaFolder } from '../workspace-paths.ts';

/** Processes of another computer cannot be checked, so its temporary files count as left-overs at this age. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** Identifies this computer in file names: on a shared disk, a process id means nothing on another computer. */
export const machineId = sha256(hostname()).slice(0, 8);

/** `.greet.yaml.<machine><pid><random><checksum>.tmp`, eight hexadecimal digits each. */
const temporaryName = /^\.(.{1,40})\.([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8})\.tmp$/s;

/** Returns a new path beside `path`. Files with a leading dot are not read as definitions. */
export function temporaryPath(path: string): string {
  // Shortened, because the file system limits the length of a name.
  const name = basename(path).slice(0, 40);
  const id = machineId + hex(process.pid) + randomBytes(4).toString('hex');
  return join(dirname(path), `.${name}.${id}${checksum(name + id)}.tmp`);
}

/**
 * Deletes the temporary files of ended processes in a workspace. Recognises them by the checksum in their names.
 * @param root the workspace's real path
 */
export async function sweepTemporaryFiles(root: string): Promise<void> {
  const folders = [...Object.values(folderOfKind), mediaFolder].filter(
    (name) => findFolder(root, name).kind === 'folder',
  );
  for (const folder of [root, ...folders.map((name) => join(root, name))]) await sweepFolder(folder);
}

/** Like `sweepTemporaryFiles`, for one folder without its subfolders. */
export async function sweepFolder(folder: string): Promise<void> {
  for (const path of leftOversIn(folder)) await unlink(path).catch(() => {});
}

/** The temporary files that ended processes left beside one file. */
export function leftOversOf(path: string): string[] {
  const prefix = `.${basename(path).slice(0, 40)}.`;
  return leftOversIn(dirname(path)).filter((leftOver) => basename(leftOver).startsWith(prefix));
}

function leftOversIn(folder: string): string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => isLeftOver(basename(path), path));
}

function isLeftOver(name: string, path: string): boolean {
  const [, stem = '', machine = '', pid = '', random = '', check = ''] = temporaryName.exec(name) ?? [];
  if (stem === '' || check !== checksum(stem + machine + pid + random)) return false;
  if (machine === machineId) return !processExists(Number.parseInt(pid, 16));
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > maxAgeMs;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => temporaryName.test(name));
  } catch {
    // Unreadable or gone: nothing to delete.
    return [];
  }
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function checksum(text: string): string {
  return hex(crc32(text));
}
