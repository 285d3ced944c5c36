/** Limits the rate of tool calls to one server (MCP 2025-11-25, "Tools", "Security Considerations"). */
import { getOrCreate } from '../../../base/get-or-create.ts';
import type { RateLimit } from '../../../model/definitions.ts';
import type { ClientKey } from '../../../sandbox/fair-queue.ts';

type Rate = Pick<RateLimit, 'perSecond' | 'burst'>;

/** What repeated additions of floating-point numbers may lack for a whole token. */
const rounding = 1e-9;

/** A token bucket: full at first, one token per call, refilled over time. */
export class Bucket {
  #tokens: number;
  #filledAt: number;
  readonly #now: () => number;

  /** @param now a monotonic clock, in milliseconds */
  constructor({ burst }: Rate, now: () => number = () => performance.now()) {
    this.#tokens = burst;
    this.#now = now;
    this.#filledAt = now();
  }

  /** @returns 0 if there is a token, or the milliseconds until the next one */
  wait({ perSecond, burst }: Rate): number {
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    return this.#tokens < 1 - rounding ? Math.ceil(((1 - this.#tokens) * 1000) / perSecond) : 0;
  }

  /** Takes a token if the bucket has one. @returns as `wait` */
  take(rate: Rate): number {
    const wait = this.wait(rate);
    if (wait === 0) this.#tokens = Math.max(0, this.#tokens - 1);
    return wait;
  }
}

/** A limit that a call would exceed. */
export interface ExceededLimit {
  readonly limitedBy: 'server' | 'client' | 'tool';
  /** Calls per minute; absent for the server, whose limit is per second. */
  readonly perMinute?: number;
  readonly waitMs: number;
}

/** Most names of stateless clients with a bucket; the oldest are forgotten. */
const maxNamedClients = 1_000;

/** The limits of one server: calls by all clients, by one client, and of one tool. */
export class CallLimits {
  readonly #now: (() => number) | undefined;
  #serverBucket: Bucket | undefined;
  readonly #toolBuckets = new Map<string, Bucket>();
  readonly #connectionBuckets = new WeakMap<object, Bucket>();
  readonly #nameBuckets = new Map<string, Bucket>();

  /** @param now as of `Bucket` */
  constructor(now?: () => number) {
    this.#now = now;
  }

  /** Counts a call, unless it exceeds a limit: then it counts nowhere, and the longest wait is returned. */
  take(limit: RateLimit, tool: string, client: ClientKey | undefined): ExceededLimit | undefined {
    this.#serverBucket ??= new Bucket(limit, this.#now);
    const checks: (Omit<ExceededLimit, 'waitMs'> & { readonly bucket: Bucket; readonly rate: Rate })[] = [
      { limitedBy: 'server', bucket: this.#serverBucket, rate: limit },
    ];
    const { perClient, perTool } = limit;
    if (perClient !== undefined && client !== undefined) {
      const rate = perMinute(perClient);
      checks.push({ limitedBy: 'client', perMinute: perClient, bucket: this.#bucketOf(client, rate), rate });
    }
    const ofTool = perTool && Object.hasOwn(perTool, tool) ? perTool[tool] : undefined;
    if (ofTool !== undefined) {
      const rate = perMinute(ofTool);
      const bucket = getOrCreate(this.#toolBuckets, tool, () => new Bucket(rate, this.#now));
      checks.push({ limitedBy: 'tool', perMinute: ofTool, bucket, rate });
    }
    let exceededLimit: ExceededLimit | undefined;
    for (const { bucket, rate, ...check } of checks) {
      const waitMs = bucket.wait(rate);
      if (waitMs > (exceededLimit?.waitMs ?? 0)) exceededLimit = { ...check, waitMs };
    }
    if (!exceededLimit) for (const { bucket, rate } of checks) bucket.take(rate);
    return exceededLimit;
  }

  #bucketOf(client: ClientKey, rate: Rate): Bucket {
    const create = () => new Bucket(rate, this.#now);
    if (typeof client === 'object') return getOrCreate(this.#connectionBuckets, client, create);
    const [oldestName] = this.#nameBuckets.keys();
    if (this.#nameBuckets.size >= maxNamedClients && oldestName !== undefined && !this.#nameBuckets.has(client))
      this.#nameBuckets.delete(oldestName);
    return getOrCreate(this.#nameBuckets, client, create);
  }
}

/** A minute's calls may come at once. */
function perMinute(calls: number): Rate {
  return { perSecond: calls / 60, burst: Math.max(1, Math.floor(calls)) };
}
