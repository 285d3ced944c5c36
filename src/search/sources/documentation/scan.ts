/** Which files a documentation source consists of. */
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { globMatcher } from '../../../base/glob.ts';
import { codeOf } from '../../../files/file-errors.ts';
import { isInside } from '../../../files/workspace-paths.ts';
import { privateRoot } from '../../../model/problems/private-paths.ts';
import { isReadableFormat } from '../readers/formats.ts';
import { findPrivateData } from '../readers/private-data.ts';
import { type IndexSettings, missingRoot, type Root } from './settings.ts';

/** A file or folder that was left out, and why. */
export interface UnreadFile {
  readonly file: string;
  readonly message: string;
}

export interface ScannedFile {
  /** Absolute. */
  readonly path: string;
  /** The real path of the folder, or of the single file, out of which no link may lead. */
  readonly boundary: string;
  /** How results name it. */
  readonly location: string;
  readonly size: number;
  /** Size and time: another one means another content. */
  readonly stamp: string;
}

export interface Scan {
  /** Sorted by location. */
  readonly files: readonly ScannedFile[];
  /** Folders in which a new file would belong to the source; absolute. */
  readonly folders: readonly string[];
  /** Folders that are not there or cannot be listed, and what was left out because there is too much. */
  readonly unread: readonly UnreadFile[];
  /** Roots that are there. */
  readonly found: number;
}

/** More is not documentation; the rest is left out, and that is told. */
const maxFiles = 100_000;
const maxDepth = 40;

/** Folders that hold other people's files, or none that a person reads. A root may still be one of them. */
const skippedFolders = new Set(['node_modules', '__pycache__', 'bower_components']);

/** Files that are named in a sentence about many. */
const namedFiles = 3;

/**
 * Links to folders are not followed; links to files are, inside the root or, for a root in the workspace, inside the
 * workspace. Hidden files are left out unless a root names one, and private ones even then.
 */
export async function scan(settings: IndexSettings): Promise<Scan> {
  const isTaken = takes(settings);
  const privateKindOf = await findPrivateData();
  const files: ScannedFile[] = [];
  const folders: string[] = [];
  const unread: UnreadFile[] = [];
  let found = 0;

  /** @param below the path in the root; empty for a root that is a file */
  async function add(root: RealRoot, below: string, isLink: boolean): Promise<void> {
    if (below !== '' && !isTaken(below)) return;
    const path = join(root.path, below);
    const location = join(root.label, below).replaceAll('\\', '/');
    // No folder on the way is a link.
    const real = isLink ? await realpath(path).catch(() => undefined) : join(root.real, below);
    if (real === undefined) return;
    if (!isInside(root.boundary, real)) {
      root.leadOut.push(location);
      return;
    }
    if (privateKindOf(path) !== undefined || privateKindOf(real) !== undefined) {
      root.private.push(location);
      return;
    }
    const stats = await stat(real).catch(() => undefined);
    if (!stats?.isFile()) return;
    files.push({ path, boundary: root.boundary, location, size: stats.size, stamp: stampOf(stats) });
  }

  async function walk(root: RealRoot, below: string, depth: number): Promise<void> {
    const folder = join(root.path, below);
    let entries: Dirent[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      unread.push({ file: folder, message: `This folder cannot be listed (${codeOf(error) ?? String(error)}).` });
      return;
    }
    folders.push(folder);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length >= maxFiles) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (privateKindOf(join(folder, entry.name)) !== undefined) root.private.push(`${join(root.label, path)}/`);
        else if (!skippedFolders.has(entry.name) && depth < maxDepth) await walk(root, path, depth + 1);
      } else await add(root, path, entry.isSymbolicLink());
    }
  }

  for (const root of settings.roots) {
    const real = await realpath(root.path).catch(() => undefined);
    const stats = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || !stats || !(stats.isDirectory() || stats.isFile())) {
      unread.push({ file: root.written, message: missingRoot(root.written) });
      folders.push(root.path);
      continue;
    }
    const kind = privateKindOf(root.path) ?? privateKindOf(real);
    if (kind !== undefined) {
      unread.push({ file: root.written, message: privateRoot(root.written, kind) });
      continue;
    }
    found++;
    const boundary = isInside(settings.workspaceDir, real) ? settings.workspaceDir : real;
    const realRoot: RealRoot = { ...root, real, boundary, private: [], leadOut: [] };
    if (stats.isDirectory()) await walk(realRoot, '', 0);
    else {
      folders.push(dirname(root.path));
      await add(realRoot, '', false);
    }
    unread.push(...leftOut(realRoot));
  }
  if (files.length >= maxFiles) {
    const message = `Only the first ${maxFiles} files are read: list fewer folders, or exclude files with Exclude.`;
    unread.push({ file: settings.roots.map(({ written }) => written).join(', '), message });
  }
  files.sort((a, b) => (a.location < b.location ? -1 : 1));
  return { files, folders: [...new Set(folders)], unread, found };
}

interface RealRoot extends Root {
  /** Its real path. */
  readonly real: string;
  /** The real path of the folder out of which no link may lead. */
  readonly boundary: string;
  /** Locations of what was left out, and why. */
  readonly private: string[];
  readonly leadOut: string[];
}

/** One sentence for each reason, whatever the number of files. */
function leftOut({ written, private: hidden, leadOut }: RealRoot): readonly UnreadFile[] {
  const about = (locations: readonly string[], one: string, many: string): readonly UnreadFile[] => {
    const [first] = locations;
    if (first === undefined) return [];
    if (locations.length === 1) return [{ file: first, message: `${one} It is not read as documentation.` }];
    const names = locations.slice(0, namedFiles).join(', ');
    const which = locations.length > namedFiles ? `, such as ${names}` : `: ${names}`;
    return [{ file: written, message: `${locations.length} ${many} are not read as documentation${which}.` }];
  };
  return [
    ...about(hidden, 'It has the name of private data.', 'files and folders with names of private data'),
    ...about(leadOut, 'It is a link to a place outside its folder.', 'links to places outside the folder'),
  ];
}

function takes({ include, exclude }: IndexSettings): (path: string) => boolean {
  const included = include?.map(globMatcher);
  const excluded = exclude.map(globMatcher);
  return (path) => {
    const isIncluded = included ? included.some((matches) => matches(path)) : isReadableFormat(path);
    return isIncluded && !excluded.some((matches) => matches(path));
  };
}

function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${Math.round(mtimeMs)}`;
}
