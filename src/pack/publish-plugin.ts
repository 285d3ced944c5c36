/** Puts a plugin into the git repository of its workspace, and undoes that. */
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { asRefusal } from '../files/file-errors.ts';
import { readIfThere, removeFile, replaceFile } from '../files/write/atomic-write.ts';
import { enclosingRepository, planListing, pluginsFolder } from './marketplace.ts';
import type { PackageFile } from './package-file.ts';
import type { PackagePlan } from './plan-package.ts';
import { filesIn, replaceFolder, writePackage } from './write-package.ts';

export interface PublishedPlugin {
  /** Absolute. */
  readonly folder: string;
  /** The list of the marketplace, absolute. */
  readonly marketplace: string;
  readonly notes: readonly string[];
  /**
   * Restores what was there before.
   * @throws WorkbenchError `conflict` if something has changed since: then everything stays
   */
  undo(): Promise<void>;
}

/** @throws WorkbenchError `refused` without a git repository; as `planListing` and `writePackage` */
export async function publishPlugin(plan: PackagePlan, workspaceDir: string): Promise<PublishedPlugin> {
  if (enclosingRepository(workspaceDir) === undefined)
    throw new WorkbenchError('refused', `${workspaceDir} is not in a git repository: save the plugin instead.`);
  const plugins = pluginsFolder(workspaceDir);
  const listing = await planListing(workspaceDir, plan.identity, plugins);
  const folder = join(plugins, plan.identity.name);
  const parts = { folder, archive: `${folder}.zip`, marketplace: listing.file };
  const before = await readParts(parts);
  const { notes } = await writePackage(plan, plugins);
  await listing.write();
  const fileContents = await readParts(parts);
  return {
    folder,
    marketplace: listing.file,
    notes,
    async undo() {
      if (!isSame(await readParts(parts), fileContents)) throw changedSince(folder);
      try {
        await restore(parts, before, fileContents);
      } catch (error) {
        throw asRefusal(error, `${folder} cannot be removed`);
      }
    },
  };
}

interface Parts {
  readonly folder: string;
  readonly archive: string;
  readonly marketplace: string;
}

interface Content {
  readonly folder: readonly PackageFile[] | undefined;
  readonly archive: Uint8Array | undefined;
  readonly marketplace: Uint8Array | undefined;
}

async function readParts({ folder, archive, marketplace }: Parts): Promise<Content> {
  const paths = (await filesIn(folder))?.toSorted();
  return {
    folder:
      paths && (await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })))),
    archive: await readIfThere(archive),
    marketplace: await readIfThere(marketplace),
  };
}

function isSame(left: Content, right: Content): boolean {
  const paths = (files: Content['folder']) => files?.map(({ path }) => path).join('\0');
  return (
    areEqual(left.archive, right.archive) &&
    areEqual(left.marketplace, right.marketplace) &&
    paths(left.folder) === paths(right.folder) &&
    (left.folder ?? []).every(({ bytes }, index) => areEqual(bytes, right.folder?.[index]?.bytes))
  );
}

function areEqual(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return Buffer.compare(left, right) === 0;
}

/** The list first: it must not name a folder that is gone. */
async function restore(parts: Parts, before: Content, writtenContent: Content): Promise<void> {
  for (const part of ['marketplace', 'archive'] as const) {
    const file = parts[part];
    const formerContent = before[part];
    const isCurrent = (now: Uint8Array) => areEqual(now, writtenContent[part]);
    const isDone =
      formerContent === undefined
        ? await removeFile(file, isCurrent)
        : await replaceFile(file, formerContent, { isCurrent });
    if (!isDone) throw changedSince(file);
  }
  if (before.folder) await replaceFolder(parts.folder, before.folder);
  else await rm(parts.folder, { recursive: true, force: true });
  // rmdir leaves a folder that is not empty.
  for (const folder of [dirname(parts.marketplace), dirname(parts.folder)]) await rmdir(folder).catch(() => {});
}

function changedSince(path: string): WorkbenchError {
  return new WorkbenchError(
    'conflict',
    `${path} has changed since it was written, so it stays: use git to restore it.`,
  );
}
