/** The paths of a workspace, and the checks that keep every access inside its folder. */
import { accessSync, constants, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import nodePath, { basename, dirname, join, type PlatformPath, resolve, sep } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { fileNameKey } from '../base/file-name-key.ts';
import type { DefinitionKind } from '../model/definitions.ts';
import { asRefusal, codeOf } from './file-errors.ts';

export const folderOfKind: Readonly<Record<DefinitionKind, string>> = {
  server: 'servers',
  prompt: 'prompts',
  tool: 'tools',
  source: 'sources',
  skill: 'skills',
};

export const kinds = Object.keys(folderOfKind) as readonly DefinitionKind[];

/** In the order of preference for a new file. */
const extensions = ['.yaml', '.yml', '.json'] as const;

export const mediaFolder = 'media';
/** Tables of samples. */
export const samplesFolder = 'samples';
/** Settings of the workspace: the severities of rules. */
export const settingsFile = 'workbench.yaml';

export interface DefinitionPath {
  /** Relative to the workspace, POSIX. */
  readonly file: string;
  readonly kind: DefinitionKind;
  /** The catalogue name, in the composed Unicode form (NFC), whichever form the file's name has. */
  readonly name: string;
}

// Files with a leading dot are ignored: temporary files, editors' swap files, .DS_Store.
const fileName = /^[^./\\\0][^/\\\0]*$/;
const definitionFile = /^(servers|prompts|tools|sources|skills)\/([^./\\\0][^/\\\0]*)\.(yaml|yml|json)$/;

/** Parses the workspace-relative path of a definition file, directly inside one of the folders. */
export function parseDefinitionPath(file: string): DefinitionPath | undefined {
  const [, folder, name] = definitionFile.exec(file) ?? [];
  const kind = kinds.find((candidate) => folderOfKind[candidate] === folder);
  return kind && name !== undefined ? { file, kind, name: name.normalize('NFC') } : undefined;
}

/** @throws WorkbenchError `refused` for any other path */
export function definitionPath(file: string): DefinitionPath {
  const path = parseDefinitionPath(file);
  if (path) return path;
  throw new WorkbenchError(
    'refused',
    `${JSON.stringify(file)} is not a definition file: name a .yaml, .yml or .json file in servers, prompts, tools, sources or skills.`,
  );
}

/** Returns the paths that can define a catalogue name. Empty for a name that cannot be a file name. */
export function candidateFiles(kind: DefinitionKind, name: string): readonly string[] {
  if (!fileName.test(name)) return [];
  // An archive or another computer may have stored the name in either Unicode form.
  const names = new Set([name, name.normalize('NFC'), name.normalize('NFD')]);
  return extensions.flatMap((extension) => [...names].map((value) => `${folderOfKind[kind]}/${value}${extension}`));
}

/** By real path of a workspace, whether its disk finds a file under other spellings of its name. */
const foldingRoots = new Map<string, boolean>();

/**
 * Whether a file is found only under its exact name. The disks of macOS and Windows find `Greet.yaml` as `greet.yaml` too,
 * and so do some disks of Linux; catalogue names are case-sensitive.
 * @param root the workspace's real path
 * @param path of an existing file or link in it
 */
export function hasExactName(root: string, path: string): boolean {
  if (!ignoresSpelling(root)) return true;
  const requestedName = basename(path);
  try {
    if (lstatSync(path).isSymbolicLink()) return readdirSync(dirname(path)).includes(requestedName);
    const actualName = basename(realpathSync.native(path));
    return requestedName === actualName || fileNameKey(requestedName) !== fileNameKey(actualName);
  } catch {
    return true;
  }
}

function ignoresSpelling(root: string): boolean {
  if (process.platform === 'darwin') return true;
  const isKnown = foldingRoots.get(root);
  if (isKnown !== undefined) return isKnown;
  const inodeOf = (name: string) => statSync(join(root, name), { throwIfNoEntry: false, bigint: true })?.ino;
  for (const folder of Object.values(folderOfKind)) {
    const inode = inodeOf(folder);
    if (inode === undefined) continue;
    const isFolding = inodeOf(folder.toUpperCase()) === inode;
    foldingRoots.set(root, isFolding);
    return isFolding;
  }
  return false;
}

/** Whether `path` is `folder` or inside it. Both are absolute, with symbolic links resolved. */
export function isInside(folder: string, path: string, paths: PlatformPath = nodePath): boolean {
  const route = paths.relative(folder, path);
  return route === '' || !(route === '..' || route.startsWith(`..${paths.sep}`) || paths.isAbsolute(route));
}

export type FoundFile =
  | { readonly kind: 'file'; readonly path: string; readonly stats: Stats }
  /** `isLink`: a broken symbolic link. */
  | { readonly kind: 'absent'; readonly isLink?: boolean }
  /** A symbolic link of the file or a folder leads out of the workspace. */
  | { readonly kind: 'outside' }
  /** The operating system refuses access. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

/**
 * Finds a definition file whose folder is inside the workspace (`findFolder`). Synchronous: a stat takes microseconds, and
 * the start of `serve` makes thousands. `root` is the workspace's real path.
 */
export function findDefinition(root: string, file: string): FoundFile {
  // Not `join`, because the path needs no normalisation.
  const path = `${root}${sep}${file}`;
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) return { kind: 'file', path, stats };
    if (!stats?.isSymbolicLink()) return { kind: 'absent' };
  } catch (error) {
    // No file has a name that is too long. `EACCES` concerns the folder, which `folderProblems` reports.
    if (isMissing(error) || ['ENAMETOOLONG', 'EACCES'].includes(codeOf(error) ?? '')) return { kind: 'absent' };
    return { kind: 'unreadable', error };
  }
  const foundFile = findLinked(root, path);
  return foundFile.kind === 'absent' ? { kind: 'absent', isLink: true } : foundFile;
}

/** Finds any file, with all links resolved. `root` is the workspace's real path. */
export function findLinked(root: string, path: string): FoundFile {
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

/**
 * Finds a definition folder; `outside` if it is a link that leads out of the workspace. `root` is the workspace's real path,
 * so only a link can lead out of it. Every search calls this.
 */
export function findFolder(root: string, folder: string): FoundFolder {
  try {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (!stats?.isSymbolicLink()) return { kind: stats?.isDirectory() ? 'folder' : 'absent' };
    const path = realpathSync(join(root, folder));
    if (!isInside(root, path)) return { kind: 'outside' };
    return { kind: statSync(path).isDirectory() ? 'folder' : 'absent' };
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unreadable', error };
  }
}

/** As `findFolder`, and checks that its files can be listed and read. */
export function findReadableFolder(root: string, folder: string): FoundFolder {
  const foundFolder = findFolder(root, folder);
  if (foundFolder.kind !== 'folder') return foundFolder;
  try {
    accessSync(join(root, folder), constants.R_OK | constants.X_OK);
    return foundFolder;
  } catch (error) {
    return { kind: 'unreadable', error };
  }
}

/** Returns the workspace-relative paths of all definition files. `root` is the workspace's real path. */
export function definitionFiles(root: string): readonly string[] {
  return kinds.flatMap((kind) => namesIn(root, kind).map((name) => `${folderOfKind[kind]}/${name}`));
}

/** Returns the names of the definition files of one kind, with extensions; none if the folder cannot be read. */
export function namesIn(root: string, kind: DefinitionKind): readonly string[] {
  const folder = folderOfKind[kind];
  if (findFolder(root, folder).kind !== 'folder') return [];
  try {
    return readdirSync(join(root, folder)).filter((name) => parseDefinitionPath(`${folder}/${name}`));
  } catch {
    return [];
  }
}

/**
 * A path as the disk spells it: on macOS and Windows, `c:\users\ME` and `C:\Users\me` are one folder, and its trust, its history
 * and its caches must not depend on how a person types it. A mapped drive stays a drive letter.
 */
function asSpelledOnDisk(path: string): string {
  try {
    const spelledPath = realpathSync.native(path);
    return fileNameKey(spelledPath) === fileNameKey(path) ? spelledPath : path;
  } catch {
    // Some Windows drivers do not report the spelling.
    return path;
  }
}

/** Returns the real path of a workspace's folder. @throws WorkbenchError `not-found`, or `refused` without access */
export function realFolder(dir: string): string {
  try {
    const root = asSpelledOnDisk(realpathSync(dir));
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    if (!isMissing(error)) throw asRefusal(error, `The workspace folder ${dir} cannot be read`);
  }
  throw new WorkbenchError(
    'not-found',
    `There is no workspace at ${dir}: create one with prompt-workbench open (or npm start), or name another with --workspace.`,
  );
}

/** Whether a file system error means that the path does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '');
}
