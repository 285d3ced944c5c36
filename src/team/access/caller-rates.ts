/**
 * Limits the calls of each subject in a minute. Each replica counts its own; through a database they learn of each other's
 * every few seconds. Without it, or while it is away, each replica allows the whole limit: a limit protects the servers
 * from a mistake, and a database that is away must not lock people out.
 */
import type { AccessRefusal } from './refusal.ts';

const minuteMs = 60_000;

/** The calls of all replicas in one minute. */
export interface SharedCounts {
  /**
   * Adds this replica's new calls and returns the sums of all replicas.
   * @param minute since 1970 @param calls by subject
   */
  exchange(minute: number, calls: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

export interface CallerRatesOptions {
  readonly perMinute: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

interface Count {
  /** Of all replicas, as far as known; includes `unshared`. */
  total: number;
  unshared: number;
}

export class CallerRates {
  readonly #perMinute: number;
  readonly #now: () => number;
  #minute = 0;
  #counts = new Map<string, Count>();

  constructor({ perMinute, now = Date.now }: CallerRatesOptions) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one call. @returns the refusal of a call over the limit, which does not count */
  take(subject: string): AccessRefusal | undefined {
    const now = this.#now();
    this.#turn(Math.floor(now / minuteMs));
    const count = this.#counts.get(subject) ?? { total: 0, unshared: 0 };
    if (count.total >= this.#perMinute) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((this.#minute + 1) * minuteMs - now) / 1_000));
      const sentence = `You have made ${this.#perMinute} calls in this minute: try again in ${retryAfterSeconds} seconds.`;
      return { status: 429, sentence, retryAfterSeconds };
    }
    count.total++;
    count.unshared++;
    this.#counts.set(subject, count);
    return undefined;
  }

  /** Exchanges counts with the other replicas. Rejects as `shared` does; the calls are then counted at the next exchange. */
  async share(shared: SharedCounts): Promise<void> {
    this.#turn(Math.floor(this.#now() / minuteMs));
    const minute = this.#minute;
    const counts = this.#counts;
    const calls = new Map(
      [...counts].flatMap(([subject, { unshared }]) => (unshared > 0 ? [[subject, unshared]] : [])),
    );
    if (calls.size === 0) return;
    const totals = await shared.exchange(minute, calls);
    for (const [subject, total] of totals) {
      const count = counts.get(subject);
      if (!count) continue;
      count.unshared -= calls.get(subject) ?? 0;
      count.total = total + count.unshared;
    }
  }

  #turn(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts = new Map();
  }
}
