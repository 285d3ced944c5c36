/** What was found out about words, remembered. */

/** Longer ones are no words and not worth their memory. UTF-16 units. */
const longestRemembered = 64;

/** Answers by word; what `of` makes of a word must depend on nothing else. */
export class WordMemory<Meaning> {
  readonly #of: (word: string) => Meaning;
  readonly #most: number;
  readonly #known = new Map<string, Meaning>();

  /** @param most words remembered at a time; then all are forgotten */
  constructor(of: (word: string) => Meaning, most = 4_096) {
    this.#of = of;
    this.#most = most;
  }

  get(word: string): Meaning {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const meaning = this.#of(word);
    if (word.length <= longestRemembered) {
      if (this.#known.size >= this.#most) this.#known.clear();
      this.#known.set(word, meaning);
    }
    return meaning;
  }
}
