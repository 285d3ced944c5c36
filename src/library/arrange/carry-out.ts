/** Carries out changes of several files: all of them, or none, whatever interrupts the program. */
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { asRefusal, failureSentence } from '../../files/file-errors.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { versionOf } from '../read/source-text.ts';
import type { BeforeWrite, FileChange } from '../types.ts';
import { deleteFile, readFromDisk, saveText } from '../write/save.ts';
import { abandonRecord, readRecord, recordName, removeRecord, writeRecord } from './change-record.ts';

/** What is written, and what people call it. */
export interface NamedChange {
  readonly label: string;
  readonly changes: readonly FileChange[];
}

/**
 * Writes one file after the other, in order. When one cannot be written, those before it are taken back. When the program
 * ends meanwhile, the next one to open the workspace does the rest (`recover-change.ts`).
 * @param root the workspace's real path
 * @param beforeWrite is waited for before the first file is written
 * @throws WorkbenchError `conflict` when a file does not hold `before` or another change is under way, `refused` when a
 *   file cannot be written
 */
export async function carryOut(root: string, change: NamedChange, beforeWrite?: BeforeWrite): Promise<void> {
  const { changes } = change;
  if (changes.length === 0) return;
  // One file is replaced in one step: no record is needed.
  const hasRecord = changes.length > 1;
  if (hasRecord) await keepRecord(root, change);
  try {
    await beforeWrite?.(changes);
    await writeAll(root, changes);
  } catch (error) {
    if (hasRecord && !isWhole(error)) abandonRecord(root);
    else if (hasRecord) await removeRecord(root);
    throw error;
  }
  if (hasRecord) await removeRecord(root);
}

/** @throws WorkbenchError `conflict`, before anything is written, when a file does not hold `after` any more */
export async function takeBack(root: string, changes: readonly FileChange[], beforeWrite?: BeforeWrite): Promise<void> {
  for (const { file, after } of changes) {
    const { version } = await readFromDisk(root, definitionPath(file));
    if (version !== versionOfText(after))
      throw new WorkbenchError('conflict', `${file} was changed after that: nothing is taken back.`);
  }
  await carryOut(root, { label: 'Undo of a change', changes: inverted(changes) }, beforeWrite);
}

/** Thrown when a change could be neither carried out nor taken back. */
class HalfDone extends WorkbenchError {}

function isWhole(error: unknown): boolean {
  return !(error instanceof HalfDone);
}

/** Writes the files in order; takes those that are written back, when one cannot be. */
export async function writeAll(root: string, changes: readonly FileChange[]): Promise<void> {
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      await write(root, change);
      done.push(change);
    }
  } catch (error) {
    try {
      for (const change of inverted(done)) await write(root, change);
    } catch {
      throw new HalfDone(
        'refused',
        `${sentenceOf(error)} Restart the workbench, which finishes this change or takes it back.`,
        { cause: error },
      );
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
  if (!isKept) throw await blocked(root);
}

/** Why no record can be written while there is one. */
async function blocked(root: string): Promise<WorkbenchError> {
  const { kind } = await readRecord(root).catch(() => ({ kind: 'unreadable' as const }));
  // None: the other change has just ended.
  if (kind === 'under way' || kind === 'none')
    return new WorkbenchError(
      'conflict',
      'Another program is changing several files of this workspace: try again in a moment.',
    );
  return new WorkbenchError(
    'refused',
    `${join(root, recordName)} blocks changes of several files: restart the workbench, or move that file away.`,
  );
}

export function inverted(changes: readonly FileChange[]): readonly FileChange[] {
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
    ? new WorkbenchError('invalid-input', `${file} has this name already: choose another one.`)
    : new WorkbenchError('conflict', `${file} changed at the same moment: look at it and try again.`);
}

/** As `OnDisk` has it: '' for no file. */
export function versionOfText(text: string | null): string {
  return text === null ? '' : versionOf(text);
}
