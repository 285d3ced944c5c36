/** The files of a workspace that match a glob. */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { globFault, globMatcher } from '../../base/glob.ts';
import { findLinked } from '../../files/workspace-paths.ts';

/** Entries to examine before giving up, because completion answers while a person types. */
const maxEntries = 50_000;

/** Folders that completion does not suggest. */
const skippedFolders = new Set(['.git', 'node_modules']);

/**
 * Workspace-relative POSIX paths, sorted within each folder. Links to folders are not followed; a link to a file is
 * included if its target is in the workspace.
 * @param root the workspace's real path
 * @throws WorkbenchError `invalid-input` if `glob` is not a pattern (`src/base/glob.ts`)
 */
export async function listFiles(root: string, glob: string, limit: number): Promise<string[]> {
  const fault = globFault(glob);
  if (fault) throw new WorkbenchError('invalid-input', `The pattern ${JSON.stringify(glob.slice(0, 60))} ${fault}`);
  const isMatch = globMatcher(glob);
  const files: string[] = [];
  const folders = [''];
  let examinedCount = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const inner: string[] = [];
    for (const entry of await entriesOf(join(root, folder))) {
      if (++examinedCount > maxEntries) return files;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) inner.push(path);
      else if (isMatch(path) && (entry.isFile() || (entry.isSymbolicLink() && isFileInside(root, path))))
        files.push(path);
      if (files.length >= limit) return files;
    }
    folders.unshift(...inner);
  }
  return files;
}

async function entriesOf(folder: string) {
  try {
    const entries = [];
    for await (const entry of await opendir(folder)) entries.push(entry);
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Deleted meanwhile, or not readable.
    return [];
  }
}

function isFileInside(root: string, path: string): boolean {
  return findLinked(root, path).kind === 'file';
}
