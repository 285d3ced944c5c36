/**
 * Counts the running requests of each caller, at all servers of this replica. Through a database, replicas also count each
 * other's, but only requests that last: one that ends within a second or two is over before another replica learns of it, and
 * would count too late. While the database is away, each replica knows only its own.
 */
import type { CallerLoad } from '../../mcp/server/http/replica.ts';
import type { ClientKey } from '../../sandbox/fair-queue.ts';

/** The time between two exchanges, and the age at which other replicas learn of a request. */
export const shareLoadMs = 2_000;
/** After this time, the counts of another replica are dropped, because it may have ended. */
const keptMs = 3 * shareLoadMs;

/** Exchanges counts of lasting requests between replicas. */
export interface SharedLoad {
  /** Replaces this replica's counts, and returns the sums of the other live replicas, by subject. */
  exchange(ownLoad: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

export class SharedCallerLoad implements CallerLoad {
  readonly #now: () => number;
  /** When each request began. */
  readonly #ownRequests = new Map<ClientKey, Set<{ readonly since: number }>>();
  #otherReplicas: { readonly requests: ReadonlyMap<ClientKey, number>; readonly at: number } | undefined;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  count(caller: ClientKey): number {
    const ownCount = this.#ownRequests.get(caller)?.size ?? 0;
    const isKnown = this.#otherReplicas !== undefined && this.#now() - this.#otherReplicas.at < keptMs;
    return ownCount + ((isKnown && this.#otherReplicas?.requests.get(caller)) || 0);
  }

  begin(caller: ClientKey): () => void {
    const ownRequests = this.#ownRequests.get(caller) ?? new Set();
    const request = { since: this.#now() };
    this.#ownRequests.set(caller, ownRequests.add(request));
    return () => {
      ownRequests.delete(request);
      if (ownRequests.size === 0 && this.#ownRequests.get(caller) === ownRequests) this.#ownRequests.delete(caller);
    };
  }

  /** Rejects as `sharedLoad` does. */
  async share(sharedLoad: SharedLoad): Promise<void> {
    const before = this.#now() - shareLoadMs;
    const lasting = new Map<string, number>();
    for (const [caller, requests] of this.#ownRequests) {
      const count = [...requests].filter(({ since }) => since <= before).length;
      if (count > 0 && typeof caller === 'string') lasting.set(caller, count);
    }
    this.#otherReplicas = { requests: await sharedLoad.exchange(lasting), at: this.#now() };
  }
}
