/** Limits the rate of tool calls to one server (MCP 2025-11-25, "Tools", "Security Considerations"). */
import type { RateLimit } from '../../../model/definitions.ts';

export const defaultRateLimit: RateLimit = { perSecond: 20, burst: 40 };

/** What repeated additions of floating-point numbers may lack for a whole token. */
const rounding = 1e-9;

/** A token bucket: full at first, one token per call, refilled over time. */
export class Bucket {
  #tokens: number;
  #filledAt: number;
  readonly #now: () => number;

  /** @param now a monotonic clock, in milliseconds */
  constructor({ burst }: RateLimit, now: () => number = () => performance.now()) {
    this.#tokens = burst;
    this.#now = now;
    this.#filledAt = now();
  }

  /** Takes a token. @returns 0, or the milliseconds until the next token */
  take({ perSecond, burst }: RateLimit): number {
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    if (this.#tokens < 1 - rounding) return Math.ceil(((1 - this.#tokens) * 1000) / perSecond);
    this.#tokens = Math.max(0, this.#tokens - 1);
    return 0;
  }
}
