/** What an index is made of, as plain data: the worker is told it, and an index made of anything else is made anew. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { DocumentationSource } from '../../../model/definitions.ts';
import { homeFolder } from '../../../state/paths.ts';

/** Changes when a reader reads a format differently, or leaves out other files. */
const readers = 3;

/** One folder or file. */
export interface Root {
  /** Absolute. */
  readonly path: string;
  /** How locations of its pages begin; empty for the workspace itself. Results show it in the place of the path. */
  readonly label: string;
  /** As it was written, for sentences. */
  readonly written: string;
}

export interface IndexSettings {
  readonly readers: number;
  readonly roots: readonly Root[];
  /** The workspace's real path. */
  readonly workspaceDir: string;
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
}

/** @param folders the source's, without built-in references */
export function indexSettings(
  { include, exclude }: DocumentationSource,
  folders: readonly string[],
  workspaceDir: string,
): IndexSettings {
  const labels = new Set<string>();
  const roots = folders.map((written) => {
    const path = resolve(workspaceDir, written.replace(/^~(?=$|[/\\])/, homeFolder()));
    return { path, label: unused(labels, labelOf(written, path)), written };
  });
  return { readers, roots, workspaceDir, ...(include && { include }), exclude };
}

/** For a folder or file that is not where `Root.path` says. @param written as in the source */
export function missingRoot(written: string): string {
  return `No such folder or file: ${written}: correct Folders in the source, or create it.`;
}

/** The same for the same settings, whatever the order of keys was. */
export function settingsKey(settings: IndexSettings): string {
  const { readers, roots, include = null, exclude } = settings;
  const text = JSON.stringify([readers, roots.map(({ path, label }) => [path, label]), include, exclude]);
  return createHash('sha256').update(text).digest('hex');
}

/** A path in the workspace is shown as it is; of one elsewhere only the last name, which says enough and no more. */
function labelOf(written: string, path: string): string {
  if (isAbsolute(written) || /^(~|\.\.)/.test(written)) return basename(path);
  return written
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+|^\.$/g, '')
    .replace(/\/+$/, '');
}

function unused(labels: Set<string>, label: string): string {
  let free = label;
  for (let number = 2; labels.has(free); number++) free = `${label} (${number})`;
  labels.add(free);
  return free;
}

/** The file of a page, when it is still there. */
export function fileOf(settings: IndexSettings, location: string): string | undefined {
  for (const { path, label } of settings.roots) {
    if (location === label) return existsSync(path) ? path : undefined;
    const prefix = label === '' ? '' : `${label}/`;
    if (!location.startsWith(prefix)) continue;
    const file = join(path, location.slice(prefix.length));
    if (existsSync(file)) return file;
  }
  return undefined;
}
