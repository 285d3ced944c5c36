/** The settings of an index as plain data for the worker. An index with other settings is rebuilt. */
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { sha256 } from '../../../files/sha256.ts';
import type { DocumentationSource } from '../../../model/definitions.ts';
import { homeFolder } from '../../../state/paths.ts';

/** Increase it when a reader or the selection of files changes. */
const readers = 6;

/** One folder or file. */
export interface Root {
  /** Absolute. */
  readonly path: string;
  /** Prefix of the locations of its pages, shown in results instead of the path; empty for the workspace itself. */
  readonly label: string;
  /** As in the source's file, for messages. */
  readonly writtenPath: string;
  /** The root is a copy of web pages in the cache folder; `writtenPath` is their address. */
  readonly isCopy?: true;
  /** Added to the title of each page, where a source has copies of several versions. */
  readonly version?: string;
}

export interface IndexSettings {
  readonly readers: number;
  readonly roots: readonly Root[];
  /** The workspace's real path. */
  readonly workspaceDir: string;
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** Whether the doc comments of programs are read. */
  readonly docComments: boolean;
}

/**
 * @param folders without built-in references
 * @param copies the copies of pages on the web; their labels may change
 */
export function indexSettings(
  { include, exclude, docComments = false }: DocumentationSource,
  folders: readonly string[],
  workspaceDir: string,
  copies: readonly Root[] = [],
): IndexSettings {
  const labels = new Set<string>();
  const ownRoots = folders.map((writtenPath): Root => {
    const path = resolve(workspaceDir, writtenPath.replace(/^~(?=$|[/\\])/, homeFolder()));
    return { path, label: makeUnique(labels, labelOf(writtenPath, path)), writtenPath };
  });
  const roots = [...ownRoots, ...copies.map((copy) => ({ ...copy, label: makeUnique(labels, copy.label) }))];
  return { readers, roots, workspaceDir, ...(include && { include }), exclude, docComments };
}

/** The message for a missing root. @param path as in the source's file */
export function missingRoot(path: string): string {
  return `No such folder or file: ${path}: correct Folders in the source, or create it.`;
}

/** A hash of the settings, independent of the order of keys. */
export function settingsKey(settings: IndexSettings): string {
  const { readers, roots, include = null, exclude, docComments } = settings;
  const text = JSON.stringify([
    readers,
    roots.map(({ path, label, version }) => [path, label, ...(version === undefined ? [] : [version])]),
    include,
    exclude,
    ...(docComments ? ['doc comments'] : []),
  ]);
  return sha256(text);
}

/** Shows a path in the workspace whole, and only the last name of other paths, so that results do not reveal folders. */
function labelOf(writtenPath: string, path: string): string {
  if (isAbsolute(writtenPath) || /^(~|\.\.)/.test(writtenPath)) return basename(path);
  return writtenPath
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+|^\.$/g, '')
    .replace(/\/+$/, '');
}

function makeUnique(labels: Set<string>, label: string): string {
  let freeLabel = label;
  for (let number = 2; labels.has(freeLabel); number++) freeLabel = `${label} (${number})`;
  labels.add(freeLabel);
  return freeLabel;
}

/** The file of a page that is not a copy, if it still exists. */
export function fileOf(settings: IndexSettings, location: string): string | undefined {
  for (const { path, label, isCopy } of settings.roots) {
    if (isCopy) continue;
    if (location === label) return existsSync(path) ? path : undefined;
    const prefix = label === '' ? '' : `${label}/`;
    if (!location.startsWith(prefix)) continue;
    const file = join(path, location.slice(prefix.length));
    if (existsSync(file)) return file;
  }
  return undefined;
}
