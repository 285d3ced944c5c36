/** Changes a JSON file of the state folder's `run` folder: runners, prices and consents. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolderLock } from '../files/folder-lock.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';

/** The path of a file in the folder. */
export const runFile = (stateDir: string, name: string) => join(stateDir, 'run', name);

/**
 * Locked from reading to writing: of two changes at once, in this process or another, neither is lost.
 * @param update reads the file and returns its new value; an error leaves the file as it is
 */
export async function changeRunFile(stateDir: string, name: string, update: () => Promise<unknown>): Promise<void> {
  const folder = join(stateDir, 'run');
  await makePrivateFolder(folder);
  await withFolderLock(await realpath(folder), async () => {
    await writePrivateFile(join(folder, name), `${JSON.stringify(await update(), null, 2)}\n`);
  });
}
