import type { RateLimit } from './definitions.ts';

/** The limit of a server whose file sets none. */
export const defaultRateLimit: RateLimit = { perSecond: 20, burst: 40 };
