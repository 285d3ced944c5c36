/** How many calls the clients of one server may make (MCP 2025-11-25, "Tools", "Security Considerations"). */
import type { RateLimit } from '../../../model/definitions.ts';

export const defaultRateLimit: RateLimit = { perSecond: 20, burst: 40 };

/** A token bucket: full at first, one token a call, filled again with time. */
export class Bucket {
  #tokens: number;
  #filledAt: number;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor({ burst }: RateLimit, now: () => number = () => performance.now()) {
    this.#tokens = burst;
    this.#now = now;
    this.#filledAt = now();
  }

  /** Takes a token. @returns 0, or the milliseconds after which there will be one */
  take({ perSecond, burst }: RateLimit): number {
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / perSecond);
    this.#tokens -= 1;
    return 0;
  }
}
