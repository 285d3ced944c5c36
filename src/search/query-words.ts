/**
 * What single words of queries mean, remembered: people ask with the same words again and again, and stems and terms like
 * a word cost more than all else that a query is asked for.
 */
import { stem, type WordTerms, wordTerms } from './analyse.ts';

/** Most words remembered at a time; then all are forgotten. */
const mostRemembered = 4_096;
/** Longer ones are no words and not worth their memory. UTF-16 units. */
const longestRemembered = 64;

/** One run of letters and digits by itself. */
export interface QueryWord extends WordTerms {
  readonly lower: string;
  readonly stemmed: string;
  /** It begins with a capital and is longer than that. */
  readonly isCapital: boolean;
}

/** Answers by word; what `of` makes of a word must depend on nothing else. */
export class WordMemory<Meaning> {
  readonly #of: (word: string) => Meaning;
  readonly #known = new Map<string, Meaning>();

  constructor(of: (word: string) => Meaning) {
    this.#of = of;
  }

  get(word: string): Meaning {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const meaning = this.#of(word);
    if (word.length <= longestRemembered) {
      if (this.#known.size >= mostRemembered) this.#known.clear();
      this.#known.set(word, meaning);
    }
    return meaning;
  }
}

/** Words as they are, whatever index is asked. */
export const queryWords = new WordMemory((written): QueryWord => {
  const lower = written.toLowerCase();
  const isCapital = written.length > 1 && /^\p{Lu}/u.test(written);
  return { ...wordTerms(written), lower, stemmed: stem(lower), isCapital };
});
