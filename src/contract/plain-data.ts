import type { Reply } from './host-transport.ts';
import { failure } from './host-transport.ts';

/**
 * Encodes an input as JSON, so that every transport carries the same data. Returns a failed reply for data that JSON
 * cannot represent (a cycle, a bigint). Drops functions and `undefined`, as `JSON.stringify` does.
 */
export function encodeInput(name: string, input: unknown): { ok: true; text: string } | (Reply & { ok: false }) {
  try {
    return { ok: true, text: JSON.stringify(input) ?? 'null' };
  } catch {
    return failure('invalid-input', `The input of "${name}" cannot be sent; send values that JSON can hold.`);
  }
}
