/** Replacing a file that belongs to another program: all of it or nothing, and only what was looked at before. */
import { constants } from 'node:fs';
import { access, lstat, readFile, realpath, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFile, readIfThere, replaceFile, syncFolder } from '../library/atomic-write.ts';
import { WorkbenchError } from '../model/errors.ts';
import { RefusedFile } from './json-document.ts';

/** A file, or the place where one may be made, at one moment. */
export interface SeenFile {
  /** Absolute, symbolic links followed: this is what is read and written. */
  readonly path: string;
  /** Whether the path that was asked for is itself a link, so that `path` is another place. */
  readonly isLink: boolean;
  /** Absent when there is no file. */
  readonly bytes?: Buffer;
}

/** Bytes. A configuration file is a few kilobytes; one of this size is something else. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Looks at a file that may be changed afterwards.
 * @throws RefusedFile when it is no regular file, is a link to nothing, is too large, or may not be read or written
 */
export async function lookAt(file: string): Promise<SeenFile> {
  try {
    const path = await realPath(file);
    await access(dirname(path ?? file), constants.W_OK);
    if (path === undefined) return { path: file, isLink: false };
    const stats = await stat(path);
    if (!stats.isFile()) throw new RefusedFile(`${file} is not a file, so it is left as it is.`);
    if (stats.size > maxBytes) {
      const limit = `${maxBytes / 1024 / 1024} MB`;
      throw new RefusedFile(`${file} is larger than ${limit}, so it is left as it is. Look at what is in it.`);
    }
    await access(path, constants.R_OK | constants.W_OK);
    return { path, isLink: (await lstat(file)).isSymbolicLink(), bytes: await readFile(path) };
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

async function write(seen: SeenFile, bytes: Buffer): Promise<void> {
  const isWritten = seen.bytes
    ? await replaceFile(seen.path, bytes, (now) => isAsSeen(seen, now))
    : await createFile(seen.path, bytes);
  if (!isWritten) throw changed(seen);
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
