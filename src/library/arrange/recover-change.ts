/** Finishes or undoes a change of several files after a crash interrupted it. */
import { WorkbenchError } from '../../base/errors.ts';
import { failureSentence } from '../../files/file-errors.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { FileChange } from '../types.ts';
import { readFromDisk } from '../write/save.ts';
import { invertChanges, versionOfText, writeAll } from './carry-out.ts';
import { readRecord, recordName, removeRecord, setRecordAside } from './change-record.ts';

/** The outcome for an interrupted change. */
export interface Recovery {
  /**
   * `finished` and `undone`: the workspace is consistent. `left`: another program has since changed one of the files, so
   * nothing was written. `failed`: the files cannot be written, and the next start tries again. `unreadable`: the record of the
   * change cannot be used.
   */
  readonly kind: 'finished' | 'undone' | 'left' | 'failed' | 'unreadable';
  /** One sentence for a person: what happened and what to do. */
  readonly message: string;
  /** The finished change, so that a person can undo it. */
  readonly change?: { readonly label: string; readonly changes: readonly FileChange[] };
}

/**
 * Looks for the record of an interrupted change, and finishes the change, or undoes it when that fails. It never writes a
 * file whose text is neither the one before the change nor the one after it.
 * @param root the workspace's real path
 * @returns undefined when there is no record, or its owner is still applying the change
 */
export async function recoverChange(root: string): Promise<Recovery | undefined> {
  try {
    const record = await readRecord(root);
    switch (record.kind) {
      case 'none':
      case 'under way':
        return undefined;
      case 'newer':
        return {
          kind: 'unreadable',
          message: `A newer version of Prompt Workbench left an interrupted change in ${recordName}: open the workspace with that version.`,
        };
      case 'damaged':
        return {
          kind: 'unreadable',
          message: `The record of an interrupted change is damaged, so check the files that you changed last. It is kept as ${await setRecordAside(root)}.`,
        };
      case 'foreign':
        return {
          kind: 'unreadable',
          message: `${recordName} cannot be the record of a change, because ${record.reason}. It is kept as ${await setRecordAside(root)}.`,
        };
      case 'interrupted':
        return await recover(root, record.record.label, record.record.changes);
    }
  } catch (error) {
    return {
      kind: 'failed',
      message: failureSentence(`The record of an interrupted change, ${recordName}, cannot be used`, error),
    };
  }
}

async function recover(root: string, label: string, changes: readonly FileChange[]): Promise<Recovery> {
  try {
    const states = await statesOf(root, changes);
    const otherFiles = changes.filter((_, index) => states[index] === 'other').map(({ file }) => file);
    const missingChanges = changes.filter((_, index) => states[index] === 'before');
    const writtenChanges = changes.filter((_, index) => states[index] === 'after');
    if (otherFiles.length > 0) {
      await removeRecord(root);
      return {
        kind: 'left',
        message: `"${label}" was interrupted, and ${listFiles(otherFiles)} changed since, so nothing was overwritten: check the files of this change.`,
      };
    }
    if (writtenChanges.length > 0) {
      const error = await failureOf(writeAll(root, missingChanges));
      if (error === undefined) return await finishRecovery(root, label, changes);
      const second = await failureOf(writeAll(root, invertChanges(writtenChanges)));
      if (second !== undefined) throw error;
    }
    await removeRecord(root);
    return { kind: 'undone', message: `"${label}" was interrupted and has been undone.` };
  } catch (error) {
    const reason = error instanceof WorkbenchError ? error.message : failureSentence('A file cannot be written', error);
    return {
      kind: 'failed',
      message: `"${label}" was interrupted and can be neither finished nor undone now; the next start tries again. ${reason}`,
    };
  }
}

async function finishRecovery(root: string, label: string, changes: readonly FileChange[]): Promise<Recovery> {
  await removeRecord(root);
  return {
    kind: 'finished',
    message: `"${label}" was interrupted and has been finished.`,
    change: { label, changes },
  };
}

/** The task's error; undefined when it succeeds. */
async function failureOf(task: Promise<void>): Promise<unknown> {
  return task.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function statesOf(
  root: string,
  changes: readonly FileChange[],
): Promise<readonly ('before' | 'after' | 'other')[]> {
  const states: ('before' | 'after' | 'other')[] = [];
  for (const { file, before, after } of changes) {
    const { version } = await readFromDisk(root, definitionPath(file));
    const isAfter = version === versionOfText(after);
    states.push(isAfter ? 'after' : version === versionOfText(before) ? 'before' : 'other');
  }
  return states;
}

/** Lists at most three files for a sentence, with its verb. */
function listFiles(files: readonly string[]): string {
  const firstFiles = files.slice(0, 3).join(', ');
  return files.length > 3
    ? `${firstFiles} and ${files.length - 3} more files have`
    : `${firstFiles} ${files.length > 1 ? 'have' : 'has'}`;
}
