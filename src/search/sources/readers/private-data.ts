/** Finds private files: by name, and in the state folder. */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from '../../../files/workspace-paths.ts';
import { privateKindOf } from '../../../model/problems/private-paths.ts';
import { stateDir } from '../../../state/paths.ts';

/** Returns `privateKindOf` for absolute paths, extended by the current state folder. */
export function findPrivateData(): (path: string) => string | undefined {
  const state = stateDir();
  const folders = [...new Set([state, realPathOf(state)])];
  // A scan asks for the files of one folder one after another.
  let lastParent = '';
  let isState = false;
  return (path) => {
    const parent = dirname(path);
    if (parent !== lastParent) {
      lastParent = parent;
      isState = folders.some((folder) => isInside(folder, parent));
    }
    const isIn = isState || folders.some((folder) => folder.length === path.length && isInside(folder, path));
    return isIn ? 'the state of Prompt Workbench' : privateKindOf(path);
  };
}

/** The path itself if the folder does not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
