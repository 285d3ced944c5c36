/** Replacing a file so that a reader, or a crash at any moment, sees the old content or the new and nothing between. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Begins with a dot, so that no reading of a folder takes a left-over for a definition. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Replaces the file at `path` (its real path: a link is not followed) unless `isCurrent` refuses what the disk holds at
 * the last moment before the rename. Keeps the file's mode.
 * @returns false, with the disk untouched, when `isCurrent` refused
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  isCurrent: (bytes: Uint8Array | undefined) => boolean,
): Promise<boolean> {
  const mode = (await stat(path).catch(() => undefined))?.mode;
  return await withTemporary(path, content, mode === undefined ? 0o666 : mode & 0o7777, async (temporary) => {
    if (!isCurrent(await readIfThere(path))) return false;
    await rename(temporary, path);
    return true;
  });
}

/**
 * Makes a new file. A link instead of a rename, because linking fails where a file has appeared meanwhile.
 * @returns false when there is one already
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  return await withTemporary(path, content, 0o666, async (temporary) => {
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
  mode: number,
  put: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  const temporary = temporaryName(path);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await keepMode(file, mode);
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

// The process's umask applies to the mode of a new file, but must not take bits from an existing one's.
async function keepMode(file: FileHandle, mode: number): Promise<void> {
  if (mode !== 0o666 && process.platform !== 'win32') await file.chmod(mode);
}

// A rename survives a power cut only once its folder is on the disk. Windows cannot open a folder; its journal does it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
