/**
 * Index files in the cache folder. A write replaces the file atomically, so that a reader, or a crash, always finds the old
 * index or the new one. An unusable file counts as missing and is rebuilt.
 */
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { readLargeFile } from '../../../files/regular-file.ts';
import { renameFile } from '../../../files/write/rename-file.ts';
import { openIndex } from '../open.ts';
import { noSynonyms } from '../query/synonym-lookup.ts';
import type { SearchIndex } from '../types.ts';
import { Checksum } from './container.ts';

/** No real documentation has needed this much; a larger file is not read into memory. */
const maxBytes = 512 * 1024 * 1024;

/**
 * @param settings must equal those of the index
 * @returns undefined if the file is missing, damaged, or from another version or other settings
 */
export async function readIndexFile(
  path: string,
  settings: string,
  synonyms = noSynonyms,
): Promise<SearchIndex | undefined> {
  try {
    const checksum = new Checksum();
    const bytes = await readLargeFile(path, maxBytes, (part) => checksum.add(part));
    const index = openIndex(bytes, synonyms, checksum.value);
    return index.settings === settings ? index : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the file and creates its folder if needed. Only its owner can read it, as documentation may be private.
 * @throws a Node.js file error; the old file is then unchanged
 */
export async function writeIndexFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  await makePrivateFolder(dirname(path));
  try {
    await writeFile(temporary, bytes, { mode: 0o600 });
    await renameFile(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
