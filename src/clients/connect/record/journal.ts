/**
 * What was written into other programs' files, kept so that it can be undone after a restart: one JSON file a change and
 * one backup, readable by their owner only, in `connections/` of the workbench's state folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { codeOf } from '../../../files/file-errors.ts';
import { type JsonReading, readJsonFile } from '../../../files/json-file.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { type JournalRecord, storedRecord } from './journal-record.ts';

export interface Journal {
  /** Keeps the record as begun, and the bytes from before as a backup. Call it before the file is changed. */
  begin(change: Omit<JournalRecord, 'id' | 'when' | 'backup' | 'phase'>, before?: Buffer): Promise<JournalRecord>;
  /** Notes that the change is in the file, whose SHA-256 is `written`. */
  confirm(record: JournalRecord, written: string): Promise<JournalRecord>;
  /** Forgets a change that did not come about. */
  drop(record: JournalRecord): Promise<void>;
  markUndone(record: JournalRecord): Promise<void>;
  /** Newest first, without those that are damaged. */
  list(): Promise<JournalRecord[]>;
  /** A sentence for each record that cannot be read: what can no longer be undone, and how to remove it by hand. */
  listDamage(): Promise<string[]>;
  /**
   * @returns the backup's bytes; undefined when the file did not exist before
   * @throws WorkbenchError `refused` when the backup is gone, or is not the one that was kept here
   */
  readBackup(record: JournalRecord): Promise<Buffer | undefined>;
}

/** More than any record takes, whose entry came from a person's own server. */
const maxRecordBytes = 4 * 1024 * 1024;

/** SHA-256, hexadecimal: `JournalRecord.written`. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The journal in `connections/` of a state folder; the folder is made with the first record. */
export function createJournal(stateDir: string): Journal {
  const dir = join(stateDir, 'connections');
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const backupOf = (id: string) => join(dir, `${id}.backup`);

  async function save(entry: JournalRecord): Promise<void> {
    const temporary = join(dir, `${entry.id}.tmp`);
    await writePrivately(temporary, `${JSON.stringify(entry, null, 2)}\n`);
    await rename(temporary, pathOf(entry.id));
  }

  return {
    async begin(change, before) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const when = new Date().toISOString();
      const id = `${when.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
      const backup = backupOf(id);
      if (before) await writePrivately(backup, before);
      const entry: JournalRecord = { ...change, id, when, ...(before ? { backup } : {}), phase: 'begun' };
      await save(entry);
      return entry;
    },

    async confirm(entry, written) {
      const confirmed: JournalRecord = { ...entry, written, phase: 'written' };
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

    async readBackup({ id, backup }) {
      if (backup === undefined) return undefined;
      if (backup !== backupOf(id)) {
        const message = `The backup ${backup} was not made here, so this change is not undone. Edit the file by hand.`;
        throw new WorkbenchError('refused', message);
      }
      return readFile(backup).catch((cause: unknown) => {
        const message = `The backup ${backup} cannot be read, so this change cannot be undone. Edit the file by hand.`;
        throw new WorkbenchError('refused', message, { cause });
      });
    },
  };
}

interface ReadRecord {
  readonly path: string;
  readonly reading: JsonReading<JournalRecord>;
}

/** Newest first: the names begin with the time. A folder that cannot be read is one damaged record. */
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
    reading: isRenamed ? { kind: 'damaged', why: 'its name is not the one it was written under' } : reading,
  };
}

/** Says as much as the damaged text still shows. */
async function damageSentence(path: string, why: string): Promise<string> {
  const text = await readRegularFile(path, maxRecordBytes).then(String, () => '');
  const file = salvage(text, 'file');
  const name = salvage(text, 'name') ?? salvage(text, 'server');
  const backup = path.replace(/\.json$/, '.backup');
  const hasBackup = backup !== path && (await stat(backup).catch(() => undefined))?.isFile();
  const where = file === undefined ? "the client application's configuration" : file;
  const entry = name === undefined ? 'the entry of its server' : `the entry "${name}"`;
  return [
    `The record ${path} of a connection is damaged (${why}), so it is not listed and cannot be disconnected:`,
    `remove ${entry} from ${where} by hand, then delete the record.`,
    ...(hasBackup ? [`The configuration as it was before is in ${backup}.`] : []),
  ].join(' ');
}

/** The string that follows a key in a JSON text which cannot be parsed as a whole. */
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
