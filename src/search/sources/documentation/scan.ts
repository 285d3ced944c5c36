/** Finds the files of a documentation source. */
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { globMatcher } from '../../../base/glob.ts';
import { failureSentence } from '../../../files/file-errors.ts';
import { isInside } from '../../../files/workspace-paths.ts';
import { privateRoot } from '../../../model/problems/private-paths.ts';
import { isProgram, isReadableFormat } from '../readers/formats.ts';
import { findPrivateData } from '../readers/private-data.ts';
import { OtherFormats } from './other-formats.ts';
import type { Scan, ScannedFile, ScannedFolder, UnreadFile } from './scan-result.ts';
import { type IndexSettings, missingRoot, type Root } from './settings.ts';
import { pairPossibleTwins } from './twins.ts';

/** The rest is left out and reported. */
const maxFiles = 100_000;
const maxDepth = 40;

/** Folders of dependencies and caches. A root may still be one of them. */
const skippedFolders = new Set(['node_modules', '__pycache__', 'bower_components']);

/** File names in a sentence about many files. */
const maxNamedFiles = 3;

interface ScanOptions {
  /** Called now and then with the number of files so far. */
  readonly onCount?: (files: number) => void;
  /** Ends the scan early. */
  readonly isStopped?: () => boolean;
}

/**
 * Does not follow links to folders. Follows links to files inside the root or, for a root in the workspace, inside the
 * workspace. Skips hidden files unless they are roots, and private files always.
 *
 * Synchronous, and so only for the worker: for a file that has not changed, a promise costs ten times as much as its stat.
 */
export function scan(settings: IndexSettings, { onCount, isStopped }: ScanOptions = {}): Scan {
  const startedAt = Date.now();
  const isIncluded = createFilter(settings);
  const privateKindOf = findPrivateData();
  const files: ScannedFile[] = [];
  const folders: string[] = [];
  const unreadFiles: UnreadFile[] = [];
  const remarks: UnreadFile[] = [];
  const scannedFolders: ScannedFolder[] = [];
  let isComparable = true;
  let rootCount = 0;

  /**
   * @param name in the folder; empty if the root is a file
   * @returns its stamp; undefined if it does not belong to the source
   */
  function addFile(root: RealRoot, folder: Folder, name: string, isLink: boolean): string | undefined {
    if (name !== '') {
      const innerPath = folder.pathPrefix + name;
      if (!isIncluded(innerPath)) {
        if (!settings.include) root.otherFormats.add(innerPath);
        return undefined;
      }
    }
    const path = folder.path + name;
    const location = folder.location + name;
    if (isLink) isComparable = false;
    // The folders of the path are not links.
    const realPath = isLink ? realPathOf(path) : folder.realPath + name;
    if (realPath === undefined) return undefined;
    if (isLink && !isInside(root.boundary, realPath)) {
      root.linksOut.push(location);
      return undefined;
    }
    if (
      !root.isCopy &&
      (privateKindOf(path) !== undefined || (realPath !== path && privateKindOf(realPath) !== undefined))
    ) {
      root.privateLocations.push(location);
      return undefined;
    }
    const stats = statsOf(realPath);
    if (!stats?.isFile()) {
      isComparable = false;
      return undefined;
    }
    const file = { path, boundary: root.boundary, location, sizeBytes: stats.size, stamp: stampOf(stats) };
    files.push(root.copyFields ? { ...file, ...root.copyFields } : file);
    return file.stamp;
  }

  function walk(root: RealRoot, folder: Folder, depth: number): void {
    // Without the separator at the end.
    const path = join(folder.path, '.');
    let entries: Dirent[];
    // Read before the names, so that a change in between counts as a later one.
    const modifiedMs = statsOf(path)?.mtimeMs ?? Number.NaN;
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      isComparable = false;
      unreadFiles.push({ file: path, message: failureSentence('This folder cannot be listed', error) });
      return;
    }
    folders.push(path);
    onCount?.(files.length);
    const names = entries.map(({ name }) => name).join('/');
    const ownNames: string[] = [];
    const stamps: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (files.length >= maxFiles || isStopped?.()) {
        isComparable = false;
        return;
      }
      if (name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (!root.isCopy && privateKindOf(folder.path + name) !== undefined)
          root.privateLocations.push(`${folder.location}${name}/`);
        else if (!skippedFolders.has(name) && depth < maxDepth) walk(root, folderIn(folder, name), depth + 1);
      } else {
        const stamp = addFile(root, folder, name, entry.isSymbolicLink());
        if (stamp === undefined) continue;
        ownNames.push(name);
        stamps.push(stamp);
      }
    }
    scannedFolders.push({ path, modifiedMs, names, files: ownNames.join('/'), stamps: stamps.join('/') });
  }

  for (const root of settings.roots) {
    const realPath = realPathOf(root.path);
    const stats = realPath === undefined ? undefined : statsOf(realPath);
    if (realPath === undefined || !stats || !(stats.isDirectory() || stats.isFile())) {
      // The state of a copy already shows how much of it was fetched.
      if (!root.isCopy) unreadFiles.push({ file: root.writtenPath, message: missingRoot(root.writtenPath) });
      folders.push(root.path);
      isComparable = false;
      continue;
    }
    const kind = root.isCopy ? undefined : (privateKindOf(root.path) ?? privateKindOf(realPath));
    if (kind !== undefined) {
      unreadFiles.push({ file: root.writtenPath, message: privateRoot(root.writtenPath, kind) });
      isComparable = false;
      continue;
    }
    rootCount++;
    const boundary = isInside(settings.workspaceDir, realPath) ? settings.workspaceDir : realPath;
    const { isCopy, version } = root;
    const hasCopyFields = isCopy !== undefined || version !== undefined;
    const copyFields = hasCopyFields && { ...(isCopy && { isCopy }), ...(version !== undefined && { version }) };
    const newRoot = { realPath, boundary, privateLocations: [], linksOut: [], otherFormats: new OtherFormats() };
    const realRoot: RealRoot = { ...root, ...newRoot, ...(copyFields && { copyFields }) };
    const { path, label } = root;
    if (stats.isDirectory()) {
      const location = label === '' ? '' : `${label}/`;
      walk(realRoot, { pathPrefix: '', path: withSeparator(path), realPath: withSeparator(realPath), location }, 0);
    } else {
      isComparable = false;
      folders.push(dirname(path));
      addFile(realRoot, { pathPrefix: '', path, realPath, location: label }, '', false);
    }
    unreadFiles.push(...reportLeftOut(realRoot));
    const otherFormats = realRoot.otherFormats.sentence();
    if (otherFormats !== undefined) remarks.push({ file: root.writtenPath, message: otherFormats });
  }
  if (files.length >= maxFiles) {
    const message = `Only the first ${maxFiles} files are read: list fewer folders, or exclude files with Exclude.`;
    unreadFiles.push({ file: settings.roots.map(({ writtenPath }) => writtenPath).join(', '), message });
  }
  files.sort((a, b) => (a.location < b.location ? -1 : 1));
  return {
    files: withTwins(files, settings.docComments),
    folders: [...new Set(folders)],
    unreadFiles,
    remarks,
    rootCount,
    scannedFolders: isComparable ? scannedFolders : undefined,
    startedAt,
  };
}

/** A folder in a root: the prefixes of its files' names. */
interface Folder {
  /** In the root; empty for the root itself. */
  readonly pathPrefix: string;
  readonly path: string;
  readonly realPath: string;
  readonly location: string;
}

function folderIn({ pathPrefix, path, realPath, location }: Folder, name: string): Folder {
  return {
    pathPrefix: `${pathPrefix}${name}/`,
    path: `${path}${name}${sep}`,
    realPath: `${realPath}${name}${sep}`,
    location: `${location}${name}/`,
  };
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`;
}

/** Undefined if it does not exist or cannot be reached. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Undefined if it does not exist or cannot be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

interface RealRoot extends Root {
  readonly realPath: string;
  /** The real path that links must stay inside. */
  readonly boundary: string;
  /** Fields that its files get, if it is a copy or names a version. */
  readonly copyFields?: Pick<ScannedFile, 'isCopy' | 'version'>;
  /** Locations of files that were left out as private. */
  readonly privateLocations: string[];
  /** Locations of links to places outside the boundary. */
  readonly linksOut: string[];
  readonly otherFormats: OtherFormats;
}

function withTwins(files: readonly ScannedFile[], docComments: boolean): readonly ScannedFile[] {
  const locations = files.map(({ location }) => location);
  const twins = pairPossibleTwins(docComments ? locations.filter((location) => !isProgram(location)) : locations);
  if (twins.size === 0) return files;
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const followers = new Map<string, ScannedFile[]>();
  for (const [location, twinLocation] of twins) {
    const file = byLocation.get(location);
    const twin = byLocation.get(twinLocation);
    if (!file || !twin) continue;
    const list = followers.get(twinLocation) ?? [];
    followers.set(twinLocation, list);
    list.push({ ...file, twin, stamp: `${file.stamp} ${twin.stamp}` });
  }
  return files.flatMap((file) => (twins.has(file.location) ? [] : [file, ...(followers.get(file.location) ?? [])]));
}

/** One sentence for each reason. */
function reportLeftOut({ writtenPath, privateLocations: hiddenFiles, linksOut }: RealRoot): readonly UnreadFile[] {
  const report = (locations: readonly string[], singular: string, plural: string): readonly UnreadFile[] => {
    const [first] = locations;
    if (first === undefined) return [];
    if (locations.length === 1) return [{ file: first, message: `${singular} It is not read as documentation.` }];
    const names = locations.slice(0, maxNamedFiles).join(', ');
    const locationText = locations.length > maxNamedFiles ? `, such as ${names}` : `: ${names}`;
    return [
      { file: writtenPath, message: `${locations.length} ${plural} are not read as documentation${locationText}.` },
    ];
  };
  return [
    ...report(hiddenFiles, 'Its name suggests private data.', 'files and folders whose names suggest private data'),
    ...report(linksOut, 'It is a link to a place outside its folder.', 'links to places outside the folder'),
  ];
}

function createFilter({ include, exclude, docComments }: IndexSettings): (path: string) => boolean {
  const includeMatchers = include?.map(globMatcher);
  const excludeMatchers = exclude.map(globMatcher);
  return (path) => {
    const isIncluded = includeMatchers
      ? includeMatchers.some((matches) => matches(path))
      : isReadableFormat(path) || (docComments && isProgram(path));
    return isIncluded && !excludeMatchers.some((matches) => matches(path));
  };
}

/** The size and time of modification of a file. */
export function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${Math.round(mtimeMs)}`;
}
