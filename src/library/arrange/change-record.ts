/**
 * The record of a change of several files, which lies in the workspace while the change is carried out. It has every text
 * before and after the change, so that any program that opens the workspace after a crash can finish the change or take
 * it back, whichever state folder that program has.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import { createFile, syncFolder } from '../../files/atomic-write.ts';
import { codeOf } from '../../files/file-errors.ts';
import { moveAside } from '../../files/move-aside.ts';
import { processExists } from '../../files/process-exists.ts';
import { readRegularFileNoFollow, UnusableFileError } from '../../files/regular-file.ts';
import { machineId } from '../../files/temporary-files.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';

/** The leading dot hides the file; the rest names the program that wrote it. */
export const recordName = '.prompt-workbench-change';

/** The format of the record. A program that does not know a record's format leaves it alone. */
const format = 1;

/** A workspace may come with a file of any size in the place of a record. */
const maxRecordBytes = 64 * 1024 * 1024;

/** A process id may be given to another program, so an older record has no living owner. Milliseconds. */
const maxOwnedMs = 10 * 60 * 1000;

const text = z.nullable(z.string());
const definitionFile = z.string().refine((file) => parseDefinitionPath(file) !== undefined);

const changeRecord = z.object({
  format: z.literal(format),
  /** What people call the change: `Renamed greet to welcome`. */
  label: z.string(),
  owner: z.object({ machine: z.string(), pid: z.int(), since: z.number() }),
  /** In the order in which the files are written; null for no file. */
  changes: z.array(z.object({ file: definitionFile, before: text, after: text })),
});

export type ChangeRecord = z.output<typeof changeRecord>;

export type FoundRecord =
  | { readonly kind: 'none' }
  /** Its owner is still carrying out the change. */
  | { readonly kind: 'under way' }
  | { readonly kind: 'interrupted'; readonly record: ChangeRecord }
  | { readonly kind: 'damaged' }
  /** A link, a folder or anything else that this program never puts there. `reason` is a clause: `it is a link`. */
  | { readonly kind: 'foreign'; readonly reason: string }
  /** A newer version of this program wrote it. */
  | { readonly kind: 'newer' };

/** The records that this process has written and not removed, by path. */
const ownRecords = new Set<string>();

/**
 * Writes the record and makes it last through a power cut.
 * @param root the workspace's real path
 * @returns false when there is a record already
 * @throws WorkbenchError `refused` when the change is too large for a record, or what the file system says
 */
export async function writeRecord(root: string, change: Pick<ChangeRecord, 'label' | 'changes'>): Promise<boolean> {
  const path = join(root, recordName);
  const owner = { machine: machineId, pid: process.pid, since: Date.now() };
  const json = JSON.stringify({ format, ...change, owner } satisfies ChangeRecord);
  const content = Buffer.from(`${checksum(json)}\n${json}\n`);
  if (content.length > maxRecordBytes)
    throw new WorkbenchError('refused', 'This change is larger than 64 MB: change fewer files at once.');
  const isWritten = await createFile(path, content);
  if (isWritten) ownRecords.add(path);
  return isWritten;
}

/** Removes the record, for a change that is whole on the disk or not on it at all. */
export async function removeRecord(root: string): Promise<void> {
  const path = join(root, recordName);
  await rm(path, { force: true });
  await syncFolder(root);
  ownRecords.delete(path);
}

/** Leaves the record for the next start, after a change that could neither be finished nor taken back. */
export function abandonRecord(root: string): void {
  ownRecords.delete(join(root, recordName));
}

/** Renames what lies in the record's place, without opening it or following a link. @returns its new name */
export async function setRecordAside(root: string): Promise<string> {
  return basename(await moveAside(join(root, recordName)));
}

/** @throws what the file system says when the record cannot be read */
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
  const data = hash === checksum(json) ? parseJson(json) : undefined;
  if (isNewer(data)) return { kind: 'newer' };
  const { success, data: record } = changeRecord.safeParse(data);
  if (!success) return { kind: 'damaged' };
  return isOwned(path, record) ? { kind: 'under way' } : { kind: 'interrupted', record };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
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

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}
