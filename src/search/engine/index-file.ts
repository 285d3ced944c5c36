/**
 * An index in a file of the cache folder. It is replaced in one step, so that a reader, or a crash at any moment, finds
 * the old index or the new one; whatever is wrong with it, it counts as not there and is built again.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readRegularFileSync } from '../../files/regular-file.ts';
import { openIndex } from './open.ts';
import type { SearchIndex } from './types.ts';

/** More than any documentation that was seen takes; a larger file is not read into memory. */
const maxBytes = 512 * 1024 * 1024;

/**
 * @param settings what the index was to be built with
 * @returns undefined when there is none, it is damaged, was written by another version or with other settings
 */
export function readIndexFile(path: string, settings: string): SearchIndex | undefined {
  try {
    const index = openIndex(readRegularFileSync(path, maxBytes));
    return index.settings === settings ? index : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the file; makes its folder where there is none. Readable by its owner only, as documentation may be private.
 * @throws an error of Node's when the disk refuses; the former file is untouched then
 */
export async function writeIndexFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
