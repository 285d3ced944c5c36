/** Longer texts are not words and are not cached. UTF-16 units. */
const maxCachedLength = 64;

/** Caches a pure function of a word. */
export class WordCache<Value> {
  readonly #compute: (word: string) => Value;
  readonly #maxWords: number;
  readonly #values = new Map<string, Value>();

  /** @param maxWords the cache is emptied once it has this many */
  constructor(compute: (word: string) => Value, maxWords = 4_096) {
    this.#compute = compute;
    this.#maxWords = maxWords;
  }

  get(word: string): Value {
    const cachedValue = this.#values.get(word);
    if (cachedValue !== undefined) return cachedValue;
    const value = this.#compute(word);
    if (word.length <= maxCachedLength) {
      if (this.#values.size >= this.#maxWords) this.#values.clear();
      this.#values.set(word, value);
    }
    return value;
  }
}
