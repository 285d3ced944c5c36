/**
 * What single words of queries mean, remembered: people ask with the same words again and again, and stems and terms like
 * a word cost more than all else that a query is asked for.
 */
import { stem, type WordTerms, wordTerms } from './analyse.ts';
import { WordMemory } from './word-memory.ts';

/** One run of letters and digits by itself. */
export interface QueryWord extends WordTerms {
  readonly lower: string;
  readonly stemmed: string;
  /** It begins with a capital and is longer than that. */
  readonly isCapital: boolean;
}

/** Words as they are, whatever index is asked. */
export const queryWords = new WordMemory((written): QueryWord => {
  const lower = written.toLowerCase();
  const isCapital = written.length > 1 && /^\p{Lu}/u.test(written);
  return { ...wordTerms(written), lower, stemmed: stem(lower), isCapital };
});
