/** Atomic writes: a reader, or a crash at any moment, sees either the old content or the new. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  opendirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { link, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../file-errors.ts';
import {
  exchangeFiles,
  isThere,
  loadNativeCalls,
  type NativeCalls,
  type Replacement,
  tryLink,
  tryUnlink,
} from './exchange-files.ts';
import { renameFile, whileInUse } from './rename-file.ts';
import { temporaryPath } from './temporary-files.ts';

/**
 * Replaces the file at `path` (its real path: links are not followed) unless `isCurrent` refuses its content. Keeps the
 * file's mode and owner, and as far as the system allows its extended attributes and access control list.
 *
 * Another program may write at the same moment. A file that it renames to `path` stays. A change that it writes in place
 * is restored, or left to `onReplaced`. A file is lost only if the system cannot swap two files in one step, and the file
 * arrives between two adjacent system calls from another folder (see `waitForDrafts`).
 * @returns false when nothing was replaced, because the file is missing or not the expected one
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  replacement: Replacement,
): Promise<boolean> {
  const formerStats = statSync(path, { throwIfNoEntry: false });
  const ours = bytesOf(content);
  const nativeCalls = await loadNativeCalls();
  return await withTemporary(path, ours, formerStats, async (temporary) => {
    if (nativeCalls && formerStats) copyAttributes(path, temporary, nativeCalls);
    await waitForDrafts(path, temporary);
    return await whileInUse(() => exchangeFiles(path, temporary, ours, replacement, nativeCalls?.swapSync));
  });
}

function bytesOf(content: string | Uint8Array): Buffer {
  return typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** A file younger than this may be another program's draft. */
const draftMs = 100;

/** Pause between two listings of the folder. */
const draftPauseMs = 2;

/** Larger folders are not searched for drafts, because listing them takes too long. */
const maxEntries = 200;

/**
 * Waits, 100 ms at most, while another program seems about to replace a file of this folder. Such a program first writes
 * a draft in the same folder; a rename of ours right before or after its own would lose a change.
 */
async function waitForDrafts(path: string, temporary: string): Promise<void> {
  const deadline = performance.now() + draftMs;
  while (hasDraft(path, temporary) && performance.now() < deadline) await sleep(draftPauseMs);
}

/** Whether the folder has a new file that is neither ours nor of the same kind as the file at `path`. */
function hasDraft(path: string, temporary: string): boolean {
  const folder = dirname(path);
  const listing = opendirSync(folder, { bufferSize: maxEntries });
  try {
    for (let count = 0; count < maxEntries; count++) {
      const entry = listing.readSync();
      if (!entry) return false;
      const isDraft = extname(entry.name) !== extname(path) && entry.name !== basename(temporary) && entry.isFile();
      if (isDraft && isYoung(join(folder, entry.name))) return true;
    }
    return false;
  } finally {
    listing.closeSync();
  }
}

function isYoung(path: string): boolean {
  try {
    // The time of a file has parts of a millisecond, which the clock leaves out: a new file may seem to come from the future.
    return Math.abs(Date.now() - statSync(path).birthtimeMs) < draftMs;
  } catch {
    return false;
  }
}

/**
 * Creates a new file. Uses a link instead of a rename, because linking fails if the file exists.
 * @returns false when the file already exists
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  return await withTemporary(path, bytesOf(content), undefined, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // File systems without hard links (FAT, some network shares).
      if (isThere(path)) return false;
      await renameFile(temporary, path);
    }
    return true;
  });
}

/**
 * Deletes a file. Renames it first, so that a newer file of another program is not lost.
 * @returns false, with the file unchanged, when it is missing or `isCurrent` refuses its content
 */
export async function removeFile(path: string, isCurrent: (bytes: Uint8Array) => boolean): Promise<boolean> {
  const presentBytes = await readIfThere(path);
  if (presentBytes === undefined || !isCurrent(presentBytes)) return false;
  const asidePath = temporaryPath(path);
  await whileInUse(() => renameSync(path, asidePath));
  let isExpected = false;
  try {
    isExpected = isCurrent(await whileInUse(() => readFileSync(asidePath)));
  } catch (error) {
    if (!tryLink(asidePath, path) && !isThere(path)) renameSync(asidePath, path);
    throw error;
  }
  // Does not overwrite a file that has appeared since.
  if (!isExpected && !tryLink(asidePath, path) && !isThere(path)) renameSync(asidePath, path);
  else tryUnlink(asidePath);
  await syncFolder(dirname(path));
  return isExpected;
}

async function withTemporary(
  path: string,
  content: Buffer,
  formerStats: Stats | undefined,
  put: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    // Each asynchronous call waits for a thread, so only those calls are asynchronous that wait for the disk.
    const file = openSync(temporary, 'wx', formerStats ? 0o600 : 0o666);
    try {
      writeFileSync(file, content);
      if (formerStats) keepOwnerAndMode(file, formerStats);
      await syncFile(file);
    } finally {
      closeSync(file);
    }
    const isPut = await put(temporary);
    if (isPut) await syncFolder(dirname(path));
    return isPut;
  } finally {
    tryUnlink(temporary);
  }
}

const syncFile = promisify(fsync);

function keepOwnerAndMode(file: number, { uid, gid, mode }: Stats): void {
  if (process.platform === 'win32') return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Only root can change the owner; otherwise the new file belongs to the current user, as with other editors.
  }
  fchmodSync(file, mode & 0o7777);
}

/** Copies the extended attributes of one file to another. Some of them (`security.…`) are the system's own. */
function copyAttributes(path: string, temporary: string, nativeCalls: NativeCalls): void {
  const descriptors: number[] = [];
  try {
    const from = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    descriptors.push(from);
    const names = nativeCalls.listAttrsSync(from);
    if (names.length === 0) return;
    const to = openSync(temporary, constants.O_RDWR);
    descriptors.push(to);
    for (const name of names) copyAttribute(name, from, to, nativeCalls);
  } catch {
    // The disk has no attributes, or the file has just been replaced, which is noticed later.
  } finally {
    for (const file of descriptors) closeSync(file);
  }
}

function copyAttribute(name: string, from: number, to: number, nativeCalls: NativeCalls): void {
  try {
    const value = nativeCalls.getAttrSync(from, name);
    if (value && !nativeCalls.getAttrSync(to, name)?.equals(value)) nativeCalls.setAttrSync(to, name, value);
  } catch {
    // The system alone may set it.
  }
}

/** Makes a rename survive a power cut, if the file system can: Windows and some network disks cannot. */
export async function syncFolder(folder: string): Promise<void> {
  const descriptor = tryOpenFolder(folder);
  if (descriptor === undefined) return;
  await syncFile(descriptor).catch(() => {});
  closeSync(descriptor);
}

function tryOpenFolder(folder: string): number | undefined {
  try {
    // `O_DIRECTORY`, because opening a pipe would block. Windows has no such flag.
    return openSync(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  } catch {
    return undefined;
  }
}

/** Undefined when there is no file. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
