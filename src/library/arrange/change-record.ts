/**
 * The record of a change of several files. It is in the workspace while the change is applied, and has every text before
 * and after the change. After a crash, the next program that opens the workspace can finish or undo the change, even if
 * it uses another state folder.
 */

import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { codeOf } from '../../files/file-errors.ts';
import { processExists } from '../../files/process-exists.ts';
import { readRegularFileNoFollow, UnusableFileError } from '../../files/regular-file.ts';
import { sha256 } from '../../files/sha256.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { createFile, syncFolder } from '../../files/write/atomic-write.ts';
import { moveAside } from '../../files/write/move-aside.ts';
import { machineId } from '../../files/write/temporary-files.ts';

/** The leading dot hides the file; the rest says which program wrote it. */
export const recordName = '.prompt-workbench-change';

/** The version of the record's format. A program never touches a record of an unknown format. */
const format = 1;

/** An untrusted workspace may contain a file of any size under the record's name. */
const maxRecordBytes = 64 * 1024 * 1024;

/** The operating system reuses process ids, so the owner of an older record counts as ended. */
const maxOwnedMs = 10 * 60 * 1000;

const text = z.nullable(z.string());
const definitionFile = z.string().refine((file) => parseDefinitionPath(file) !== undefined);

const changeRecord = z.object({
  format: z.literal(format),
  /** The change in words: `Renamed greet to welcome`. */
  label: z.string(),
  owner: z.object({ machine: z.string(), pid: z.int(), since: z.number() }),
  /** In writing order; null for a missing file. */
  changes: z.array(z.object({ file: definitionFile, before: text, after: text })),
});

export type ChangeRecord = z.output<typeof changeRecord>;

export type FoundRecord =
  | { readonly kind: 'none' }
  /** The record's owner is still applying the change. */
  | { readonly kind: 'under way' }
  | { readonly kind: 'interrupted'; readonly record: ChangeRecord }
  | { readonly kind: 'damaged' }
  /** A link, a folder or anything else that this program never writes there. `reason` is a clause: `it is a link`. */
  | { readonly kind: 'foreign'; readonly reason: string }
  /** A newer version of this program wrote the record. */
  | { readonly kind: 'newer' };

/** The records that this process has written and not removed, by path. */
const ownRecords = new Set<string>();

/**
 * Writes the record durably: it survives a power cut.
 * @param root the workspace's real path
 * @returns false when a record already exists
 * @throws WorkbenchError `refused` when the change is too large for a record; file system errors pass through
 */
export async function writeRecord(root: string, change: Pick<ChangeRecord, 'label' | 'changes'>): Promise<boolean> {
  const path = join(root, recordName);
  const owner = { machine: machineId, pid: process.pid, since: Date.now() };
  const json = JSON.stringify({ format, ...change, owner } satisfies ChangeRecord);
  const content = Buffer.from(`${sha256(json)}\n${json}\n`);
  if (content.length > maxRecordBytes)
    throw new WorkbenchError('refused', 'This change is larger than 64 MB: change fewer files at once.');
  const isWritten = await createFile(path, content);
  if (isWritten) ownRecords.add(path);
  return isWritten;
}

/** Removes the record once the change is completely on disk, or completely undone. */
export async function removeRecord(root: string): Promise<void> {
  const path = join(root, recordName);
  await rm(path, { force: true });
  await syncFolder(root);
  ownRecords.delete(path);
}

/** Leaves the record for the next start, after a change that could be neither finished nor undone. */
export function abandonRecord(root: string): void {
  ownRecords.delete(join(root, recordName));
}

/** Renames the file at the record's path without opening it or following a link. @returns its new name */
export async function setRecordAside(root: string): Promise<string> {
  return basename(await moveAside(join(root, recordName)));
}

/** @throws the file system's error when the record cannot be read */
export async function readRecord(root: string): Promise<FoundRecord> {
  const path = join(root, recordName);
  let bytes: Buffer;
  try {
    bytes = await readRegularFileNoFollow(path, maxRecordBytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'none' };
    if (error instanceof UnusableFileError) return { kind: 'foreign', reason: error.message };
    throw error;
  }
  const [hash, json = ''] = bytes.toString('utf8').split('\n');
  const data = hash === sha256(json) ? parseJson(json) : undefined;
  if (isNewer(data)) return { kind: 'newer' };
  const { success, data: record } = changeRecord.safeParse(data);
  if (!success) return { kind: 'damaged' };
  return isOwned(path, record) ? { kind: 'under way' } : { kind: 'interrupted', record };
}

function isNewer(data: unknown): boolean {
  const { success, data: head } = z.object({ format: z.int() }).safeParse(data);
  return success && head.format > format;
}

function isOwned(path: string, { owner }: ChangeRecord): boolean {
  if (owner.machine === machineId && owner.pid === process.pid) return ownRecords.has(path);
  const ageMs = Date.now() - owner.since;
  if (ageMs < 0 || ageMs > maxOwnedMs) return false;
  return owner.machine !== machineId || processExists(owner.pid);
}
