/**
 * One server's files as they were last read, kept outside the workspace: reading them again is two orders of magnitude
 * cheaper than parsing YAML. Nothing in it is believed before each file's stat, or its bytes, have confirmed it.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFileSync } from '../../files/regular-file.ts';
import { workspaceKey } from '../../state/paths.ts';
import type { StoredFile } from './definition-store.ts';
import type { Stamp } from './stamp.ts';

/** Changes when what is stored, or how files are read, changes in a way that `builtBy` does not show. */
const format = 3;

/** More than the largest server takes. */
const maxBytes = 256 * 1024 * 1024;

/** What one server's files were when they were read. */
export interface Reading {
  /** The prompts folder before any of them was read. */
  readonly folder?: Stamp | undefined;
  readonly files: readonly StoredFile[];
  /** Files that were looked for and are links to nothing. */
  readonly danglingLinks: readonly string[];
}

const nothing: Reading = { files: [], danglingLinks: [] };

interface CatalogueCache extends Reading {
  readonly format: number;
  /** The program that read the files: another build may read them differently. */
  readonly builtBy: string;
  readonly root: string;
  readonly server: string;
}

function catalogueCacheFile(cacheDir: string, root: string, server: string): string {
  return join(cacheDir, 'catalogues', workspaceKey(root), `${encodeURIComponent(server)}.json`);
}

/** What was stored of this server by this program; nothing when there is no such cache, or anything is wrong with it. */
export function readCatalogueCache(cacheDir: string, root: string, server: string): Reading {
  try {
    const path = catalogueCacheFile(cacheDir, root, server);
    const cache = unseal(readRegularFileSync(path, maxBytes).toString('utf8'));
    const isOurs =
      cache?.format === format && cache.builtBy === program() && cache.root === root && cache.server === server;
    return isOurs ? { folder: cache.folder, files: cache.files, danglingLinks: cache.danglingLinks } : nothing;
  } catch {
    return nothing;
  }
}

/** Replaces the cache in one step. A cache that cannot be written is one that is not there: failures are silent. */
export async function writeCatalogueCache(
  cacheDir: string,
  root: string,
  server: string,
  reading: Reading,
): Promise<void> {
  const { mkdir, rename, rm, writeFile } = await import('node:fs/promises');
  const path = catalogueCacheFile(cacheDir, root, server);
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  const cache: CatalogueCache = { format, builtBy: program(), root, server, ...reading };
  try {
    // Prompts may be private: readable by their owner only, wherever the cache folder is.
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(temporary, seal(cache), { mode: 0o600 });
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function program(): string {
  const script = process.argv[1];
  const stats = script === undefined ? undefined : statSync(script, { throwIfNoEntry: false });
  return `${script} ${stats?.size} ${stats?.mtimeMs}`;
}

/** One line with the hash of the next, so that whatever is read back is exactly what this program once wrote. */
function seal(cache: CatalogueCache): string {
  const text = JSON.stringify(cache);
  return `${hashOf(text)}\n${text}`;
}

function unseal(sealed: string): CatalogueCache | undefined {
  const end = sealed.indexOf('\n');
  const text = sealed.slice(end + 1);
  return sealed.slice(0, end) === hashOf(text) ? (JSON.parse(text) as CatalogueCache) : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
