/**
 * What undo does with files of the media folder: a file that was added here goes with the step that named it, and comes
 * back with its redo or with an earlier version. Meanwhile it is in the state folder, also after a restart.
 */
import { join } from 'node:path';
import { mediaFolder } from '../files/workspace-paths.ts';
import { findMedia } from './media.ts';
import { versionOf } from './read/definition/source-text.ts';
import { createSpareFiles } from './spare-files.ts';
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

/**
 * @param root the workspace's real path
 * @param spareDir where the files are while no definition names them
 */
export function createMediaSteps(root: () => string, spareDir: string): MediaSteps {
  /** The hashes of the files that were added while this workbench runs: no other file is ever moved. */
  const addedFiles = new Map<string, string>();
  const spareFiles = createSpareFiles(spareDir);

  async function bringBack(file: string): Promise<void> {
    if (findMedia(root(), file).kind !== 'absent') return;
    const hash = await spareFiles.giveBack(file, join(root(), mediaFolder, file));
    if (hash !== undefined) addedFiles.set(file, hash);
  }

  async function takeAway(file: string, hash: string): Promise<void> {
    const foundFile = findMedia(root(), file);
    const hasMoved = foundFile.kind === 'file' && (await spareFiles.take(file, foundFile.path, hash)) !== undefined;
    if (hasMoved) addedFiles.delete(file);
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
    for (const file of await spareFiles.list()) if (isNamed(file, 'after')) await bringBack(file);
    const undoneFiles = [...addedFiles].filter(([file]) => isNamed(file, 'before') && !isNamed(file, 'after'));
    if (undoneFiles.length === 0) return;
    const allTexts = await texts();
    for (const [file, hash] of undoneFiles)
      if (!allTexts.some((text) => text.includes(file))) await takeAway(file, hash);
  }
}
