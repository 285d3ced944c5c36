import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { compareNames } from '../../../base/compare-names.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers } from '../../../contract/contract.ts';
import { folderOfKind, mediaFolder, samplesFolder } from '../../../files/workspace-paths.ts';
import { missingRoot } from '../../../search/sources/documentation/settings.ts';
import { homeFolder } from '../../../state/paths.ts';

/** Opens the system's dialog for a folder, at `from`. Resolves with undefined if the person cancels. */
export type ChooseFolder = (from: string | undefined) => Promise<string | undefined>;

/** @param chooseFolder absent in a host without such a dialog */
export function folderHandlers(
  workspaceDir: string,
  chooseFolder: ChooseFolder | undefined,
): Pick<Handlers, `folders.${'suggest' | 'check' | 'choose'}`> {
  return {
    'folders.suggest': ({ prefix, for: purpose }) =>
      purpose === 'source' ? suggestSourceFolders(prefix, workspaceDir) : suggestFolders(prefix),
    async 'folders.check'({ path }) {
      const folder = resolve(workspaceDir, expandHome(path));
      if (!isOutside(relative(workspaceDir, folder))) return {};
      const exists = await stat(folder).then(
        () => true,
        () => false,
      );
      return exists ? {} : { message: missingRoot(path) };
    },
    async 'folders.choose'({ from = '', for: purpose }) {
      if (!chooseFolder)
        throw new WorkbenchError('unavailable', "The browser can't show the system's dialog: type the folder's path.");
      const start = purpose === 'source' ? resolve(workspaceDir, expandHome(from || '.')) : expandHome(from);
      const folder = await chooseFolder(isAbsolute(start) ? start : undefined);
      if (folder === undefined) return {};
      return { folder: purpose === 'source' ? sourceFolder(folder, workspaceDir) : folder };
    },
  };
}

/** A folder as a person writes it in a source: from the workspace folder, from `~`, or absolute. */
function sourceFolder(folder: string, workspaceDir: string): string {
  const fromWorkspace = relative(workspaceDir, folder);
  if (fromWorkspace !== '' && !isOutside(fromWorkspace)) return fromWorkspace;
  const fromHome = relative(homeFolder(), folder);
  return fromHome === '' || isOutside(fromHome) ? folder : join('~', fromHome);
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || path.split(/[/\\]/)[0] === '..';
}

/** Enough to choose from. Another letter narrows the list. */
const limit = 20;

/**
 * Absolute paths of the folders whose path begins with the typed text; `~` and an empty text mean the home folder. Hidden
 * folders appear only after a typed dot. Unreadable folders give no suggestions and no error.
 */
export async function suggestFolders(prefix: string): Promise<string[]> {
  const path = expandHome(prefix);
  if (!isAbsolute(path)) return [];
  const isFolder = path.endsWith(sep) || path.endsWith('/');
  const parent = isFolder ? path : dirname(path);
  const start = isFolder ? '' : basename(path);
  const names = await readdir(parent).catch(() => []);
  const paths = names
    .filter((name) => startsWith(name, start) && (!name.startsWith('.') || start.startsWith('.')))
    .sort(compareNames)
    .map((name) => join(parent, name));
  return firstFolders(paths);
}

/**
 * Paths for the `Folders` of a source, as a person writes them: from the workspace folder, from `~`, or absolute. An empty
 * text gives the workspace's own folders.
 */
async function suggestSourceFolders(prefix: string, workspaceDir: string): Promise<string[]> {
  const trimmedPrefix = prefix.trim();
  const home = homeFolder();
  if (trimmedPrefix.startsWith('~'))
    return (await suggestFolders(trimmedPrefix)).map((path) => join('~', relative(home, path)));
  if (isAbsolute(trimmedPrefix)) return suggestFolders(trimmedPrefix);
  const from = join(workspaceDir, trimmedPrefix);
  const folders = await suggestFolders(trimmedPrefix === '' || /[/\\]$/.test(trimmedPrefix) ? join(from, sep) : from);
  return folders.map((path) => relative(workspaceDir, path)).filter((path) => !definitionFolders.has(path));
}

/** Folders that hold definitions, not documentation. */
const definitionFolders = new Set<string>([...Object.values(folderOfKind), mediaFolder, samplesFolder]);

/** Checks path by path, follows links, and stops at the limit, because a folder may hold a great many files. */
async function firstFolders(paths: readonly string[]): Promise<string[]> {
  const folders: string[] = [];
  for (const path of paths) {
    if (folders.length === limit) break;
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory()) folders.push(path);
  }
  return folders;
}

/** The path that a person types, with `~` for the home folder. */
export function expandHome(prefix: string): string {
  const path = prefix.trim();
  if (path === '' || path === '~') return join(homeFolder(), sep);
  return /^~[/\\]/.test(path) ? join(homeFolder(), path.slice(2)) + (/[/\\]$/.test(path) ? sep : '') : path;
}

/** Ignores case: on systems with case-insensitive paths, people type them in lower case. */
function startsWith(name: string, start: string): boolean {
  return name.toLowerCase().startsWith(start.toLowerCase());
}
