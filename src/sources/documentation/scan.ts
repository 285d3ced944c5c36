/** Which files a documentation source consists of. */
import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { globMatcher } from '../../model/glob.ts';
import { isReadableFormat } from '../readers/formats.ts';
import { type IndexSettings, missingRoot, type Root } from './settings.ts';

export interface ScannedFile {
  /** Absolute. */
  readonly path: string;
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
  readonly unread: readonly { readonly file: string; readonly message: string }[];
  /** Roots that are there. */
  readonly found: number;
}

/** More is not documentation; the rest is left out, and that is told. */
const maxFiles = 100_000;
const maxDepth = 40;

/** Folders that hold other people's files, or none that a person reads. A root may still be one of them. */
const skippedFolders = new Set(['node_modules', '__pycache__', 'bower_components']);

/** Links to folders are not followed; links to files are. Hidden files are left out unless a root names one. */
export async function scan(settings: IndexSettings): Promise<Scan> {
  const isTaken = takes(settings);
  const files: ScannedFile[] = [];
  const folders: string[] = [];
  const unread: { file: string; message: string }[] = [];
  let found = 0;

  async function add(root: Root, path: string, below: string, isRoot: boolean): Promise<void> {
    if (!isRoot && !isTaken(below)) return;
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) return;
    const location = isRoot ? root.label : join(root.label, below).replaceAll('\\', '/');
    files.push({ path, location, size: stats.size, stamp: stampOf(stats) });
  }

  async function walk(root: Root, below: string, depth: number): Promise<void> {
    const folder = join(root.path, below);
    let entries: Dirent[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      unread.push({ file: folder, message: `This folder cannot be listed (${codeOf(error)}).` });
      return;
    }
    folders.push(folder);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length >= maxFiles) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name) && depth < maxDepth) await walk(root, path, depth + 1);
      } else await add(root, join(root.path, path), path, false);
    }
  }

  for (const root of settings.roots) {
    const stats = await stat(root.path).catch(() => undefined);
    if (stats?.isDirectory()) {
      found++;
      await walk(root, '', 0);
    } else if (stats?.isFile()) {
      found++;
      folders.push(dirname(root.path));
      await add(root, root.path, basename(root.path), true);
    } else {
      unread.push({ file: root.written, message: missingRoot(root.written) });
      folders.push(root.path);
    }
  }
  if (files.length >= maxFiles) {
    const message = `Only the first ${maxFiles} files are read: name fewer folders, or leave files out with Exclude.`;
    unread.push({ file: settings.roots.map(({ written }) => written).join(', '), message });
  }
  files.sort((a, b) => (a.location < b.location ? -1 : 1));
  return { files, folders: [...new Set(folders)], unread, found };
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

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? (error as Error).message);
}
