/** Limits of search results, words for their matches, and the record of a function call's searches. */
import type { SourceDefinition } from './definitions/sources.ts';

/** Default maximum of tokens in the results of a search. */
export const defaultBudget = 3_000;

/** Tokens: enough for one passage, and no more than any model reads. */
export const minBudget = 200;
export const maxBudget = 100_000;

/** Optional arguments of a tool that searches. */
export const searchOptions = ['limit', 'budget', 'source', 'section', 'repeat'] as const;
export type SearchOption = (typeof searchOptions)[number];

/** The searches of one function call. */
export interface SearchScope {
  /** A source whose file changes during the call appears once per definition. */
  readonly sources: { readonly name: string; readonly definition: SourceDefinition }[];
  /** Resolves when the permission of the latest source is decided. */
  lastEntry: Promise<void>;
}

/** How a word of the query matches a term of a page, for people. */
export const matchWords = {
  word: 'the word',
  symbol: 'a name',
  synonym: 'a synonym',
  spelling: 'another spelling',
  prefix: 'a word prefix',
} as const;
