/** Which paths a workspace has, and the guard that keeps every access inside its folder. */
import { accessSync, constants, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import type { DefinitionKind } from '../model/definitions.ts';
import { asRefusal, codeOf } from './file-errors.ts';

export const folderOfKind: Readonly<Record<DefinitionKind, string>> = {
  server: 'servers',
  prompt: 'prompts',
  tool: 'tools',
  source: 'sources',
};

export const kinds = Object.keys(folderOfKind) as readonly DefinitionKind[];

/** In the order of preference for a new file. */
const extensions = ['.yaml', '.yml', '.json'] as const;

export const mediaFolder = 'media';

export interface DefinitionPath {
  /** Relative to the workspace, POSIX. */
  readonly file: string;
  readonly kind: DefinitionKind;
  /** The catalogue name. */
  readonly name: string;
}

// A leading dot marks what is not ours: temporary files, editors' swap files, .DS_Store.
const fileName = /^[^./\\\0][^/\\\0]*$/;
const definitionFile = /^(servers|prompts|tools|sources)\/([^./\\\0][^/\\\0]*)\.(yaml|yml|json)$/;

/** Reads a workspace-relative path as that of a definition file: directly inside one of the four folders. */
export function parseDefinitionPath(file: string): DefinitionPath | undefined {
  const [, folder, name] = definitionFile.exec(file) ?? [];
  const kind = kinds.find((candidate) => folderOfKind[candidate] === folder);
  return kind && name !== undefined ? { file, kind, name } : undefined;
}

/** @throws WorkbenchError `refused` for any path that is not a definition file's */
export function definitionPath(file: string): DefinitionPath {
  const path = parseDefinitionPath(file);
  if (path) return path;
  throw new WorkbenchError(
    'refused',
    `${JSON.stringify(file)} is not a definition file: name one in servers, prompts, tools or sources, ending in .yaml, .yml or .json.`,
  );
}

/** The paths at which a catalogue name may be defined. Empty for a name that cannot be a file's. */
export function candidateFiles(kind: DefinitionKind, name: string): readonly string[] {
  if (!fileName.test(name)) return [];
  return extensions.map((extension) => `${folderOfKind[kind]}/${name}${extension}`);
}

/** Whether `path` is `folder` or lies in it. Both absolute, with symbolic links resolved. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

export type Found =
  | { readonly kind: 'file'; readonly path: string; readonly stats: Stats }
  /** `isLink`: there is a symbolic link, to nothing. */
  | { readonly kind: 'absent'; readonly isLink?: boolean }
  /** A symbolic link, its own or a folder's, leads out of the workspace. */
  | { readonly kind: 'outside' }
  /** The operating system does not let us look. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

/**
 * Finds a definition file whose folder is known to be inside the workspace (`findFolder`). Synchronous: a stat is
 * microseconds, and the start of `serve` makes thousands. `root` is the workspace's real path.
 */
export function findDefinition(root: string, file: string): Found {
  // Not `join`: a definition file's path has nothing to normalise.
  const path = `${root}${sep}${file}`;
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) return { kind: 'file', path, stats };
    if (!stats?.isSymbolicLink()) return { kind: 'absent' };
  } catch (error) {
    // No file has a name that is too long. Where access is refused, it is to the folder: `folderProblems` tells of that.
    if (isMissing(error) || ['ENAMETOOLONG', 'EACCES'].includes(codeOf(error) ?? '')) return { kind: 'absent' };
    return { kind: 'unreadable', error };
  }
  const found = findLinked(root, path);
  return found.kind === 'absent' ? { kind: 'absent', isLink: true } : found;
}

/** Finds any file, every link on the way resolved. `root` is the workspace's real path. */
export function findLinked(root: string, path: string): Found {
  try {
    const target = realpathSync(resolve(root, path));
    if (!isInside(root, target)) return { kind: 'outside' };
    const stats = statSync(target);
    return stats.isFile() ? { kind: 'file', path: target, stats } : { kind: 'absent' };
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unreadable', error };
  }
}

export type FoundFolder =
  | { readonly kind: 'folder' | 'absent' | 'outside' }
  | { readonly kind: 'unreadable'; readonly error: unknown };

/** Whether a definition folder is there, not there, or a link that leads out of the workspace. */
export function findFolder(root: string, folder: string): FoundFolder {
  try {
    const path = realpathSync(join(root, folder));
    if (!isInside(root, path)) return { kind: 'outside' };
    return { kind: statSync(path).isDirectory() ? 'folder' : 'absent' };
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unreadable', error };
  }
}

/** As `findFolder`, and whether the files in it can be listed and looked at. */
export function findReadableFolder(root: string, folder: string): FoundFolder {
  const found = findFolder(root, folder);
  if (found.kind !== 'folder') return found;
  try {
    accessSync(join(root, folder), constants.R_OK | constants.X_OK);
    return found;
  } catch (error) {
    return { kind: 'unreadable', error };
  }
}

/** Workspace-relative paths of all definition files there are. `root` is the workspace's real path. */
export function definitionFiles(root: string): readonly string[] {
  return kinds.flatMap((kind) => namesIn(root, kind).map((name) => `${folderOfKind[kind]}/${name}`));
}

/** Names of the definition files of one kind, with their extensions. None where the folder cannot be read. */
export function namesIn(root: string, kind: DefinitionKind): readonly string[] {
  const folder = folderOfKind[kind];
  if (findFolder(root, folder).kind !== 'folder') return [];
  try {
    return readdirSync(join(root, folder)).filter((name) => parseDefinitionPath(`${folder}/${name}`));
  } catch {
    return [];
  }
}

/** The real path of a workspace's folder. @throws WorkbenchError `not-found`, or `refused` when it cannot be looked at */
export function realFolder(dir: string): string {
  try {
    const root = realpathSync(dir);
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    if (!isMissing(error)) throw asRefusal(error, `The workspace folder ${dir} cannot be read`);
  }
  throw new WorkbenchError(
    'not-found',
    `There is no workspace at ${dir}: prompt-workbench open (or npm start) makes one with samples, --workspace names another.`,
  );
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '');
}
