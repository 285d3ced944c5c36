/** Replacing a file so that a reader, or a crash at any moment, sees the old content or the new and nothing between. */
import { renameSync, type Stats } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryPath } from './temporary-files.ts';

/**
 * Replaces the file at `path` (its real path: a link is not followed) unless `isCurrent` refuses what the disk holds at
 * the last moment before the rename. Keeps the file's mode and owner.
 * @returns false, with the disk untouched, when `isCurrent` refused
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  isCurrent: (bytes: Uint8Array | undefined) => boolean,
): Promise<boolean> {
  const former = await stat(path).catch(() => undefined);
  return await withTemporary(path, content, former, async (temporary) => {
    if (!isCurrent(await readIfThere(path))) return false;
    // Without a pause: what another program writes between the two would be lost.
    renameSync(temporary, path);
    return true;
  });
}

/**
 * Makes a new file. A link instead of a rename, because linking fails where a file has appeared meanwhile.
 * @returns false when there is one already
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  return await withTemporary(path, content, undefined, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') return false;
      // File systems without hard links (FAT, some network shares).
      if ((await readIfThere(path)) !== undefined) return false;
      await rename(temporary, path);
    }
    return true;
  });
}

async function withTemporary(
  path: string,
  content: string | Uint8Array,
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
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Undefined when there is no file. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
