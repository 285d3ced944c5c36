/** Replacing a file so that a reader, or a crash at any moment, sees the old content or the new and nothing between. */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  opendirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, link, open, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './file-errors.ts';
import { temporaryPath } from './temporary-files.ts';

/** A file whose name has gone to its replacement. A program that had it open before can still write to it. */
export interface FormerFile {
  /** What was replaced. */
  readonly bytes: Buffer;
  /** What it holds now. */
  readNow(): Buffer;
  close(): void;
}

export interface Replacement {
  /** Whether the file may be replaced while it holds these bytes. May be asked several times. */
  readonly isCurrent: (bytes: Uint8Array) => boolean;
  /** Receives the former file, and has to close it. Not called on Windows, which does not replace a file that is open. */
  readonly onReplaced?: (former: FormerFile) => void;
}

/**
 * Replaces the file at `path` (its real path: a link is not followed) unless `isCurrent` refuses what it holds. Keeps the
 * file's mode and owner.
 *
 * A program may write in place between the last look and the rename. `onReplaced` gets to see what it wrote; without
 * `onReplaced` the former file gets its name back. What remains is a program that itself renames a file to `path` between
 * two adjacent system calls, and did not have that file in the same folder before (`letDraftsPass`).
 * @returns false when nothing was replaced, because there is no file, or not the expected one
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  replacement: Replacement,
): Promise<boolean> {
  const former = statSync(path, { throwIfNoEntry: false });
  const ours = Buffer.from(content);
  return await withTemporary(path, ours, former, async (temporary) => {
    await letDraftsPass(path, temporary);
    return exchange(path, temporary, ours, replacement);
  });
}

/** Windows refuses to replace a file that is open. */
const canReplaceOpenFile = process.platform !== 'win32';

/** Without a pause between its steps, because other programs are at work. */
function exchange(path: string, temporary: string, ours: Buffer, { isCurrent, onReplaced }: Replacement): boolean {
  const aside = temporaryPath(path);
  let file = openIfThere(path);
  if (file === undefined) return false;
  const isKeptOpen = onReplaced !== undefined && canReplaceOpenFile;
  // A second name, by which the file can be put back. File systems without hard links go without that.
  const hasAside = !isKeptOpen && tryLink(path, aside);
  try {
    const seen = stampOf(fstatSync(file, { bigint: true }));
    const bytes = readFromStart(file);
    if (!isCurrent(bytes)) return false;
    if (!canReplaceOpenFile) file = close(file);
    // These two calls stay together: what another program renames to this place between them is lost.
    if (stampOf(statSync(path, { bigint: true, throwIfNoEntry: false })) !== seen) return false;
    renameSync(temporary, path);
    if (hasAside && !bytes.equals(readFileSync(aside)) && putBack(path, aside, ours)) return false;
    if (file !== undefined && isKeptOpen) {
      onReplaced(formerFile(file, bytes));
      file = undefined;
    }
    return true;
  } finally {
    if (file !== undefined) close(file);
    if (hasAside) rmSync(aside, { force: true });
  }
}

/** Bytes above which a former file is only read again when its size or time is another. */
const maxReadEachTime = 64 * 1024;

function formerFile(file: number, bytes: Buffer): FormerFile {
  let known = { bytes, stamp: stampOf(fstatSync(file, { bigint: true })) };
  return {
    bytes,
    readNow() {
      const stamp = stampOf(fstatSync(file, { bigint: true }));
      if (known.bytes.length > maxReadEachTime && stamp === known.stamp) return known.bytes;
      known = { bytes: readFromStart(file), stamp };
      return known.bytes;
    },
    close() {
      close(file);
    },
  };
}

/**
 * Gives the former file its name back, unless ours has been written to since: that is newer. Without a pause between its
 * steps, because the other program is still at work.
 * @returns whether the former file has its name back
 */
function putBack(path: string, former: string, ours: Buffer): boolean {
  const present = temporaryPath(path);
  if (!tryLink(path, present)) {
    if (isThere(path)) return false;
    renameSync(former, path);
    return true;
  }
  try {
    if (!ours.equals(readFileSync(present))) return false;
    renameSync(former, path);
    if (ours.equals(readFileSync(present))) return true;
    renameSync(present, path);
    return false;
  } finally {
    rmSync(present, { force: true });
  }
}

/** How long a file that has just appeared in the folder may be another program's draft. */
const draftMs = 100;

/** Pause between two looks at the folder. */
const draftPauseMs = 2;

/** Folders with more entries are not searched for drafts: listing them would take longer than the wait is worth. */
const maxEntries = 200;

/**
 * Waits, 100 ms at most, while another program seems about to replace a file of this folder. Such a program writes a
 * draft in the same folder first, and nothing can save it from a rename of ours just before its own, or just after.
 */
async function letDraftsPass(path: string, temporary: string): Promise<void> {
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
    const ageMs = Date.now() - statSync(path).birthtimeMs;
    return ageMs >= 0 && ageMs < draftMs;
  } catch {
    return false;
  }
}

/**
 * Makes a new file. A link instead of a rename, because linking fails where a file has appeared meanwhile.
 * @returns false when there is one already
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  return await withTemporary(path, Buffer.from(content), undefined, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // File systems without hard links (FAT, some network shares).
      if (isThere(path)) return false;
      renameSync(temporary, path);
    }
    return true;
  });
}

/**
 * Deletes a file. It gets another name first, so that a file that another program has put in its place is not lost.
 * @returns false, with the file at its place, when it is not there or `isCurrent` refuses what it holds
 */
export async function removeFile(path: string, isCurrent: (bytes: Uint8Array) => boolean): Promise<boolean> {
  const held = await readIfThere(path);
  if (held === undefined || !isCurrent(held)) return false;
  const aside = temporaryPath(path);
  renameSync(path, aside);
  const isExpected = isCurrent(readFileSync(aside));
  // Not over a file that has appeared since.
  if (!isExpected && !tryLink(aside, path) && !isThere(path)) renameSync(aside, path);
  else rmSync(aside, { force: true });
  await syncFolder(dirname(path));
  return isExpected;
}

async function withTemporary(
  path: string,
  content: Buffer,
  former: Stats | undefined,
  put: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    const file = await open(temporary, 'wx', former ? 0o600 : 0o666);
    try {
      await file.writeFile(content);
      if (former) await keepOwnerAndMode(file, former);
      await file.sync();
    } finally {
      await file.close();
    }
    const isPut = await put(temporary);
    if (isPut) await syncFolder(dirname(path));
    return isPut;
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

// Only root may give a file away; for anybody else the new file is their own, as with any editor that saves this way.
async function keepOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  if (process.platform === 'win32') return;
  await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

/** Makes a rename last through a power cut, where the file system can: Windows and some network disks cannot. */
export async function syncFolder(folder: string): Promise<void> {
  // As a folder only: opening a pipe in its place would wait. Windows has no such flag.
  const handle = await open(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
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

function openIfThere(path: string): number | undefined {
  try {
    // Without blocking: a pipe may have come to this place.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Also for a link to nothing. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function close(file: number): undefined {
  closeSync(file);
}

function readFromStart(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
}

function tryLink(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch {
    return false;
  }
}

/** Another for another file, and after every write to the same. */
function stampOf(stats: BigIntStats | undefined): string {
  return stats ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
}
