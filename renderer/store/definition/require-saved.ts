import { WorkbenchError } from '../../../src/base/errors.ts';

/** Saves unsaved edits before a change that reads the files. @throws WorkbenchError `conflict` if one cannot be saved */
export async function requireSaved(flush: () => Promise<boolean>): Promise<void> {
  if (await flush()) return;
  throw new WorkbenchError('conflict', "Couldn't save your last edits: fix the problem, then try again.");
}
