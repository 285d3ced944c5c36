/**
 * Records of what was written into other programs' files and folders, so that it can be undone after a restart. Each is one
 * JSON file with one backup, readable by their owner only, in a folder of the state folder.
 */
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import { formatCheckedJson } from '../../files/checked-json.ts';
import { asRefusal, codeOf, failureSentence } from '../../files/file-errors.ts';
import { type JsonReading, readJsonFile } from '../../files/json-file.ts';
import { makePrivateFolder } from '../../files/make-folder.ts';
import { sha256 } from '../../files/sha256.ts';
import { renameFile } from '../../files/write/rename-file.ts';

/** What every record has. */
export interface AnyRecord {
  readonly id: string;
  /** ISO 8601. */
  readonly when: string;
  /** Path of the copy of what was there before; absent if there was nothing. */
  readonly backup?: string;
  /** SHA-256 of that copy, hexadecimal. */
  readonly backupHash?: string;
  /** `begun` until the write is confirmed: after a crash it may be complete or not. */
  readonly phase: 'begun' | 'written' | 'undone';
}

export interface RecordStore<Stored extends AnyRecord> {
  /** Saves the record as begun, and the previous bytes as a backup. Call it before anything is written. */
  begin(change: Omit<Stored, 'id' | 'when' | 'backup' | 'backupHash' | 'phase'>, before?: Buffer): Promise<Stored>;
  save(record: Stored): Promise<void>;
  /** Deletes the record of a write that failed. */
  drop(record: Stored): Promise<void>;
  markUndone(record: Stored): Promise<void>;
  /** Newest first, without damaged records. */
  list(): Promise<Stored[]>;
  /**
   * What is wrong with each damaged record, and how to undo by hand what it recorded. The content of one that cannot be
   * read may be fine: how to read it again.
   */
  listDamage(): Promise<string[]>;
  /**
   * @returns the backup's bytes; undefined if there was nothing before
   * @throws WorkbenchError `refused` if the backup is missing, damaged, or not in this folder
   */
  readBackup(record: Stored): Promise<Buffer | undefined>;
}

export interface RecordKind<Stored extends AnyRecord> {
  readonly schema: z.ZodType<Stored>;
  /** The start of a sentence: `The connection`. */
  readonly subject: string;
  /** What to do by hand, at the end of a sentence: `Edit the file by hand.` */
  readonly advice: string;
  /** A sentence about a damaged record. @param why the end of a sentence about its file */
  readonly damage: (path: string, why: string) => Promise<string>;
}

/** Far larger than any record. */
export const maxRecordBytes = 4 * 1024 * 1024;

/** The store in one folder, which the first record creates. */
export function createRecordStore<Stored extends AnyRecord>(
  dir: string,
  { schema, subject, advice, damage }: RecordKind<Stored>,
): RecordStore<Stored> {
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const backupOf = (id: string) => join(dir, `${id}.backup`);

  async function save(record: Stored): Promise<void> {
    const temporary = join(dir, `${record.id}.tmp`);
    await writePrivately(temporary, formatCheckedJson(record));
    await renameFile(temporary, pathOf(record.id));
  }

  return {
    save,

    async begin(change, before) {
      const when = new Date().toISOString();
      const id = `${when.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
      const backup = backupOf(id);
      const record = {
        ...change,
        id,
        when,
        ...(before ? { backup, backupHash: sha256(before) } : {}),
        phase: 'begun' as const,
      } as unknown as Stored;
      try {
        await makePrivateFolder(dir);
        if (before) await writePrivately(backup, before);
        await save(record);
      } catch (error) {
        throw asRefusal(error, `${subject} cannot be recorded in ${dir}, so nothing was changed`);
      }
      return record;
    },

    async drop({ id, backup }) {
      await rm(pathOf(id), { force: true });
      if (backup !== undefined) await rm(backup, { force: true });
    },

    markUndone: (record) => save({ ...record, phase: 'undone' }),

    async list() {
      const readRecords = await readAll(dir, schema);
      return readRecords.flatMap(({ reading }) => (reading.kind === 'valid' ? [reading.value] : []));
    },

    async listDamage() {
      const sentences = (await readAll(dir, schema)).map(async ({ path, reading }) =>
        reading.kind === 'unreadable'
          ? [unreadSentence(path === dir ? `The folder of records ${path}` : `The record ${path}`, reading.error)]
          : reading.kind === 'damaged'
            ? [await damage(path, reading.why)]
            : [],
      );
      return (await Promise.all(sentences)).flat();
    },

    async readBackup({ id, backup, backupHash }) {
      if (backup === undefined) return undefined;
      const refuse = (what: string, cause?: unknown) =>
        new WorkbenchError('refused', `The backup ${backup} ${what}, so nothing was changed. ${advice}`, { cause });
      if (backup !== backupOf(id)) throw refuse(`does not belong to this ${subject.replace(/^The /, '')}`);
      const bytes = await readFile(backup).catch((cause: unknown) => {
        throw refuse('cannot be read', cause);
      });
      if (backupHash !== undefined && sha256(bytes) !== backupHash) throw refuse('is damaged');
      return bytes;
    },
  };
}

function unreadSentence(what: string, error: unknown): string {
  return `${failureSentence(`${what} cannot be read`, error)} Until then, what it records is not listed and cannot be undone.`;
}

interface ReadRecord<Stored> {
  readonly path: string;
  readonly reading: JsonReading<Stored>;
}

/** Newest first: file names begin with the time. An unreadable folder counts as one unreadable record. */
async function readAll<Stored extends AnyRecord>(
  dir: string,
  schema: z.ZodType<Stored>,
): Promise<ReadRecord<Stored>[]> {
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT'
      ? []
      : [{ path: dir, reading: { kind: 'unreadable', why: `it cannot be read (${code})`, error } }];
  }
  const newestFirst = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  return Promise.all(newestFirst.map((name) => readRecord(join(dir, name), schema)));
}

async function readRecord<Stored extends AnyRecord>(
  path: string,
  schema: z.ZodType<Stored>,
): Promise<ReadRecord<Stored>> {
  const fileReading = await readJsonFile(path, schema, maxRecordBytes);
  const isRenamed = fileReading.kind === 'valid' && `${fileReading.value.id}.json` !== basename(path);
  return {
    path,
    reading: isRenamed ? { kind: 'damaged', why: 'its file was renamed' } : fileReading,
  };
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
