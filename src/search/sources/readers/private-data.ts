/** Finds private files: by name, and in the state folder. */
import { realpath } from 'node:fs/promises';
import { isInside } from '../../../files/workspace-paths.ts';
import { privateKindOf } from '../../../model/problems/private-paths.ts';
import { stateDir } from '../../../state/paths.ts';

/** Returns `privateKindOf` for absolute paths, extended by the current state folder. */
export async function findPrivateData(): Promise<(path: string) => string | undefined> {
  const state = stateDir();
  const real = await realpath(state).catch(() => state);
  return (path) =>
    isInside(state, path) || isInside(real, path) ? 'the state of Prompt Workbench' : privateKindOf(path);
}
