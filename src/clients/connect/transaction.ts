/** Replacing a file that belongs to another program: all of it or nothing, and only what was looked at before. */
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { createFile, readIfThere, removeFile, replaceFile } from '../../files/atomic-write.ts';
import { codeOf, failureSentence } from '../../files/file-errors.ts';
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
  if (seen.bytes) {
    if (!(await replaceFile(seen.path, bytes, { isCurrent: (now) => isAsSeen(seen, now) }))) throw changed(seen);
    return;
  }
  for (const folder of seen.missingFolders) await mkdir(folder, { recursive: true });
  if (!(await createFile(seen.path, bytes))) throw changed(seen);
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
  if (!(await removeFile(seen.path, (now) => isAsSeen(seen, now)))) throw changed(seen);
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

function asRefusal(error: unknown, file: string): unknown {
  if (error instanceof WorkbenchError || codeOf(error) === undefined) return error;
  return new RefusedFile(failureSentence(`${file} cannot be changed`, error));
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
