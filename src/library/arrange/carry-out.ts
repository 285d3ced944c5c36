/** Carries out changes of several files: all of them, or none. */
import { WorkbenchError } from '../../model/errors.ts';
import { deleteFile, readFromDisk, saveText } from '../save.ts';
import { versionOf } from '../source-text.ts';
import type { FileChange } from '../types.ts';
import { definitionPath } from '../workspace-paths.ts';

/**
 * Writes one file after the other, in order. What is written already is taken back when one cannot be.
 * @param root the workspace's real path
 * @throws WorkbenchError `conflict` when a file does not hold `before`, `refused` when it cannot be written
 */
export async function carryOut(root: string, changes: readonly FileChange[]): Promise<void> {
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      await write(root, change);
      done.push(change);
    }
  } catch (error) {
    for (const change of inverted(done)) await write(root, change);
    throw error;
  }
}

/** @throws WorkbenchError `conflict`, before anything is written, when a file does not hold `after` any more */
export async function takeBack(root: string, changes: readonly FileChange[]): Promise<void> {
  for (const { file, after } of changes) {
    const { version } = await readFromDisk(root, definitionPath(file));
    if (version !== versionOfText(after))
      throw new WorkbenchError('conflict', `${file} was changed after that: nothing is taken back.`);
  }
  await carryOut(root, inverted(changes));
}

function inverted(changes: readonly FileChange[]): readonly FileChange[] {
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
function versionOfText(text: string | null): string {
  return text === null ? '' : versionOf(text);
}
