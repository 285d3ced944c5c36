/**
 * Writes the folder of a skill. At every moment, also after a crash, its marker names the hash of each file that is ours, so
 * that a later change finds out what to complete. Agents find `SKILL.md` only in a folder that has its other files.
 */
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { createFile, readIfThere, removeFile, replaceFile } from '../../files/write/atomic-write.ts';
import { sweepFolder } from '../../files/write/temporary-files.ts';
import { formatMarker, type Marker, markerName } from './marker.ts';

/** One file, before and after; undefined for no file. */
export interface InnerChange {
  readonly path: string;
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
}

export interface FolderChange {
  readonly folder: string;
  /** Folders to create first, outermost first. */
  readonly missingFolders: readonly string[];
  /** Without the marker. */
  readonly changes: readonly InnerChange[];
  readonly markerBefore?: { readonly marker: Marker; readonly bytes: Buffer } | undefined;
  /** Absent if the skill is removed. */
  readonly markerAfter?: Marker | undefined;
}

export const skillFile = 'SKILL.md';

/**
 * Carries out a change. After a failure, what was written is taken back.
 * @throws WorkbenchError `conflict` if another program has changed a file since it was read; the system's error
 */
export async function writeFolder(change: FolderChange): Promise<void> {
  const { folder, changes, markerBefore, markerAfter } = change;
  const doneChanges: InnerChange[] = [];
  const write = async (step: InnerChange) => {
    await writeInner(folder, step);
    doneChanges.push(step);
  };
  try {
    for (const missingFolder of change.missingFolders) await makeFolder(missingFolder);
    await sweep(folder, changes);
    let marker = markerBefore?.bytes;
    if (markerAfter) {
      const formerFiles = markerBefore && { ...markerBefore.marker.former, ...markerBefore.marker.files };
      const during = formerFiles ? { ...markerAfter, former: formerFiles } : markerAfter;
      const bytes = Buffer.from(formatMarker(during));
      await write({ path: markerName, before: marker, after: bytes });
      marker = bytes;
    }
    for (const step of inOrder(changes)) await write(step);
    const after = markerAfter && Buffer.from(formatMarker(markerAfter));
    await write({ path: markerName, before: marker, after });
    if (!after) await removeEmptyFolder(folder);
  } catch (error) {
    for (const { path, before, after } of doneChanges.reverse())
      await writeInner(folder, { path, before: after, after: before }).catch(() => undefined);
    await removeEmptyFolders(change.missingFolders);
    throw error;
  }
}

/** A new `SKILL.md` comes last, and a removed one goes first. */
function inOrder(changes: readonly InnerChange[]): readonly InnerChange[] {
  const isSkill = ({ path }: InnerChange) => path === skillFile;
  const otherChanges = changes.filter((change) => !isSkill(change));
  const ownChanges = changes.filter(isSkill);
  return ownChanges.some(({ after }) => after === undefined)
    ? [...ownChanges, ...otherChanges]
    : [...otherChanges, ...ownChanges];
}

async function writeInner(folder: string, { path, before, after }: InnerChange): Promise<void> {
  const file = join(folder, ...path.split('/'));
  const isCurrent = (bytes: Uint8Array) => before?.equals(bytes) ?? false;
  if (after && before?.equals(after)) return;
  let isWritten = false;
  if (!after) {
    isWritten = !before || (await removeFile(file, isCurrent));
    await removeEmptyFoldersUp(folder, dirname(file));
  } else if (before) isWritten = await replaceFile(file, after, { isCurrent });
  else {
    await makeFolder(dirname(file));
    isWritten = await createFile(file, after);
  }
  const now = await readIfThere(file);
  if (isWritten && (after ? now && after.equals(now) : !now)) return;
  const message = `${file} changed after it was read, so the skill was not changed. Review the change again.`;
  throw new WorkbenchError('conflict', message);
}

/** Removes folders, outermost first in the list, as far as they are empty. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await removeEmptyFolder(folder);
}

async function removeEmptyFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}

/** Removes the folders between a file that is gone and the skill's folder, as far as they are empty. */
async function removeEmptyFoldersUp(folder: string, from: string): Promise<void> {
  for (let inner = from; inner !== folder && inner.startsWith(folder); inner = dirname(inner))
    await removeEmptyFolder(inner);
}

/** Removes what a killed workbench left. */
async function sweep(folder: string, changes: readonly InnerChange[]): Promise<void> {
  const folders = new Set([folder, ...changes.map(({ path }) => dirname(join(folder, ...path.split('/'))))]);
  for (const value of folders) await sweepFolder(value);
}
