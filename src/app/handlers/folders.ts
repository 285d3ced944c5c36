import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { homeFolder } from '../../state/paths.ts';

/** So many are enough to choose from; who looks for another types one more letter. */
const limit = 20;

/**
 * Absolute paths of the folders whose path begins with what was typed; `~` is the home folder, and so is nothing typed.
 * Hidden folders only once their dot was typed. What cannot be read offers nothing: this is a suggestion, not a check.
 */
export async function suggestFolders(prefix: string): Promise<string[]> {
  const typed = expandHome(prefix);
  if (!isAbsolute(typed)) return [];
  const isFolder = typed.endsWith(sep) || typed.endsWith('/');
  const parent = isFolder ? typed : dirname(typed);
  const start = isFolder ? '' : basename(typed);
  const names = await readdir(parent).catch(() => []);
  const paths = names
    .filter((name) => startsWith(name, start) && (!name.startsWith('.') || start.startsWith('.')))
    .sort((a, b) => a.localeCompare(b))
    .map((name) => join(parent, name));
  return firstFolders(paths);
}

/** Asks the disk path by path, links followed, and stops at the limit: a folder may hold a great many files. */
async function firstFolders(paths: readonly string[]): Promise<string[]> {
  const folders: string[] = [];
  for (const path of paths) {
    if (folders.length === limit) break;
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) folders.push(path);
  }
  return folders;
}

function expandHome(prefix: string): string {
  const typed = prefix.trim();
  if (typed === '' || typed === '~') return join(homeFolder(), sep);
  return /^~[/\\]/.test(typed) ? join(homeFolder(), typed.slice(2)) + (/[/\\]$/.test(typed) ? sep : '') : typed;
}

/** Letters of either case match: people type paths in lower case on systems that do not care. */
function startsWith(name: string, start: string): boolean {
  return name.toLowerCase().startsWith(start.toLowerCase());
}
