/**
 * Saves that an editor overtakes: it prepares a file before a save, and renames it into place after the save. The editor
 * does not know the save, so the save is made again in the editor's file.
 */
import { statSync } from 'node:fs';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import type { FormerFile } from '../../files/write/exchange-files.ts';
import { readableText } from '../read/definition/source-text.ts';
import type { mergeTexts as MergeTexts } from './merge-texts.ts';

/** A file that a save has replaced. */
export interface ReplacedFile {
  readonly path: DefinitionPath;
  /** Absolute, links resolved. */
  readonly target: string;
  readonly formerFile: FormerFile;
  /** The content that the save wrote. */
  readonly savedContent: Buffer;
  /** `Date.now()` of the save. */
  readonly savedAt: number;
}

/** Makes the new text from the present one. */
export type Merge = (mergeTexts: typeof MergeTexts, presentText: string) => string;

/** The longest time from an editor's preparation to the save. An older file, such as a backup, replaces the save on purpose. */
const maxPreparedMs = 2_000;

/** By path, the inode in which overtaken saves were made again, so that it happens once per file. */
const restoredIn = new Map<string, number>();

/** Calls `startMerge` for each path at which an editor's file has overtaken saves. */
export function restoreOvertakenSaves<File extends ReplacedFile>(
  files: readonly File[],
  startMerge: (file: File, merge: Merge) => void,
): void {
  for (const target of new Set(files.map((file) => file.target))) {
    const stats = statSync(target, { throwIfNoEntry: false });
    if (!stats || restoredIn.get(target) === stats.ino) continue;
    const overtakenFiles = files.filter(
      ({ target: otherTarget, savedAt }) =>
        otherTarget === target && stats.birthtimeMs <= savedAt && stats.birthtimeMs > savedAt - maxPreparedMs,
    );
    const [first] = overtakenFiles;
    if (!first || overtakenFiles.some(({ formerFile }) => formerFile.successor === stats.ino)) continue;
    restoredIn.set(target, stats.ino);
    startMerge(first, (mergeTexts, presentText) =>
      overtakenFiles.reduce((text, { path, formerFile, savedContent }) => {
        const [before, ours] = [readableText(formerFile.bytes), readableText(savedContent)];
        return before === undefined || ours === undefined ? text : mergeTexts(path, before, ours, text);
      }, presentText),
    );
  }
}

/** Call it when no replaced file is open any more: inode numbers are used again. */
export function forgetRestoredSaves(): void {
  restoredIn.clear();
}
