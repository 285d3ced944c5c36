/** The passages that a session already has, so that it does not pay for them twice. */
import { createHash } from 'node:crypto';

/** Beyond this number, a new passage replaces the oldest. */
const maxPassages = 5_000;

export class GivenPassages {
  readonly #keys = new Set<string>();

  /** @param text a passage whose text has changed counts as another passage */
  has(source: string, location: string, text: string): boolean {
    return this.#keys.has(keyOf(source, location, text));
  }

  add(source: string, location: string, text: string): void {
    this.#keys.add(keyOf(source, location, text));
    for (const key of this.#keys) if (this.#keys.size > maxPassages) this.#keys.delete(key);
  }
}

function keyOf(source: string, location: string, text: string): string {
  return createHash('sha1')
    .update(JSON.stringify([source, location, text]))
    .digest('base64');
}
