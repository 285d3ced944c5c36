/** The present state of a connection: applications and people change these files too. */
import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sentence } from '../../../base/errors.ts';
import type { Output } from '../../../contract/contract.ts';
import { applications } from '../../applications/applications.ts';
import { formats } from '../../config-files/edit.ts';
import { decodeUtf8, RefusedFile } from '../refused-file.ts';
import { readOrdinary } from '../transaction.ts';
import type { ConnectionRecord } from './connection-record.ts';

export type ConnectionState = Output<'connect.history'>[number]['state'];

/** Checks the file and the paths in the entry's command; never throws. */
export async function stateOf(record: ConnectionRecord): Promise<ConnectionState> {
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
    const present = formats[format](decodeUtf8(bytes), place).find(name)?.value;
    if (present === undefined) {
      return { state: 'dropped', message: `${application} or another program removed the entry: connect again.` };
    }
    if (!isDeepStrictEqual(present, entry)) {
      return { state: 'changed', message: `The entry "${name}" was changed: check it, or connect again.` };
    }
  } catch (error) {
    const reason = error instanceof RefusedFile ? error.message : `It is not understood (${sentence(error)}).`;
    return { state: 'broken', message: `${application} cannot read ${file}. ${reason}` };
  }
  const missing = await missingPart(entry);
  if (missing === undefined) return { state: 'connected', message: 'The entry is unchanged.' };
  return {
    state: 'broken',
    message: `${missing} no longer exists, so the server cannot start: connect again.`,
  };
}

/** The first absolute path in an entry's command that does not exist: the program, its script, the workspace. */
export async function missingPart(entry: unknown): Promise<string | undefined> {
  for (const path of pathsOf(entry)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return path;
  }
  return undefined;
}

/** The words of an entry's command, in any application's format; empty for an HTTP entry. */
export function wordsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { command, cmd, args } = entry as Record<string, unknown>;
  return [command ?? cmd, args].flat(2).filter((word) => typeof word === 'string');
}

function pathsOf(entry: unknown): string[] {
  const words = wordsOf(entry);
  const workspace = words[words.indexOf('--workspace') + 1];
  const named = words.includes('--workspace') && workspace !== undefined ? [workspace] : [];
  return [...words.slice(0, 2), ...named].filter((word) => isAbsolute(word));
}

function nameOf({ client }: ConnectionRecord): string {
  return applications.find(({ id }) => id === client)?.name ?? client;
}
