/** Applies a change of several files as one: all files or none, even after a crash. */
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { fileNameKey } from '../../base/file-name-key.ts';
import { asRefusal, failureSentence } from '../../files/file-errors.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { versionOf } from '../read/definition/source-text.ts';
import type { BeforeWrite, FileChange } from '../types.ts';
import { deleteFile, readFromDisk, saveText } from '../write/save.ts';
import { abandonRecord, readRecord, recordName, removeRecord, writeRecord } from './change-record.ts';

/** The files to write, and the label that the undo notice shows. */
export interface NamedChange {
  readonly label: string;
  readonly changes: readonly FileChange[];
}

/**
 * Writes one file after the other, in order. When one cannot be written, the files before it get their old text back. When the
 * program crashes in between, the next program that opens the workspace completes or undoes the change (`recover-change.ts`).
 * @param root the workspace's real path
 * @param beforeWrite resolves before the first file is written
 * @throws WorkbenchError `conflict` when a file does not hold `before` or another change is under way, `refused` when a
 *   file cannot be written
 */
export async function carryOut(root: string, change: NamedChange, beforeWrite?: BeforeWrite): Promise<void> {
  const { changes } = change;
  if (changes.length === 0) return;
  // One file is replaced atomically, so it needs no record.
  const hasRecord = changes.length > 1;
  if (hasRecord) await keepRecord(root, change);
  try {
    await beforeWrite?.(changes);
    await writeAll(root, changes);
  } catch (error) {
    if (hasRecord && !isConsistent(error)) abandonRecord(root);
    else if (hasRecord) await removeRecord(root);
    throw error;
  }
  if (hasRecord) await removeRecord(root);
}

/** @throws WorkbenchError `conflict`, before the first write, when a file no longer holds `after` */
export async function revertChange(
  root: string,
  changes: readonly FileChange[],
  beforeWrite?: BeforeWrite,
): Promise<void> {
  for (const { file, after } of changes) {
    const { version } = await readFromDisk(root, definitionPath(file));
    if (version !== versionOfText(after))
      throw new WorkbenchError('conflict', `${file} has changed since then, so nothing was undone.`);
  }
  await carryOut(root, { label: 'Undo of a change', changes: invertChanges(changes) }, beforeWrite);
}

/** Thrown when a change can be neither completed nor undone. */
class HalfDone extends WorkbenchError {}

function isConsistent(error: unknown): boolean {
  return !(error instanceof HalfDone);
}

/**
 * The order of the writes. Where two names are one file (macOS, Windows), a rename that changes only the case of a name must
 * free the name first. The record of the change has the text meanwhile.
 */
function freedFirst(changes: readonly FileChange[]): readonly FileChange[] {
  const newNames = new Set(changes.flatMap(({ file, before }) => (before === null ? [fileNameKey(file)] : [])));
  const isFreed = ({ file, after }: FileChange) => after === null && newNames.has(fileNameKey(file));
  return [...changes.filter(isFreed), ...changes.filter((change) => !isFreed(change))];
}

/** Writes the files in order. When a write fails, it restores the files already written. */
export async function writeAll(root: string, changes: readonly FileChange[]): Promise<void> {
  const writtenChanges: FileChange[] = [];
  try {
    for (const change of freedFirst(changes)) {
      await write(root, change);
      writtenChanges.push(change);
    }
  } catch (error) {
    try {
      for (const change of invertChanges(writtenChanges)) await write(root, change);
    } catch {
      throw new HalfDone('refused', `${sentenceOf(error)} Restart the workbench to finish or undo this change.`, {
        cause: error,
      });
    }
    throw error;
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof WorkbenchError ? error.message : failureSentence('A file cannot be written', error);
}

async function keepRecord(root: string, { label, changes }: NamedChange): Promise<void> {
  const isKept = await writeRecord(root, { label, changes: [...changes] }).catch((error: unknown) => {
    throw asRefusal(error, `The workspace folder ${root} cannot be written`);
  });
  if (!isKept) throw await blockedError(root);
}

/** The error for a new change while another record exists. */
async function blockedError(root: string): Promise<WorkbenchError> {
  const { kind } = await readRecord(root).catch(() => ({ kind: 'unreadable' as const }));
  // No record: the other change has just finished.
  if (kind === 'under way' || kind === 'none')
    return new WorkbenchError(
      'conflict',
      'Another program is changing several files of this workspace: try again in a moment.',
    );
  return new WorkbenchError(
    'refused',
    `${join(root, recordName)} blocks changes to several files: restart the workbench, or move that file away.`,
  );
}

export function invertChanges(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.toReversed().map(({ file, before, after }) => ({ file, before: after, after: before }));
}

async function write(root: string, { file, before, after }: FileChange): Promise<void> {
  const path = definitionPath(file);
  const isDone =
    after === null
      ? before === null || (await deleteFile(root, path, versionOf(before)))
      : (await saveText(root, path, versionOfText(before), after)) !== undefined;
  if (isDone) return;
  throw before === null
    ? new WorkbenchError('invalid-input', `${file} already exists: choose another name.`)
    : new WorkbenchError('conflict', `Another program changed ${file} at the same time: check it and try again.`);
}

/** The version as in `OnDisk`: '' for a missing file. */
export function versionOfText(text: string | null): string {
  return text === null ? '' : versionOf(text);
}
