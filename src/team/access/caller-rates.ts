/**
 * Limits what each subject does in a minute: its calls, and the bytes that it sends. Each replica counts its own, and learns
 * the counts of the others through a database every few seconds. Without a database, or while it is away, each replica allows
 * the whole limit: a limit protects the servers from mistakes, and must not lock people out.
 */
import type { AccessRefusal } from './refusal.ts';

const minuteMs = 60_000;

/** What all replicas count in one minute. */
export interface SharedCounts {
  /**
   * Adds what is new at this replica and returns the sums of all replicas.
   * @param minute since 1970 @param counts by `CallerRates.key`
   */
  exchange(minute: number, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

export interface CallerRatesOptions {
  readonly perMinute: number;
  /** What is counted. Default: calls. */
  readonly unit?: 'calls' | 'bytes';
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

interface Count {
  /** The known count of all replicas; includes `unsharedCount`. */
  totalCount: number;
  unsharedCount: number;
}

export class CallerRates {
  readonly #maxPerMinute: number;
  readonly #unit: 'calls' | 'bytes';
  readonly #now: () => number;
  #minute = 0;
  #counts = new Map<string, Count>();

  constructor({ perMinute, unit = 'calls', now = Date.now }: CallerRatesOptions) {
    this.#maxPerMinute = perMinute;
    this.#unit = unit;
    this.#now = now;
  }

  /** Counts one call, or the bytes of one. @returns the refusal of a call after the limit, which does not count */
  take(subject: string, amount = 1): AccessRefusal | undefined {
    const now = this.#now();
    this.#turn(Math.floor(now / minuteMs));
    const count = this.#counts.get(subject) ?? { totalCount: 0, unsharedCount: 0 };
    if (count.totalCount >= this.#maxPerMinute) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((this.#minute + 1) * minuteMs - now) / 1_000));
      const usage =
        this.#unit === 'calls' ? `made ${this.#maxPerMinute} calls` : `sent ${Math.round(this.#maxPerMinute / 1e6)} MB`;
      const sentence = `You have ${usage} in this minute: try again in ${retryAfterSeconds} seconds.`;
      return { status: 429, sentence, retryAfterSeconds };
    }
    count.totalCount += amount;
    count.unsharedCount += amount;
    this.#counts.set(subject, count);
    return undefined;
  }

  /** Exchanges counts with the other replicas. Rejects as `sharedCounts` does; they are then counted at the next exchange. */
  async share(sharedCounts: SharedCounts): Promise<void> {
    this.#turn(Math.floor(this.#now() / minuteMs));
    const minute = this.#minute;
    const counts = this.#counts;
    const unsharedRates = new Map(
      [...counts].flatMap(([subject, count]) => (count.unsharedCount > 0 ? [[subject, count.unsharedCount]] : [])),
    );
    if (unsharedRates.size === 0) return;
    const keys = new Map([...unsharedRates].map(([subject, amount]) => [this.#keyOf(subject), amount]));
    const totals = await sharedCounts.exchange(minute, keys);
    for (const [subject, amount] of unsharedRates) {
      const [count, total] = [counts.get(subject), totals.get(this.#keyOf(subject))];
      if (!count || total === undefined) continue;
      count.unsharedCount -= amount;
      count.totalCount = total + count.unsharedCount;
    }
  }

  /** Subjects have no control characters, so no subject has the key of another count. */
  #keyOf(subject: string): string {
    return this.#unit === 'calls' ? subject : `${this.#unit}\t${subject}`;
  }

  #turn(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts = new Map();
  }
}
