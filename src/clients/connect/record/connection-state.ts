/** The present state of a connection: applications and people change these files too. */
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sentence } from '../../../base/errors.ts';
import type { Output } from '../../../contract/contract.ts';
import { exists } from '../../../files/exists.ts';
import { applications } from '../../applications/applications.ts';
import { formats } from '../../config-files/edit.ts';
import { decodeUtf8, RefusedFile } from '../refused-file.ts';
import { readOrdinary } from '../transaction.ts';
import type { ConnectionRecord } from './connection-record.ts';
import { areDifferent, wordsOf, workspaceIn, workspaceName, workspaceOf } from './workspace-of.ts';

export type ConnectionState = Output<'connect.history'>[number]['state'];

/** What determines the state of a record. */
export interface Viewpoint {
  /** The folder of the workspace that is open; undefined if unknown. */
  readonly ownWorkspace?: string | undefined;
  /** All records: another one may have replaced the entry. */
  readonly records?: readonly ConnectionRecord[];
}

/** Checks the file and the paths in the entry's command; never throws. */
export async function stateOf(record: ConnectionRecord, viewpoint: Viewpoint = {}): Promise<ConnectionState> {
  if (record.phase === 'undone') return { state: 'undone', message: 'The server was disconnected.' };
  const { format, place, name, file, entry } = record;
  const application = nameOf(record);
  const bytes = await readOrdinary(file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : error,
  );
  if (!bytes) return { state: 'dropped', message: `${file} no longer exists, so the entry is gone: connect again.` };
  if (bytes instanceof RefusedFile) return { state: 'broken', message: bytes.message };
  if (!Buffer.isBuffer(bytes)) return { state: 'broken', message: `${file} cannot be read: ${bytes.message}.` };
  try {
    const presentValue = formats[format](decodeUtf8(bytes), place).find(name)?.value;
    if (presentValue === undefined) {
      return { state: 'dropped', message: `${application} or another program removed the entry: connect again.` };
    }
    if (!isDeepStrictEqual(presentValue, entry)) {
      const replacement = replacementOf(record, presentValue, viewpoint);
      if (replacement !== undefined) return { state: 'replaced', message: replacement };
      return { state: 'changed', message: `The entry "${name}" was changed: check it, or connect again.` };
    }
  } catch (error) {
    const reason = error instanceof RefusedFile ? error.message : `It cannot be parsed (${sentence(error)}).`;
    return { state: 'broken', message: `${application} cannot read ${file}. ${reason}` };
  }
  const missingPath = await missingPart(entry);
  if (missingPath === undefined) return { state: 'connected', message: 'The entry is unchanged.' };
  return {
    state: 'broken',
    message: `${missingPath} no longer exists, so the server cannot start: connect again.`,
  };
}

/** Whether two records are of the same entry of a file. */
export function isSameEntry(left: ConnectionRecord, right: ConnectionRecord): boolean {
  return left.file === right.file && left.name === right.name && isDeepStrictEqual(left.place.path, right.place.path);
}

/** One sentence: what replaced the entry, and what to do; undefined if another program may have changed it. */
function replacementOf(
  record: ConnectionRecord,
  presentValue: unknown,
  { ownWorkspace, records = [] }: Viewpoint,
): string | undefined {
  const by = records.find(
    (otherRecord) =>
      otherRecord.phase === 'written' &&
      otherRecord.id !== record.id &&
      isSameEntry(otherRecord, record) &&
      isDeepStrictEqual(otherRecord.entry, presentValue),
  );
  const workspace = workspaceOf(record);
  const next = by ? workspaceOf(by) : workspaceIn(wordsOf(presentValue));
  const isOfOther = areDifferent(ownWorkspace, workspace);
  const advice =
    isOfOther && workspace !== undefined
      ? `open the workspace ${workspaceName(workspace, ownWorkspace)} to connect it again, or remove it from the list.`
      : 'reconnect, or remove it from the list.';
  if (next !== undefined && (record.team || areDifferent(workspace, next)))
    return `Replaced by the workspace ${workspaceName(next, isOfOther ? workspace : ownWorkspace)}: ${advice}`;
  if (by?.team && by.team.id !== record.team?.id) return `Replaced by the team server ${by.team.name}: ${advice}`;
  return by && 'Replaced by another connection in the same place.';
}

/** The first absolute path in an entry's command that does not exist: the program, its script, the workspace. */
export async function missingPart(entry: unknown): Promise<string | undefined> {
  for (const path of pathsOf(entry)) {
    if (!(await exists(path))) return path;
  }
  return undefined;
}

function pathsOf(entry: unknown): string[] {
  const words = wordsOf(entry);
  const workspace = workspaceIn(words);
  const workspaces = workspace === undefined ? [] : [workspace];
  return [...words.slice(0, 2), ...workspaces].filter((word) => isAbsolute(word));
}

function nameOf({ client }: ConnectionRecord): string {
  return applications.find(({ id }) => id === client)?.name ?? client;
}
