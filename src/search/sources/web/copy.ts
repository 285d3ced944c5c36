/**
 * The copy of pages from the web: a folder in the cache with the pages as files, and a manifest with the address of each.
 * After an interrupted fetch, the copy is still complete, with older and newer pages.
 */
import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readJsonFileSync } from '../../../files/json-file.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { sha256 } from '../../../files/sha256.ts';
import type { WebPages } from '../../../model/definitions.ts';
import { workspaceKey } from '../../../state/paths.ts';

const problem = z.object({ url: z.string(), message: z.string() });

/** A path that stays below its folder. */
const pageFile = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.?(?:\/|$))[^\\\0]+$/);

const document = z.object({
  url: z.string(),
  etag: z.exactOptional(z.string()),
  lastModified: z.exactOptional(z.string()),
  /** SHA-256 of the bytes. */
  hash: z.string(),
  bytes: z.number(),
  /** The files below `pages/`, POSIX, and the address of each: `llms-full.txt` has several pages. */
  files: z.array(z.object({ file: pageFile, url: z.string() })),
});

const manifest = z.object({
  version: z.literal(1),
  /** What a person asked for (`requestKey`): a schedule fetches nothing else. */
  asked: z.string(),
  /** When the latest complete fetch ended; milliseconds since 1970. */
  fetchedAt: z.exactOptional(z.number()),
  /** When the latest fetch began, whether it succeeded or not. */
  triedAt: z.number(),
  /** Whether the latest fetch was complete. */
  isComplete: z.boolean(),
  /** Why the latest fetch ended early, as a clause: `it answered with HTTP 500`. */
  failure: z.exactOptional(z.string()),
  /** The server allows no requests before this time. */
  waitUntil: z.exactOptional(z.number()),
  /** The commit of a git repository. */
  commit: z.exactOptional(z.string()),
  pages: z.number(),
  bytes: z.number(),
  documents: z.array(document),
  /** What was left out, and why. */
  problems: z.array(problem),
});

export type Manifest = z.output<typeof manifest>;
export type FetchedDocument = z.output<typeof document>;
export type FetchProblem = z.output<typeof problem>;

/** Enough for 20,000 pages with long addresses. */
const maxManifestBytes = 64 * 1024 * 1024;

function copiesFolder(cacheDir: string, root: string): string {
  return join(cacheDir, 'web', workspaceKey(root));
}

/** Whether any source of a workspace may have a copy. */
export function hasCopies(cacheDir: string, root: string): boolean {
  return existsSync(copiesFolder(cacheDir, root));
}

/**
 * The folder of one copy. It does not depend on limits, on the version, or on the name of the source.
 * @param root the workspace's real path
 */
export function copyFolder(cacheDir: string, root: string, pages: WebPages): string {
  const { url, type, below, ref = '', folder = '' } = pages;
  const key = sha256(JSON.stringify([url, type, below, ref, folder])).slice(0, 16);
  return join(copiesFolder(cacheDir, root), key);
}

/** Removes the copies of a workspace that no source names. @param webPages the pages that all sources name */
export async function removeUnnamedCopies(
  cacheDir: string,
  root: string,
  webPages: readonly WebPages[],
): Promise<void> {
  const folder = copiesFolder(cacheDir, root);
  const namedCopies = new Set(webPages.map((pages) => copyFolder(cacheDir, root, pages)));
  for (const name of await readdir(folder).catch(() => [])) {
    const copy = join(folder, name);
    if (!namedCopies.has(copy)) await rm(copy, { recursive: true, force: true });
  }
}

export function pagesFolder(copy: string): string {
  return join(copy, 'pages');
}

/** Changes with every setting that decides which requests are sent. */
export function requestKey({ url, type, below, depth, maxPages, maxMegabytes, ref, folder }: WebPages): string {
  return JSON.stringify([url, type, below, depth, maxPages, maxMegabytes, ref ?? '', folder ?? '']);
}

/** Undefined without a copy, or if the manifest is damaged: everything is fetched again then. */
export function readManifest(copy: string): Manifest | undefined {
  const result = readJsonFileSync(manifestFile(copy), manifest, maxManifestBytes);
  return result.kind === 'valid' ? result.value : undefined;
}

/** @param base the address of the folder of a git repository on the web */
export async function writeManifest(copy: string, value: Manifest, base?: string): Promise<void> {
  await makePrivateFolder(copy);
  const files = Object.fromEntries(
    value.documents.flatMap((document) => document.files.map(({ file, url }) => [file, url])),
  );
  await writePrivateFile(addressesFile(copy), JSON.stringify({ files, ...(base !== undefined && { base }) }));
  await writePrivateFile(manifestFile(copy), JSON.stringify(value));
}

const addresses = z.object({ files: z.record(z.string(), z.string()), base: z.exactOptional(z.string()) });

/** The addresses of the pages by file. They have their own file, because a search needs nothing else of the manifest. */
export type Addresses = z.output<typeof addresses>;

export function readAddresses(copy: string): Addresses {
  const result = readJsonFileSync(addressesFile(copy), addresses, maxManifestBytes);
  return result.kind === 'valid' ? result.value : { files: {} };
}

function addressesFile(copy: string): string {
  return join(copy, 'addresses.json');
}

/** Changes when the manifest does. */
export function manifestStamp(copy: string): string {
  return stampOf(manifestFile(copy));
}

export function addressesStamp(copy: string): string {
  return stampOf(addressesFile(copy));
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs} ${stats.ino}` : '';
}

function manifestFile(copy: string): string {
  return join(copy, 'manifest.json');
}

/** @param file as in the manifest */
export async function writePageFile(copy: string, file: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(pagesFolder(copy), file);
  await makePrivateFolder(dirname(path));
  await writePrivateFile(path, bytes);
}

export async function removePageFile(copy: string, file: string): Promise<void> {
  await rm(join(pagesFolder(copy), file), { force: true });
}
