/** Connection records, in `connections/` of the state folder. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../../../files/regular-file.ts';
import { createRecordStore, maxRecordBytes, type RecordStore } from '../../records/record-store.ts';
import { type ConnectionRecord, storedRecord } from './connection-record.ts';

export interface ConnectionStore extends RecordStore<ConnectionRecord> {
  /** Records that the file is written and has the SHA-256 `written`. */
  confirm(record: ConnectionRecord, writtenText: string): Promise<ConnectionRecord>;
}

/** The store in `connections/` of a state folder; the first record creates the folder. */
export function createConnectionStore(stateDir: string): ConnectionStore {
  const store = createRecordStore<ConnectionRecord>(join(stateDir, 'connections'), {
    schema: storedRecord,
    subject: 'The connection',
    advice: 'Edit the file by hand.',
    damage: damageSentence,
  });
  return {
    ...store,
    async confirm(record, writtenText) {
      const confirmedRecord: ConnectionRecord = { ...record, written: writtenText, phase: 'written' };
      await store.save(confirmedRecord);
      return confirmedRecord;
    },
  };
}

/** Names the file and entry if the damaged text still has them. */
async function damageSentence(path: string, why: string): Promise<string> {
  const text = await readRegularFile(path, maxRecordBytes).then(String, () => '');
  const file = salvage(text, 'file');
  const name = salvage(text, 'name') ?? salvage(text, 'server');
  const backup = path.replace(/\.json$/, '.backup');
  const hasBackup = backup !== path && (await stat(backup).catch(() => undefined))?.isFile();
  const where = file === undefined ? "the client application's configuration" : file;
  const entry = name === undefined ? 'the entry of its server' : `the entry "${name}"`;
  return [
    `The connection record ${path} is damaged (${why}), so the connection is not listed and cannot be disconnected:`,
    `remove ${entry} from ${where} by hand, then delete the record.`,
    ...(hasBackup ? [`The previous configuration is in ${backup}.`] : []),
  ].join(' ');
}

/** The string value of a key in JSON text that does not parse as a whole. */
function salvage(text: string, key: string): string | undefined {
  const [, literal] = new RegExp(`"${key}": ("(?:[^"\\\\]|\\\\.){1,1000}")`).exec(text) ?? [];
  try {
    return literal === undefined ? undefined : (JSON.parse(literal) as string);
  } catch {
    return undefined;
  }
}
