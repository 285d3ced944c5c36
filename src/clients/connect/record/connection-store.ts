/**
 * Connection records: what was written into other programs' files, so that it can be undone after a restart. Each is one
 * JSON file with one backup, readable by their owner only, in `connections/` of the state folder.
 */
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { formatCheckedJson, hashOf } from '../../../files/checked-json.ts';
import { asRefusal, codeOf } from '../../../files/file-errors.ts';
import { type JsonReading, readJsonFile } from '../../../files/json-file.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { renameFile } from '../../../files/rename-file.ts';
import { type ConnectionRecord, storedRecord } from './connection-record.ts';

export interface ConnectionStore {
  /** Saves the record as begun, and the previous bytes as a backup. Call it before the file changes. */
  begin(
    change: Omit<ConnectionRecord, 'id' | 'when' | 'backup' | 'backupHash' | 'phase'>,
    before?: Buffer,
  ): Promise<ConnectionRecord>;
  /** Records that the file is written and has the SHA-256 `written`. */
  confirm(record: ConnectionRecord, written: string): Promise<ConnectionRecord>;
  /** Deletes the record of a write that failed. */
  drop(record: ConnectionRecord): Promise<void>;
  markUndone(record: ConnectionRecord): Promise<void>;
  /** Newest first, without damaged records. */
  list(): Promise<ConnectionRecord[]>;
  /** One sentence for each unreadable record: what can no longer be undone, and how to remove it by hand. */
  listDamage(): Promise<string[]>;
  /**
   * @returns the backup's bytes; undefined if the file did not exist before
   * @throws WorkbenchError `refused` if the backup is missing, damaged, or not in this folder
   */
  readBackup(record: ConnectionRecord): Promise<Buffer | undefined>;
}

/** Far larger than any record. */
const maxRecordBytes = 4 * 1024 * 1024;

/** The store in `connections/` of a state folder; the first record creates the folder. */
export function createConnectionStore(stateDir: string): ConnectionStore {
  const dir = join(stateDir, 'connections');
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const backupOf = (id: string) => join(dir, `${id}.backup`);

  async function save(entry: ConnectionRecord): Promise<void> {
    const temporary = join(dir, `${entry.id}.tmp`);
    await writePrivately(temporary, formatCheckedJson(entry));
    await renameFile(temporary, pathOf(entry.id));
  }

  return {
    async begin(change, before) {
      const when = new Date().toISOString();
      const id = `${when.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
      const backup = backupOf(id);
      const entry: ConnectionRecord = {
        ...change,
        id,
        when,
        ...(before ? { backup, backupHash: hashOf(before) } : {}),
        phase: 'begun',
      };
      try {
        await makePrivateFolder(dir);
        if (before) await writePrivately(backup, before);
        await save(entry);
      } catch (error) {
        throw asRefusal(error, `The connection cannot be recorded in ${dir}, so nothing was changed`);
      }
      return entry;
    },

    async confirm(entry, written) {
      const confirmed: ConnectionRecord = { ...entry, written, phase: 'written' };
      await save(confirmed);
      return confirmed;
    },

    async drop({ id, backup }) {
      await rm(pathOf(id), { force: true });
      if (backup !== undefined) await rm(backup, { force: true });
    },

    markUndone: (entry) => save({ ...entry, phase: 'undone' }),

    async list() {
      const read = await readAll(dir);
      return read.flatMap(({ reading }) => (reading.kind === 'valid' ? [reading.value] : []));
    },

    async listDamage() {
      const sentences = (await readAll(dir)).map(async ({ path, reading }) =>
        reading.kind === 'damaged' || reading.kind === 'unreadable' ? [await damageSentence(path, reading.why)] : [],
      );
      return (await Promise.all(sentences)).flat();
    },

    async readBackup({ id, backup, backupHash }) {
      if (backup === undefined) return undefined;
      if (backup !== backupOf(id)) {
        const message = `The backup ${backup} does not belong to this connection, so nothing was changed. Edit the file by hand.`;
        throw new WorkbenchError('refused', message);
      }
      const bytes = await readFile(backup).catch((cause: unknown) => {
        const message = `The backup ${backup} cannot be read, so nothing was changed. Edit the file by hand.`;
        throw new WorkbenchError('refused', message, { cause });
      });
      if (backupHash !== undefined && hashOf(bytes) !== backupHash) {
        const message = `The backup ${backup} is damaged, so nothing was changed. Edit the file by hand.`;
        throw new WorkbenchError('refused', message);
      }
      return bytes;
    },
  };
}

interface ReadRecord {
  readonly path: string;
  readonly reading: JsonReading<ConnectionRecord>;
}

/** Newest first: file names begin with the time. An unreadable folder counts as one damaged record. */
async function readAll(dir: string): Promise<ReadRecord[]> {
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT'
      ? []
      : [{ path: dir, reading: { kind: 'unreadable', why: `it cannot be read (${code})` } }];
  }
  const newestFirst = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  return Promise.all(newestFirst.map((name) => readRecord(join(dir, name))));
}

async function readRecord(path: string): Promise<ReadRecord> {
  const reading = await readJsonFile(path, storedRecord, maxRecordBytes);
  const isRenamed = reading.kind === 'valid' && `${reading.value.id}.json` !== basename(path);
  return {
    path,
    reading: isRenamed ? { kind: 'damaged', why: 'its file was renamed' } : reading,
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

async function writePrivately(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
