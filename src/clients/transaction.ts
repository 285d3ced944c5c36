/** Replacing a file that belongs to another program: all of it or nothing, and only what was looked at before. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WorkbenchError } from '../model/errors.ts';
import { RefusedFile } from './json-document.ts';

/** A file, or the place where one may be made, at one moment. */
export interface SeenFile {
  /** Absolute, symbolic links followed: this is what is read and written. */
  readonly path: string;
  /** Absent when there is no file. */
  readonly found?: { readonly bytes: Buffer; readonly mode: number; readonly uid: number; readonly gid: number };
}

/**
 * Looks at a file that may be changed afterwards.
 * @throws RefusedFile when it is no regular file, is a link to nothing, or may not be read or written
 */
export async function lookAt(file: string): Promise<SeenFile> {
  try {
    const path = await realPath(file);
    await access(dirname(path ?? file), constants.W_OK);
    if (path === undefined) return { path: file };
    const stats = await stat(path);
    if (!stats.isFile()) throw new RefusedFile(`${file} is not a file, so it is left as it is.`);
    await access(path, constants.R_OK | constants.W_OK);
    return { path, found: { bytes: await readFile(path), mode: stats.mode, uid: stats.uid, gid: stats.gid } };
  } catch (error) {
    throw asRefusal(error, file);
  }
}

/**
 * Replaces the whole content by `bytes`, or deletes the file when there are none. It goes through a temporary file in the
 * same folder and keeps mode and owner: after a crash there is the old file or the new one, never a part. On return the
 * file has been read again and holds `bytes`.
 * @throws WorkbenchError `conflict` when the file is not as it was seen: nothing is written then
 * @throws RefusedFile when the operating system does not allow it
 */
export async function replaceFile(seen: SeenFile, bytes: Buffer | undefined): Promise<void> {
  const { path } = seen;
  try {
    await assertAsSeen(seen);
    if (bytes === undefined) await unlink(path);
    else await renameOver(seen, bytes);
    await syncFolder(dirname(path));
  } catch (error) {
    throw asRefusal(error, path);
  }
  const after = await readFile(path).catch(() => undefined);
  if (bytes ? !after?.equals(bytes) : after) {
    throw new WorkbenchError('conflict', `Another program wrote ${path} at the same moment. Look at the change again.`);
  }
}

async function renameOver(seen: SeenFile, bytes: Buffer): Promise<void> {
  const temporary = join(dirname(seen.path), `.${basename(seen.path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', seen.found ? 0o600 : 0o666);
    try {
      await file.writeFile(bytes);
      if (seen.found) await keepOwnerAndMode(file, seen.found);
      await file.sync();
    } finally {
      await file.close();
    }
    await assertAsSeen(seen);
    await rename(temporary, seen.path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
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
export async function assertAsSeen({ path, found }: SeenFile): Promise<void> {
  const now = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found ? !now?.equals(found.bytes) : now) {
    throw new WorkbenchError(
      'conflict',
      `${path} has changed since it was read, so nothing was written. Look at it again.`,
    );
  }
}

/** Only root may give a file away; for anybody else the new file is their own, as with any editor that saves this way. */
async function keepOwnerAndMode(file: FileHandle, { mode, uid, gid }: NonNullable<SeenFile['found']>): Promise<void> {
  await file.chown(uid, gid).catch(() => undefined);
  await file.chmod(mode & 0o7777);
}

/** Makes the rename itself last through a power cut, where the file system can (Windows and some network disks cannot). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle
    ?.sync()
    .catch(() => undefined)
    .finally(() => handle.close());
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
