/** Reads local files for importers: one file, or all files of a folder without following links out of it. */

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { compareNames } from '../base/compare-names.ts';
import { decodeText } from '../base/text/decode-text.ts';
import type { InputFile } from './importer.ts';
import { importerFor } from './importers/index.ts';

/** Maximum of files to read, folder entries to visit, bytes of one file, and levels of folders. */
export const fileLimits = { files: 2_000, entries: 50_000, bytes: 5_000_000, depth: 20 };

/** @param name the path to show */
export async function fileAt(path: string, name: string): Promise<InputFile> {
  const { size } = await stat(path);
  if (size > fileLimits.bytes) return { path: name, unread: 'large' };
  const text = decodeText(await readFile(path));
  return text === undefined ? { path: name, unread: 'binary' } : { path: name, text };
}

const ignoredFolders = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', 'dist', 'build']);

/** Sorted by path. Follows links to files inside the folder, and no links to folders. */
export async function filesIn(
  folder: string,
  signal: AbortSignal | undefined,
): Promise<{ files: readonly InputFile[]; skippedPaths: readonly string[] }> {
  const root = await realpath(folder);
  const files: InputFile[] = [];
  const skippedPaths: string[] = [];
  const waitingFolders = [{ path: root, depth: 0 }];
  let entryCount = 0;
  for (let at = waitingFolders.shift(); at; at = waitingFolders.shift()) {
    signal?.throwIfAborted();
    const entries = await readdir(at.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
      if (++entryCount > fileLimits.entries || files.length >= fileLimits.files) {
        files.push({ path: nameIn(folder, root, join(at.path, entry.name)), unread: 'many' });
        return { files, skippedPaths };
      }
      const path = join(at.path, entry.name);
      if (entry.isDirectory()) {
        if (!ignoredFolders.has(entry.name) && at.depth < fileLimits.depth)
          waitingFolders.push({ path, depth: at.depth + 1 });
        continue;
      }
      const file = await readInside(root, folder, path);
      if (file === 'outside') skippedPaths.push(`${entry.name} is left out: it links to a place outside the folder.`);
      else if (file) files.push(file);
    }
  }
  return { files, skippedPaths };
}

async function readInside(root: string, folder: string, path: string): Promise<InputFile | 'outside' | undefined> {
  try {
    const realPath = await realpath(path);
    if (!realPath.startsWith(root.endsWith(sep) ? root : root + sep)) return 'outside';
    const name = nameIn(folder, root, path);
    const isPossible = importerFor({ kind: 'file', file: { path: name, text: '"prompt":' } }) !== undefined;
    // Reading a pipe would block, and a device has no end.
    return isPossible && (await stat(realPath)).isFile() ? await fileAt(realPath, name) : undefined;
  } catch {
    // Deleted meanwhile, a broken link, or not readable.
    return undefined;
  }
}

function nameIn(folder: string, root: string, path: string): string {
  return join(basename(folder), relative(root, path)).split(sep).join('/');
}
