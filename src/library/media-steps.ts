/**
 * What undo does with files of the media folder: a file that was added here goes with the step that named it, and comes
 * back with its redo or with an earlier version. Meanwhile it is in the state folder, also after a restart.
 */
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, readIfThere, removeFile } from '../files/atomic-write.ts';
import { makeFolder, makePrivateFolder } from '../files/make-folder.ts';
import { mediaFolder } from '../files/workspace-paths.ts';
import { findMedia } from './media.ts';
import { versionOf } from './read/source-text.ts';
import type { FileChange } from './types.ts';

export interface MediaSteps {
  /** Records that a person has added a file; `bytes` are its content. */
  added(file: string, bytes: Uint8Array): void;
  /**
   * Follows changes that undo, redo or a restored version made.
   * @param texts the texts of all definitions now
   */
  follow(changes: readonly FileChange[], texts: () => Promise<readonly string[]>): Promise<void>;
}

/** The newest files that are kept. */
const maxKept = 100;

/**
 * @param root the workspace's real path
 * @param keptDir where the files are while no definition names them
 */
export function createMediaSteps(root: () => string, keptDir: string): MediaSteps {
  /** The hashes of the files that were added while this workbench runs: no other file is ever moved. */
  const addedFiles = new Map<string, string>();

  async function bringBack(file: string): Promise<void> {
    const bytes = await readIfThere(join(keptDir, file));
    if (!bytes || findMedia(root(), file).kind !== 'absent') return;
    await makeFolder(join(root(), mediaFolder));
    if (!(await createFile(join(root(), mediaFolder, file), bytes))) return;
    addedFiles.set(file, versionOf(bytes));
    await unlink(join(keptDir, file));
  }

  async function takeAway(file: string, hash: string): Promise<void> {
    const foundFile = findMedia(root(), file);
    const bytes = foundFile.kind === 'file' ? await readIfThere(foundFile.path) : undefined;
    if (foundFile.kind !== 'file' || !bytes || versionOf(bytes) !== hash) return;
    await makePrivateFolder(keptDir);
    await unlink(join(keptDir, file)).catch(() => {});
    if (!(await createFile(join(keptDir, file), bytes))) return;
    if (await removeFile(foundFile.path, (content) => versionOf(content) === hash)) addedFiles.delete(file);
    await dropOldest();
  }

  async function dropOldest(): Promise<void> {
    const files = await readdir(keptDir);
    if (files.length <= maxKept) return;
    const ages = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(join(keptDir, file))).mtimeMs })),
    );
    for (const { file } of ages.sort((a, b) => b.at - a.at).slice(maxKept)) await unlink(join(keptDir, file));
  }

  return {
    added(file, bytes) {
      addedFiles.set(file, versionOf(bytes));
    },
    async follow(changes, texts) {
      // Changing the definition has succeeded: a file that cannot be moved stays where it is.
      await move(changes, texts).catch(() => {});
    },
  };

  async function move(changes: readonly FileChange[], texts: () => Promise<readonly string[]>): Promise<void> {
    const isNamed = (file: string, side: 'before' | 'after') => changes.some((change) => change[side]?.includes(file));
    const keptFiles = await readdir(keptDir).catch(() => []);
    for (const file of keptFiles) if (isNamed(file, 'after')) await bringBack(file);
    const undoneFiles = [...addedFiles].filter(([file]) => isNamed(file, 'before') && !isNamed(file, 'after'));
    if (undoneFiles.length === 0) return;
    const allTexts = await texts();
    for (const [file, hash] of undoneFiles)
      if (!allTexts.some((text) => text.includes(file))) await takeAway(file, hash);
  }
}
