/**
 * A cache of one server's parsed files, outside the workspace. Loading it is a hundred times cheaper than parsing YAML.
 * An entry is used only after the file's stat, or its bytes, confirm it.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { readRegularFileSync } from '../../files/regular-file.ts';
import { sha256 } from '../../files/sha256.ts';
import { workspaceKey } from '../../state/paths.ts';
import type { StoredFile } from './definition-store.ts';
import type { Stamp } from './stamp.ts';

/** Increase it when the stored data, or the reading of files, changes in a way that `builtBy` does not show. */
const format = 7;

/** More than the largest server needs. */
const maxBytes = 256 * 1024 * 1024;

/** One server's files at one reading. */
export interface Reading {
  /** The stamp of the prompts folder before the reading. */
  readonly folder?: Stamp | undefined;
  readonly files: readonly StoredFile[];
  /** Files that are links to nothing. */
  readonly danglingLinks: readonly string[];
}

const emptyReading: Reading = { files: [], danglingLinks: [] };

interface CatalogueCache extends Reading {
  readonly format: number;
  /** Identifies the program, because another build may read files differently. */
  readonly builtBy: string;
  readonly root: string;
  readonly server: string;
}

function catalogueCacheFile(cacheDir: string, root: string, server: string): string {
  return join(cacheDir, 'catalogues', workspaceKey(root), `${encodeURIComponent(server)}.json`);
}

/** The cache that this program wrote; an empty one if there is none, or it is damaged. */
export function readCatalogueCache(cacheDir: string, root: string, server: string): Reading {
  try {
    const path = catalogueCacheFile(cacheDir, root, server);
    const cache = unseal(readRegularFileSync(path, maxBytes));
    const isOurs =
      cache?.format === format && cache.builtBy === program() && cache.root === root && cache.server === server;
    return isOurs ? { folder: cache.folder, files: cache.files, danglingLinks: cache.danglingLinks } : emptyReading;
  } catch {
    return emptyReading;
  }
}

/** Replaces the cache atomically. Failures are ignored: the next start then parses the files. */
export async function writeCatalogueCache(
  cacheDir: string,
  root: string,
  server: string,
  cacheReading: Reading,
): Promise<void> {
  const { rename, rm, writeFile } = await import('node:fs/promises');
  const path = catalogueCacheFile(cacheDir, root, server);
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  const cache: CatalogueCache = { format, builtBy: program(), root, server, ...cacheReading };
  try {
    // Prompts may be private, so only their owner can read the file.
    await makePrivateFolder(join(path, '..'));
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

/** A line with the hash of the JSON text, then that text. The hash finds damage. */
function seal(cache: CatalogueCache): string {
  const text = JSON.stringify(cache);
  return `${sha256(text)}\n${text}`;
}

function unseal(sealedBytes: Buffer): CatalogueCache | undefined {
  const end = sealedBytes.indexOf('\n');
  const text = sealedBytes.subarray(end + 1);
  const isWhole = sealedBytes.toString('latin1', 0, end) === sha256(text);
  return isWhole ? (JSON.parse(text.toString('utf8')) as CatalogueCache) : undefined;
}
