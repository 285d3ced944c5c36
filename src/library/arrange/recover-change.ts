/** Finishes or takes back a change of several files that a crash interrupted. */
import { WorkbenchError } from '../../base/errors.ts';
import { failureSentence } from '../../files/file-errors.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { FileChange } from '../types.ts';
import { readFromDisk } from '../write/save.ts';
import { inverted, versionOfText, writeAll } from './carry-out.ts';
import { readRecord, recordName, removeRecord, setRecordAside } from './change-record.ts';

/** What became of an interrupted change. */
export interface Recovery {
  /**
   * `finished` and `taken back`: the workspace is whole. `left`: another program has changed one of its files since, so nothing
   * was written. `failed`: the files cannot be written, and the next start tries again. `unreadable`: the record of the
   * change cannot be used.
   */
  readonly kind: 'finished' | 'taken back' | 'left' | 'failed' | 'unreadable';
  /** What happened and what to do, for a person. */
  readonly message: string;
  /** The change that was finished, for taking it back. */
  readonly finished?: { readonly label: string; readonly changes: readonly FileChange[] };
}

/**
 * Looks for the record of an interrupted change, and finishes the change, or takes it back where it cannot be finished.
 * A file that holds neither its text before the change nor the one after it is never written.
 * @param root the workspace's real path
 * @returns undefined when there is no record, or its owner is still at work
 */
export async function recoverChange(root: string): Promise<Recovery | undefined> {
  try {
    const found = await readRecord(root);
    switch (found.kind) {
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
          message: `${recordName} cannot be the record of a change, because ${found.reason}. It is kept as ${await setRecordAside(root)}.`,
        };
      case 'interrupted':
        return await recover(root, found.record.label, found.record.changes);
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
    const others = changes.filter((_, index) => states[index] === 'other').map(({ file }) => file);
    const missing = changes.filter((_, index) => states[index] === 'before');
    const written = changes.filter((_, index) => states[index] === 'after');
    if (others.length > 0) {
      await removeRecord(root);
      return {
        kind: 'left',
        message: `“${label}” was interrupted, and ${listed(others)} changed since, so nothing was overwritten: check the files of this change.`,
      };
    }
    if (written.length > 0) {
      const error = await failureOf(writeAll(root, missing));
      if (error === undefined) return await finished(root, label, changes);
      const second = await failureOf(writeAll(root, inverted(written)));
      if (second !== undefined) throw error;
    }
    await removeRecord(root);
    return { kind: 'taken back', message: `“${label}” was interrupted and has been undone.` };
  } catch (error) {
    const reason = error instanceof WorkbenchError ? error.message : failureSentence('A file cannot be written', error);
    return {
      kind: 'failed',
      message: `“${label}” was interrupted and can be neither finished nor undone now; the next start tries again. ${reason}`,
    };
  }
}

async function finished(root: string, label: string, changes: readonly FileChange[]): Promise<Recovery> {
  await removeRecord(root);
  return {
    kind: 'finished',
    message: `“${label}” was interrupted and has been finished.`,
    finished: { label, changes },
  };
}

/** Undefined for a success. */
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

/** Files named in a sentence: the first three. */
function listed(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(', ');
  return files.length > 3
    ? `${shown} and ${files.length - 3} more files have`
    : `${shown} ${files.length > 1 ? 'have' : 'has'}`;
}
