/**
 * Writes packages. A folder or archive is replaced only if this program wrote it and nothing has changed it since. A list in
 * the package, with the digest of each file, proves that.
 */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { strFromU8, unzipSync, Zip, type ZipInputFile } from 'fflate';
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import { isTaken } from '../files/exists.ts';
import { asRefusal, codeOf } from '../files/file-errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { sha256 } from '../files/sha256.ts';
import { renameFile } from '../files/write/rename-file.ts';
import { jsonFile, type PackageFile } from './package-file.ts';
import type { PackagePlan } from './plan-package.ts';

/** The list, at the root of a package. */
export const listFile = 'prompt-workbench.json';

const listShape = z.object({
  generator: z.literal('prompt-workbench'),
  /** The catalogue name of the server. */
  server: z.string(),
  version: z.string(),
  /** SHA-256 digests by path. */
  files: z.record(z.string(), z.string()),
});
type PackageList = z.output<typeof listShape>;

export interface PackageTarget {
  /** Absolute; absent for a bundle. */
  readonly folder?: string;
  /** `.zip` or `.mcpb`, absolute. */
  readonly archive: string;
  /** `changed`: an earlier package of this server is there, with other content. */
  readonly state: 'new' | 'changed' | 'same';
  /** Of all files, in bytes. */
  readonly sizeBytes: number;
  readonly archiveSizeBytes: number;
  /** What to know before writing it, each in one sentence. */
  readonly notes: readonly string[];
}

interface Content {
  readonly target: PackageTarget;
  readonly files: readonly PackageFile[];
  readonly archive: Uint8Array;
}

/**
 * Finds where a plan goes, how large it is, and what is there already. Writes nothing.
 * @param dir the folder that gets the package
 * @throws WorkbenchError `conflict` if this program did not write what is there
 */
export async function planTarget(plan: PackagePlan, dir: string): Promise<PackageTarget> {
  return (await contentFor(plan, dir)).target;
}

/** @throws as `planTarget`; `refused` if it cannot be written */
export async function writePackage(plan: PackagePlan, dir: string): Promise<PackageTarget> {
  const { target, files, archive } = await contentFor(plan, dir);
  try {
    await makeFolder(resolve(dir));
    if (target.folder !== undefined) await replaceFolder(target.folder, files);
    await replaceFile(target.archive, archive);
    return target;
  } catch (error) {
    throw asRefusal(error, `The package cannot be written to ${resolve(dir)}`);
  }
}

/** Makes only the archive of a package, for a download. */
export async function makeArchive(
  plan: PackagePlan,
): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }> {
  return { fileName: archiveName(plan), bytes: await zip(withList(plan)) };
}

async function contentFor(plan: PackagePlan, dir: string): Promise<Content> {
  const files = withList(plan);
  const archive = await zip(files);
  const archiveFile = resolve(dir, archiveName(plan));
  const folder = plan.kind === 'plugin' ? resolve(dir, plan.identity.name) : undefined;
  const earlierLists = [
    await listInArchive(archiveFile),
    folder === undefined ? undefined : await listInFolder(folder),
  ];
  const ownDigests = digestsOf(plan.files);
  const formerLists = earlierLists.filter((list) => list !== undefined);
  const isSame =
    formerLists.length > 0 && formerLists.every((list) => JSON.stringify(list.files) === JSON.stringify(ownDigests));
  const foreign = formerLists.find(({ server }) => server !== plan.identity.server);
  if (foreign) {
    const message = `${folder ?? archiveFile} is the package of the server ${foreign.server}: choose another folder.`;
    throw new WorkbenchError('conflict', message);
  }
  const keepsVersion = formerLists.some(({ version }) => version === plan.identity.version) && !isSame;
  return {
    files,
    archive,
    target: {
      ...(folder !== undefined && { folder }),
      archive: archiveFile,
      state: isSame ? 'same' : formerLists.length > 0 ? 'changed' : 'new',
      sizeBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      archiveSizeBytes: archive.length,
      notes: keepsVersion
        ? [
            `The content has changed and the version is still ${plan.identity.version}: raise Version in the server's file, because client applications keep the package of a version that they have.`,
          ]
        : [],
    },
  };
}

const archiveName = ({ kind, identity }: PackagePlan) => `${identity.name}.${kind === 'plugin' ? 'zip' : 'mcpb'}`;

function withList(plan: PackagePlan): readonly PackageFile[] {
  const { server, version } = plan.identity;
  const list: PackageList = { generator: 'prompt-workbench', server, version, files: digestsOf(plan.files) };
  return [...plan.files, jsonFile(listFile, list)];
}

function digestsOf(files: readonly PackageFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
}

/** A zip stores a date for each file; a fixed date gives the same bytes for the same content. */
const date = '2026-01-01T00:00:00Z';

const deflate = promisify(deflateRaw);

/** The method 8 of the zip format: deflate. */
const deflateMethod = 8;

/** The package that is written is usually the one that was planned before. */
let latestBuild: { readonly content: string; readonly archive: Uint8Array } | undefined;

/** Node compresses outside of the thread that answers clients. */
async function zip(files: readonly PackageFile[]): Promise<Uint8Array> {
  const content = JSON.stringify(digestsOf(files));
  if (latestBuild?.content === content) return latestBuild.archive;
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const { path, bytes } of files) {
    const file: ZipInputFile = {
      filename: path,
      size: bytes.length,
      crc: crc32(bytes),
      compression: deflateMethod,
      mtime: date,
    };
    archive.add(file);
    file.ondata?.(null, await deflate(bytes), true);
  }
  archive.end();
  latestBuild = { content, archive: Buffer.concat(parts) };
  return latestBuild.archive;
}

/** @returns the list of the package in a folder; undefined for a missing or empty folder */
async function listInFolder(folder: string): Promise<PackageList | undefined> {
  const presentFiles = await filesIn(folder);
  if (presentFiles === undefined || presentFiles.length === 0) return undefined;
  const list = await readList(() => readFile(join(folder, listFile)));
  if (!list) throw notOurs(folder);
  for (const path of presentFiles) {
    if (path === listFile) continue;
    const digest = list.files[path];
    if (digest === undefined) throw changedBy(folder, `${path} is not part of the package`);
    if (sha256(await readFile(join(folder, path))) !== digest)
      throw changedBy(folder, `${path} was changed after it was packed`);
  }
  return list;
}

/** The files below a folder, POSIX; undefined if there is no such folder. @throws WorkbenchError `conflict` for a file or link */
export async function filesIn(folder: string): Promise<readonly string[] | undefined> {
  const stats = await lstat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw asRefusal(error, `${folder} cannot be used`);
  });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) throw notOurs(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return [];
    const path = join(entry.parentPath, entry.name);
    return [
      path
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    ];
  });
}

async function listInArchive(file: string): Promise<PackageList | undefined> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw asRefusal(error, `${file} cannot be used`);
  });
  if (bytes === undefined) return undefined;
  const list = await readList(() => unzipSync(bytes, { filter: ({ name }) => name === listFile })[listFile]);
  if (!list) throw notOurs(file);
  return list;
}

async function readList(read: () => unknown): Promise<PackageList | undefined> {
  try {
    return listShape.parse(JSON.parse(strFromU8((await read()) as Uint8Array)));
  } catch {
    return undefined;
  }
}

function notOurs(path: string): WorkbenchError {
  const message = `${path} was not written by Prompt Workbench, so it is left as it is: choose another folder.`;
  return new WorkbenchError('conflict', message);
}

function changedBy(folder: string, what: string): WorkbenchError {
  const message = `${folder} is left as it is, because ${what}: move it away, then pack again.`;
  return new WorkbenchError('conflict', message);
}

/** Replaces a folder: the new one appears as a whole, then the earlier one is deleted. */
export async function replaceFolder(folder: string, files: readonly PackageFile[]): Promise<void> {
  const draft = `${folder}.${process.pid}.tmp`;
  const formerFolder = `${folder}.${process.pid}.old`;
  try {
    for (const { path, bytes } of files) {
      await mkdir(join(draft, dirname(path)), { recursive: true });
      await writeFile(join(draft, path), bytes);
    }
    const isReplaced = await isTaken(folder);
    if (isReplaced) await renameFile(folder, formerFolder);
    try {
      await renameFile(draft, folder);
    } catch (error) {
      if (isReplaced) await renameFile(formerFolder, folder);
      throw error;
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(formerFolder, { recursive: true, force: true });
  }
}

async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, bytes);
    await renameFile(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
