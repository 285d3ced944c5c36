/** What a query asks about, and the meaning of each of its words. */
import type { NamePrefix } from '../text/joined-names.ts';
import type { Alternative } from './alternatives.ts';
import type { Expressions } from './synonym-lookup.ts';

/** One thing that the query asks about. */
export interface Concept {
  /** The words of the query. */
  readonly queryText: string;
  readonly alternatives: readonly Alternative[];
  /**
   * The score of the passage where the written word counts least. A guess scores at most that: what the person wrote says
   * more. `Infinity` if the index does not have the written word.
   */
  readonly minScore: number;
  /** The meaning of a word in another language, which is not a guess. */
  readonly isTranslation: boolean;
  /** Concepts with the same terms have the same key. */
  readonly key: number | string;
}

/** The context of a run of letters in a query. */
export type Place =
  /** Only a name is possible: in code, before a bracket, or as the whole query. */
  | 'code'
  /** A capital letter is not evidence of a name here. */
  | 'sentenceStart'
  | 'sentence'
  | 'operator';

/** The meaning of one run of letters, or one operator, in one context. */
export interface Meaning {
  readonly queryText: string;
  readonly concepts: readonly Concept[];
  /** The index has neither a term for it nor a similar one; of a name, at most words that are parts of it. */
  readonly isUnknown: boolean;
  /** How many of its words the index does not have; a name as a whole counts as `unknownNameWeight`. */
  readonly missing: number;
  /** An English stop word, or a single letter. */
  readonly isStopWord: boolean;
  /** The index has it, or it has an English synonym that the index has. */
  readonly isFamiliar: boolean;
  /** Only a name or an operator is possible. */
  readonly isCode: boolean;
  /** The stem, for looking up expressions of several words. */
  readonly stem: string;
  /** Longer expressions that begin with it. */
  readonly expressions: Expressions['longer'];
  /** Lower case, for names written as several words; undefined for an operator. */
  readonly lower: string | undefined;
  /** Longer names in the index that begin with it. */
  readonly names: NamePrefix | undefined;
}
