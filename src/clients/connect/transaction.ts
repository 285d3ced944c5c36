/** Replaces a file of another program atomically, and only if it is unchanged since it was read. */
import { constants } from 'node:fs';
import { access, lstat, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { codeOf, failureSentence } from '../../files/file-errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { createFile, readIfThere, removeFile, replaceFile } from '../../files/write/atomic-write.ts';
import { RefusedFile } from './refused-file.ts';

/** The state of a file, or of a path without a file, at one moment. */
export interface FileState {
  /** The absolute path that is read and written, with symbolic links resolved. */
  readonly path: string;
  /** Whether the requested path is itself a symbolic link, so that `path` differs from it. */
  readonly isLink: boolean;
  /** Whether the file has other names (hard links), which a replacement leaves with the former content. */
  readonly hasOtherNames: boolean;
  /** Absent if there is no file. */
  readonly bytes?: Buffer;
  /** Folders to create first, outermost first. */
  readonly missingFolders: readonly string[];
}

/** A configuration file has a few kilobytes; a file over this limit is something else. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads another program's file. Refuses pipes and devices, which could block the reader or never end.
 * @throws RefusedFile if it is not a regular file or is too large; else the file system's error
 */
export async function readOrdinary(file: string): Promise<Buffer> {
  const stats = await stat(file);
  if (!stats.isFile()) throw new RefusedFile(`${file} is not a regular file, so it was not changed.`);
  if (stats.size > maxBytes) {
    const limit = `${maxBytes / 1024 / 1024} MB`;
    throw new RefusedFile(`${file} is larger than ${limit}, so it was not changed. Check its content.`);
  }
  return readFile(file);
}

/**
 * Reads a file before a change.
 * @throws RefusedFile if it is not a regular file, is a dangling link, is too large, or cannot be read or written
 */
export async function readForChange(file: string): Promise<FileState> {
  try {
    const path = await realPath(file);
    const missingFolders = path === undefined ? await missingFoldersOf(file) : [];
    await access(dirname(missingFolders[0] ?? path ?? file), constants.W_OK);
    if (path === undefined) return { path: file, isLink: false, hasOtherNames: false, missingFolders };
    await access(path, constants.R_OK | constants.W_OK);
    const bytes = await readOrdinary(file);
    const isLink = (await lstat(file)).isSymbolicLink();
    return { path, isLink, hasOtherNames: (await stat(path)).nlink > 1, bytes, missingFolders };
  } catch (error) {
    throw asRefusal(error, file);
  }
}

/**
 * Replaces the whole content with `bytes`, or deletes the file without them. Keeps mode and owner. After a crash there is
 * the old file or the new one, never a part. Before it returns, it reads the file again and checks that it has `bytes`.
 * @throws WorkbenchError `conflict` if the file has changed since it was read; nothing is written then
 * @throws RefusedFile if the operating system does not allow it
 */
export async function replaceIfUnchanged(fileState: FileState, bytes: Buffer | undefined): Promise<void> {
  const { path } = fileState;
  try {
    if (bytes) await write(fileState, bytes);
    else await remove(fileState);
  } catch (error) {
    throw asRefusal(error, path);
  }
  const after = await readFile(path).catch(() => undefined);
  if (bytes ? !after?.equals(bytes) : after) {
    throw new WorkbenchError('conflict', `Another program wrote ${path} at the same time. Review the change again.`);
  }
}

/** Removes folders that were created for a file, if they are empty. @param folders outermost first */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
}

async function write(fileState: FileState, bytes: Buffer): Promise<void> {
  if (fileState.bytes) {
    if (!(await replaceFile(fileState.path, bytes, { isCurrent: (now) => isUnchanged(fileState, now) })))
      throw changedElsewhere(fileState);
    return;
  }
  for (const folder of fileState.missingFolders) await makeFolder(folder);
  if (!(await createFile(fileState.path, bytes))) throw changedElsewhere(fileState);
}

/** The missing parent folders of a file, outermost first. */
async function missingFoldersOf(file: string): Promise<string[]> {
  const missingFolders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats?.isDirectory() || folder === dirname(folder)) return missingFolders;
    if (stats) throw new RefusedFile(`${folder} is a file, so ${file} cannot be created. Rename or move that file.`);
    missingFolders.unshift(folder);
  }
}

async function remove(fileState: FileState): Promise<void> {
  if (!(await removeFile(fileState.path, (now) => isUnchanged(fileState, now)))) throw changedElsewhere(fileState);
}

/** The path with symbolic links resolved; undefined if there is no file. */
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
      throw new RefusedFile(`${file} is a link to a file that does not exist. Remove the link, or create the file.`);
    return undefined;
  }
}

/** @throws WorkbenchError `conflict` if the file has changed since it was read */
export async function assertUnchanged(fileState: FileState): Promise<void> {
  if (!isUnchanged(fileState, await readIfThere(fileState.path))) throw changedElsewhere(fileState);
}

function isUnchanged({ bytes }: FileState, now: Uint8Array | undefined): boolean {
  return bytes && now ? bytes.equals(now) : bytes === now;
}

function changedElsewhere({ path }: FileState): WorkbenchError {
  return new WorkbenchError(
    'conflict',
    `${path} changed after it was read, so nothing was written. Review the change again.`,
  );
}

function asRefusal(error: unknown, file: string): unknown {
  if (error instanceof WorkbenchError || codeOf(error) === undefined) return error;
  return new RefusedFile(failureSentence(`${file} cannot be changed`, error));
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
