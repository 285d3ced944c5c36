/**
 * Records calls in batches. A killed process loses at most the rows of the last 250 ms, and the next process counts them.
 * While the database is away, rows go to the disk, and later to the database.
 */
import { rm } from 'node:fs/promises';
import type { Spool } from './spool.ts';
import type { Remains, Tally } from './tally.ts';
import type { UsageRow } from './usage-row.ts';

/** The final store of rows. A row that comes a second time is not stored again. */
export interface UsageStore {
  write(rows: readonly UsageRow[]): Promise<void>;
  /** Stores that rows were lost. */
  writeLoss(rows: number): Promise<void>;
  /** How many of these rows are stored. @param since ISO 8601; none of them is older */
  countStored(ids: readonly string[], since: string): Promise<number>;
}

export interface UsageOptions {
  readonly store: UsageStore;
  /** Absent: rows that the store refuses are lost, and counted. */
  readonly spool?: Spool;
  /** Absent: what is in memory when the process is killed is lost without a count. */
  readonly tally?: Tally;
  /** What earlier processes have left to count. */
  readonly remains?: readonly Remains[];
  readonly log: (level: 'warning' | 'info', message: string) => void;
  readonly flushMs?: number;
  /** First and maximum pause before the store is tried again. */
  readonly retryMs?: readonly [first: number, max: number];
}

export interface UsageState {
  readonly recorded: number;
  readonly written: number;
  readonly lost: number;
  /** On the disk, in bytes. */
  readonly spooledBytes: number;
  /** Why rows are not stored now, in one sentence. */
  readonly failure?: string;
}

const maxBatch = 500;
/** Rows in memory: a few seconds of a busy replica. */
const maxBuffered = 20_000;

export class Usage {
  readonly #options: UsageOptions;
  readonly #flushMs: number;
  readonly #retryMs: readonly [number, number];
  #buffer: UsageRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #retryAt = 0;
  #pauseMs = 0;
  #counts = { recorded: 0, written: 0, lost: 0 };
  #uncountedLosses = 0;
  #remains: readonly Remains[];
  #failure: string | undefined;

  constructor(options: UsageOptions) {
    this.#options = options;
    this.#flushMs = options.flushMs ?? 250;
    this.#retryMs = options.retryMs ?? [1_000, 30_000];
    this.#remains = options.remains ?? [];
    if (options.spool?.isEmpty === false || this.#remains.length > 0) this.#plan(0);
  }

  get state(): UsageState {
    const failure = this.#failure;
    return {
      ...this.#counts,
      spooledBytes: this.#options.spool?.bytes ?? 0,
      ...(failure !== undefined && { failure }),
    };
  }

  /** Never waits and never throws. */
  record(row: UsageRow): void {
    this.#counts.recorded++;
    const { tally } = this.#options;
    if (this.#buffer.length >= maxBuffered) this.#lose(1);
    else this.#buffer.push(tally ? { ...row, id: tally.record() } : row);
    this.#plan(this.#buffer.length >= maxBatch ? 0 : this.#flushMs);
  }

  /** Resolves when every row so far is in the store, on the disk, or counted as lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#flushing) await this.#flushing;
    this.#flushing = this.#flushAll().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Stores what is left, trying a store that is away once more. */
  async close(): Promise<void> {
    this.#retryAt = 0;
    await this.flush();
    clearTimeout(this.#timer);
    this.#options.tally?.close();
  }

  #plan(ms: number): void {
    if (this.#timer && ms > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch((error: unknown) => this.#options.log('warning', `Usage rows cannot be stored: ${error}`));
    }, ms).unref();
  }

  async #flushAll(): Promise<void> {
    while (this.#buffer.length > 0) {
      const rows = this.#buffer.splice(0, maxBatch);
      if (performance.now() < this.#retryAt || !(await this.#write(rows))) await this.#keep(rows);
      this.#options.tally?.settle(rows.length, rows.at(-1)?.time ?? '');
    }
    if (performance.now() >= this.#retryAt) await this.#catchUp();
    const isLeft = this.#options.spool?.isEmpty === false || this.#uncountedLosses > 0 || this.#remains.length > 0;
    if (isLeft) this.#plan(Math.max(this.#flushMs, this.#retryAt - performance.now()));
  }

  /** @returns whether the store has the rows */
  async #write(rows: readonly UsageRow[]): Promise<boolean> {
    const isStored = await this.#attempt(() => this.#options.store.write(rows));
    if (isStored) this.#counts.written += rows.length;
    return isStored;
  }

  async #attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      if (this.#failure !== undefined) this.#options.log('info', 'Usage rows are stored again.');
      this.#failure = undefined;
      this.#pauseMs = 0;
      return true;
    } catch (error) {
      const [first, max] = this.#retryMs;
      this.#pauseMs = Math.min(max, this.#pauseMs === 0 ? first : 2 * this.#pauseMs);
      this.#retryAt = performance.now() + this.#pauseMs;
      const sentence = `Usage rows cannot be stored (${error instanceof Error ? error.message : error}).`;
      const consequence = this.#options.spool ? 'They wait on the disk.' : 'They are lost.';
      if (this.#failure === undefined) this.#options.log('warning', `${sentence} ${consequence}`);
      this.#failure = sentence;
      return false;
    }
  }

  async #keep(rows: readonly UsageRow[]): Promise<void> {
    const { spool, log } = this.#options;
    if (!spool) return this.#lose(rows.length);
    try {
      const lostCount = await spool.add(rows);
      if (lostCount > 0) this.#lose(lostCount);
    } catch (error) {
      log('warning', `Usage rows cannot be kept on the disk: ${error}.`);
      this.#lose(rows.length);
    }
  }

  async #catchUp(): Promise<void> {
    const { spool, store } = this.#options;
    for (let next = await spool?.oldest(); next; next = await spool?.oldest()) {
      for (let start = 0; start < next.rows.length; start += maxBatch)
        if (!(await this.#write(next.rows.slice(start, start + maxBatch)))) return;
      await spool?.remove(next.file);
      // A torn line is among the rows that the tally of its process counts.
      if (next.tornCount > 0 && this.#remains.length === 0) this.#lose(next.tornCount);
    }
    await this.#countRemains();
    const lostCount = this.#uncountedLosses;
    if (lostCount === 0 || !(await this.#attempt(() => store.writeLoss(lostCount)))) return;
    this.#uncountedLosses -= lostCount;
    this.#options.tally?.tellLater(this.#uncountedLosses);
  }

  /** Counts the rows that killed processes had in memory, once everything that they had on the disk is stored. */
  async #countRemains(): Promise<void> {
    const { store, log } = this.#options;
    for (const { file, ids, uncountedCount, since } of this.#remains) {
      const isCounted = await this.#attempt(async () => {
        const lostCount = uncountedCount + (ids.length > 0 ? ids.length - (await store.countStored(ids, since)) : 0);
        if (lostCount === 0) return;
        await store.writeLoss(lostCount);
        this.#counts.lost += lostCount;
        log('warning', `A process that ended early has lost ${lostCount} usage rows.`);
      });
      if (!isCounted) return;
      this.#remains = this.#remains.filter((entry) => entry.file !== file);
      await rm(file, { force: true });
    }
  }

  #lose(rows: number): void {
    this.#counts.lost += rows;
    this.#uncountedLosses += rows;
    this.#options.tally?.tellLater(this.#uncountedLosses);
    this.#plan(this.#flushMs);
  }
}
