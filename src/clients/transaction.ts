/** Replacing a file that belongs to another program: all of it or nothing, and only what was looked at before. */
import { randomBytes } from 'node:crypto';
import { constants, linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { access, link, lstat, mkdir, readFile, realpath, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFile, readIfThere, replaceFile, syncFolder } from '../library/atomic-write.ts';
import { WorkbenchError } from '../model/errors.ts';
import { RefusedFile } from './refused-file.ts';

/** A file, or the place where one may be made, at one moment. */
export interface SeenFile {
  /** Absolute, symbolic links followed: this is what is read and written. */
  readonly path: string;
  /** Whether the path that was asked for is itself a link, so that `path` is another place. */
  readonly isLink: boolean;
  /** Absent when there is no file. */
  readonly bytes?: Buffer;
  /** Folders that have to be made first, the outermost first. */
  readonly missingFolders: readonly string[];
}

/** Bytes. A configuration file is a few kilobytes; one of this size is something else. */
const maxBytes = 16 * 1024 * 1024;

/**
 * The bytes of another program's file. A pipe or a device would keep its reader waiting, or never end.
 * @throws RefusedFile when it is no regular file or is too large; else what the file system says
 */
export async function readOrdinary(file: string): Promise<Buffer> {
  const stats = await stat(file);
  if (!stats.isFile()) throw new RefusedFile(`${file} is not a file, so it is left as it is.`);
  if (stats.size > maxBytes) {
    const limit = `${maxBytes / 1024 / 1024} MB`;
    throw new RefusedFile(`${file} is larger than ${limit}, so it is left as it is. Look at what is in it.`);
  }
  return readFile(file);
}

/**
 * Looks at a file that may be changed afterwards.
 * @throws RefusedFile when it is no regular file, is a link to nothing, is too large, or may not be read or written
 */
export async function lookAt(file: string): Promise<SeenFile> {
  try {
    const path = await realPath(file);
    const missingFolders = path === undefined ? await missingFoldersOf(file) : [];
    await access(dirname(missingFolders[0] ?? path ?? file), constants.W_OK);
    if (path === undefined) return { path: file, isLink: false, missingFolders };
    await access(path, constants.R_OK | constants.W_OK);
    const bytes = await readOrdinary(file);
    return { path, isLink: (await lstat(file)).isSymbolicLink(), bytes, missingFolders };
  } catch (error) {
    throw asRefusal(error, file);
  }
}

/**
 * Replaces the whole content by `bytes`, or deletes the file when there are none. Mode and owner stay; after a crash there
 * is the old file or the new one, never a part. On return the file has been read again and holds `bytes`.
 * @throws WorkbenchError `conflict` when the file is not as it was seen: nothing is written then
 * @throws RefusedFile when the operating system does not allow it
 */
export async function replaceSeen(seen: SeenFile, bytes: Buffer | undefined): Promise<void> {
  const { path } = seen;
  try {
    if (bytes) await write(seen, bytes);
    else await remove(seen);
  } catch (error) {
    throw asRefusal(error, path);
  }
  const after = await readFile(path).catch(() => undefined);
  if (bytes ? !after?.equals(bytes) : after) {
    throw new WorkbenchError('conflict', `Another program wrote ${path} at the same moment. Look at the change again.`);
  }
}

/** Takes folders away that were made for a file, as long as nothing else is in them. @param folders the outermost first */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
}

async function write(seen: SeenFile, bytes: Buffer): Promise<void> {
  if (seen.bytes) return replaceGuarded(seen, bytes);
  for (const folder of seen.missingFolders) await mkdir(folder, { recursive: true });
  if (!(await createFile(seen.path, bytes))) throw changed(seen);
}

/**
 * Replaces the file, and looks once more at the one that it has replaced: a program that writes in place may have written
 * between the last comparison and the rename. Its bytes are then put back where they were.
 */
async function replaceGuarded(seen: SeenFile, bytes: Buffer): Promise<void> {
  const { path } = seen;
  const former = hiddenName(path);
  // A second name for the former file. File systems without hard links go without the second look.
  const isGuarded = await link(path, former).then(
    () => true,
    () => false,
  );
  try {
    // The second comparison is the last thing before the rename.
    const isWritten = await replaceFile(path, bytes, (now) => isAsSeen(seen, now) && isStillAsSeen(seen));
    if (!isWritten) throw changed(seen);
    if (!isGuarded || isAsSeen(seen, readFileSync(former))) return;
    putBack(path, former, bytes);
    throw changed(seen);
  } finally {
    await rm(former, { force: true });
  }
}

/**
 * The former file at its place again, unless ours has been written to since: that is newer. Without a pause between the
 * steps, because the other program is still at work.
 */
function putBack(path: string, former: string, ours: Buffer): void {
  const present = hiddenName(path);
  linkSync(path, present);
  try {
    if (!ours.equals(readFileSync(present))) return;
    renameSync(former, path);
    if (!ours.equals(readFileSync(present))) renameSync(present, path);
  } finally {
    rmSync(present, { force: true });
  }
}

/** Beside the file, hidden, and named as what it is. */
function hiddenName(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.former`);
}

/** Reading a long file takes time, in which another may come to its place: the last look is only at which one it is. */
function isStillAsSeen(seen: SeenFile): boolean {
  try {
    const before = stampOf(seen.path);
    return isAsSeen(seen, readFileSync(seen.path)) && stampOf(seen.path) === before;
  } catch {
    return false;
  }
}

/** Another for another file, and after every write to the same. */
function stampOf(path: string): string {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${dev} ${ino} ${size} ${mtimeNs}`;
}

/** The folders on the way to a file that do not exist, the outermost first. */
async function missingFoldersOf(file: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats?.isDirectory() || folder === dirname(folder)) return missing;
    if (stats) throw new RefusedFile(`${folder} is a file, so ${file} cannot be made. Look at what is there.`);
    missing.unshift(folder);
  }
}

async function remove(seen: SeenFile): Promise<void> {
  await assertAsSeen(seen);
  await unlink(seen.path);
  await syncFolder(dirname(seen.path));
}

/** The path behind symbolic links; undefined when there is no file. */
async function realPath(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const isLink = await lstat(file).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (isLink)
      throw new RefusedFile(`${file} is a link to a file that does not exist. Remove the link, or make the file.`);
    return undefined;
  }
}

/** @throws WorkbenchError `conflict` when the file is not as it was seen */
export async function assertAsSeen(seen: SeenFile): Promise<void> {
  if (!isAsSeen(seen, await readIfThere(seen.path))) throw changed(seen);
}

function isAsSeen({ bytes }: SeenFile, now: Uint8Array | undefined): boolean {
  return bytes && now ? bytes.equals(now) : bytes === now;
}

function changed({ path }: SeenFile): WorkbenchError {
  return new WorkbenchError(
    'conflict',
    `${path} has changed since it was read, so nothing was written. Look at it again.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the operating system does not permit it',
  EPERM: 'the operating system does not permit it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EBUSY: 'another program holds it',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
  ENOTDIR: 'its folder is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
};

function asRefusal(error: unknown, file: string): unknown {
  if (error instanceof WorkbenchError) return error;
  const reason = reasons[codeOf(error) ?? ''];
  return reason === undefined ? error : new RefusedFile(`${file} cannot be changed: ${reason}.`);
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
