/** Replacing a file so that a reader, or a crash at any moment, sees the old content or the new and nothing between. */
import { constants, opendirSync, readFileSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, link, open, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangeFiles, isThere, loadSwap, type Replacement, tryLink } from './exchange-files.ts';
import { codeOf } from './file-errors.ts';
import { temporaryPath } from './temporary-files.ts';

/**
 * Replaces the file at `path` (its real path: a link is not followed) unless `isCurrent` refuses what it holds. Keeps the
 * file's mode and owner.
 *
 * Another program may write at the same moment. What it renames to `path` stays there. What it writes in place is put
 * back, or with `onReplaced` left for that to see. Only where the system cannot swap two files in one step is a file lost
 * that comes between two adjacent system calls, and that was not in the same folder before (`letDraftsPass`).
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
    const swap = await loadSwap();
    await letDraftsPass(path, temporary);
    return exchangeFiles(path, temporary, ours, replacement, swap);
  });
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
