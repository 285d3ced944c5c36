/** A bounded map whose entries expire. A new entry replaces the one that was used longest ago. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly endsAt: number }>();
  readonly #maxEntries: number;
  readonly #now: () => number;

  /** @param now in milliseconds */
  constructor(maxEntries: number, now: () => number) {
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.endsAt <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param endsAt in milliseconds, by the clock of the constructor */
  set(key: string, value: Value, endsAt: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt });
    if (this.#entries.size <= this.#maxEntries) return;
    const [oldestKey] = this.#entries.keys();
    if (oldestKey !== undefined) this.#entries.delete(oldestKey);
  }
}
