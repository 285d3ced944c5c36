/** The passages that a session has been given, so that it does not pay for them twice. */
import { createHash } from 'node:crypto';

/** A later one replaces the earliest. */
const maxPassages = 5_000;

export class GivenPassages {
  readonly #keys = new Set<string>();

  /** @param text a passage that has changed since is another passage */
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
