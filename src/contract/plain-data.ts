import type { Reply } from './contract.ts';
import { failure } from './dispatch.ts';

/**
 * An input as JSON text, which is what every pipe can carry and the contract is made of; a failed reply for one that JSON
 * cannot hold (a cycle, a bigint). A function or `undefined` in it is dropped, as `JSON.stringify` does.
 */
export function encodeInput(name: string, input: unknown): { ok: true; text: string } | (Reply & { ok: false }) {
  try {
    return { ok: true, text: JSON.stringify(input) ?? 'null' };
  } catch {
    return failure('invalid-input', `The input of "${name}" cannot be sent; send values that JSON can hold.`);
  }
}
