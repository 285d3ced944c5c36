/**
 * What was written into other programs' files, kept so that it can be undone after a restart: one JSON file a change and
 * one backup, readable by their owner only, in `connections/` of the workbench's state folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchError } from '../model/errors.ts';
import { type JournalRecord, parseRecord } from './journal-record.ts';

export interface Journal {
  /** Keeps the record as begun, and the bytes from before as a backup. Call it before the file is changed. */
  begin(change: Omit<JournalRecord, 'id' | 'when' | 'backup' | 'phase'>, before?: Buffer): Promise<JournalRecord>;
  /** Notes that the change is in the file, whose SHA-256 is `written`. */
  confirm(record: JournalRecord, written: string): Promise<JournalRecord>;
  /** Forgets a change that did not come about. */
  drop(record: JournalRecord): Promise<void>;
  markUndone(record: JournalRecord): Promise<void>;
  /** Newest first. */
  list(): Promise<JournalRecord[]>;
  /**
   * @returns the backup's bytes; undefined when the file did not exist before
   * @throws WorkbenchError `refused` when the backup is gone, or is not the one that was kept here
   */
  readBackup(record: JournalRecord): Promise<Buffer | undefined>;
}

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
      const names = await readdir(dir).catch(() => []);
      // The names begin with the time.
      const newestFirst = names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse();
      const read = await Promise.all(newestFirst.map((name) => readRecord(dir, name)));
      return read.filter((entry) => entry !== undefined);
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

/** A record that somebody damaged or renamed is not offered for undoing; its backup stays. */
async function readRecord(dir: string, name: string): Promise<JournalRecord | undefined> {
  try {
    const read = parseRecord(JSON.parse(await readFile(join(dir, name), 'utf8')));
    return `${read.id}.json` === name ? read : undefined;
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
