import { sha256 } from '../files/sha256.ts';
import type { Ask } from '../model/asks.ts';

/**
 * Names an ask in the protocol and on the command line. Two asks with the same id cannot be constructed. Two
 * asks whose ids share 12 characters can, in seconds, so only a whole id names an ask.
 */
export function askId(ask: Ask): string {
  return sha256(JSON.stringify(inOrder(ask))).slice(0, 32);
}

/** The fields in the order of their names: a record on disk may have another order than a definition. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, inner]): [string, unknown] => [key, inOrder(inner)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
