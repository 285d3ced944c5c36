/** Files of a workspace that nothing needs for now: in the state folder, also after a restart, the newest of them. */
import { readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, makePrivateFolder } from '../files/make-folder.ts';
import { createFile, readIfThere, removeFile } from '../files/write/atomic-write.ts';
import { versionOf } from './read/definition/source-text.ts';

export interface SpareFiles {
  /** The names of the files. */
  list(): Promise<readonly string[]>;
  /**
   * Moves a file here.
   * @param knownHash a file with other content stays
   * @returns the hash of its content if it has moved
   */
  take(name: string, path: string, knownHash?: string): Promise<string | undefined>;
  /** Moves a file back, unless its path has one. @returns the hash of its content if it has moved */
  giveBack(name: string, path: string): Promise<string | undefined>;
}

const maxFiles = 100;

export function createSpareFiles(dir: string): SpareFiles {
  async function dropOldest(): Promise<void> {
    const files = await readdir(dir);
    if (files.length <= maxFiles) return;
    const ages = await Promise.all(files.map(async (file) => ({ file, at: (await stat(join(dir, file))).mtimeMs })));
    for (const { file } of ages.sort((a, b) => b.at - a.at).slice(maxFiles)) await unlink(join(dir, file));
  }

  return {
    list: () => readdir(dir).catch(() => []),
    async take(name, path, knownHash) {
      const bytes = await readIfThere(path);
      const hash = bytes && versionOf(bytes);
      if (!bytes || hash === undefined || (knownHash !== undefined && hash !== knownHash)) return undefined;
      await makePrivateFolder(dir);
      await unlink(join(dir, name)).catch(() => {});
      if (!(await createFile(join(dir, name), bytes))) return undefined;
      const isRemoved = await removeFile(path, (content) => versionOf(content) === hash);
      await dropOldest();
      return isRemoved ? hash : undefined;
    },
    async giveBack(name, path) {
      const bytes = await readIfThere(join(dir, name));
      if (!bytes) return undefined;
      await makeFolder(dirname(path));
      if (!(await createFile(path, bytes))) return undefined;
      await unlink(join(dir, name));
      return versionOf(bytes);
    },
  };
}
