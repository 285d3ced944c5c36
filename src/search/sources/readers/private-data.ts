/** Which files are private: by their names, and because they are in the state folder of this computer. */
import { realpath } from 'node:fs/promises';
import { isInside } from '../../../files/workspace-paths.ts';
import { privateKindOf } from '../../../model/problems/private-paths.ts';
import { stateDir } from '../../../state/paths.ts';

/** Gives what `privateKindOf` gives, for absolute paths, and knows where the state folder is now. */
export async function findPrivateData(): Promise<(path: string) => string | undefined> {
  const state = stateDir();
  const real = await realpath(state).catch(() => state);
  return (path) =>
    isInside(state, path) || isInside(real, path) ? 'the state of Prompt Workbench' : privateKindOf(path);
}
