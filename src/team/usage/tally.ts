/**
 * Counts on the disk how many rows a process has recorded, and how many of them are safe, so that the next process at this
 * place can count what a killed one lost. Each row costs one write of 100 bytes to an open file,
 * some microseconds; what is written survives the end of the process, but not always that of the computer.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { processExists } from '../../files/process-exists.ts';

/** What an ended process may have lost. */
export interface Remains {
  readonly file: string;
  /** Ids of the rows whose end is unknown: they may be stored. */
  readonly ids: readonly string[];
  /** Rows that were lost for certain, and are not counted in the store yet. */
  readonly uncountedCount: number;
  /** None of the rows is older: ISO 8601. */
  readonly since: string;
}

const fileForm = /\.tally$/;
const textForm =
  /^([0-9a-f-]{24}) process (\d+) recorded (\d+) settled (\d+) untold (\d+) since (\d{4}-\d\d-\d\dT[\d:.]+Z) *\n$/;
/** More are never under way: the rows in memory, and one batch. */
const maxIds = 100_000;
const length = 140;
/** The clock may have been set back. */
const marginMs = 60_000;

export class Tally {
  readonly #path: string;
  /** The first 24 characters of the ids of this process's rows. */
  readonly #prefix = randomUUID().slice(0, 24);
  #file: number | undefined;
  #counts = { recorded: 0, settled: 0, untold: 0, since: new Date().toISOString() };

  private constructor(folder: string) {
    this.#path = join(folder, `${this.#prefix}.tally`);
    this.#file = openSync(this.#path, 'wx', 0o600);
    this.#write();
  }

  /** @throws if the folder cannot be written to */
  static open(folder: string): Tally {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new Tally(folder);
  }

  /** Counts a row before its answer is sent. @returns its id */
  record(): string {
    this.#counts.recorded++;
    this.#write();
    return idOf(this.#prefix, this.#counts.recorded);
  }

  /** Records that the oldest unsettled rows are stored, on the disk, or certainly lost. @param time of the last one */
  settle(rows: number, time: string): void {
    this.#counts.settled += rows;
    this.#counts.since = time;
    this.#write();
  }

  /** Records losses to report later. @param rows lost rows that the store has not counted yet */
  tellLater(rows: number): void {
    this.#counts.untold = rows;
    this.#write();
  }

  /** Removes the file if nothing is left to count. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    const { recorded, settled, untold } = this.#counts;
    if (recorded === settled && untold === 0) rmSync(this.#path, { force: true });
  }

  #write(): void {
    if (this.#file === undefined) return;
    const { recorded, settled, untold, since } = this.#counts;
    const text = `${this.#prefix} process ${process.pid} recorded ${recorded} settled ${settled} untold ${untold} since ${since}`;
    try {
      writeSync(this.#file, `${text.padEnd(length - 1)}\n`, 0);
    } catch {
      // A full disk must not stop a call; the rows are then counted up to here.
    }
  }
}

/** Reads what ended processes have left in a folder. */
export function readRemains(folder: string): readonly Remains[] {
  return readdirSync(folder)
    .filter((name) => fileForm.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      const [, prefix = '', pid, recordedCount, settledCount, untold, since = ''] =
        textForm.exec(readFileSync(file, 'utf8')) ?? [];
      // In a container, each process has the number of the one before it.
      if (Number(pid) !== process.pid && pid !== undefined && processExists(Number(pid))) return [];
      const [first, last] = [Number(settledCount ?? 0) + 1, Number(recordedCount ?? 0)];
      const count = Math.min(maxIds, Math.max(0, last - first + 1));
      const ids = Array.from({ length: count }, (_, index) => idOf(prefix, first + index));
      const time = (since === '' ? Date.now() : Date.parse(since)) - marginMs;
      return [{ file, ids, uncountedCount: Number(untold ?? 0), since: new Date(time).toISOString() }];
    });
}

function idOf(prefix: string, sequence: number): string {
  return prefix + sequence.toString(16).padStart(12, '0');
}
