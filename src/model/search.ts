/** Settings of a search prompt's results, and what one call of a function has searched. */
import type { SourceDefinition } from './definitions.ts';

/** Most tokens of the results of a search, unless its prompt says another number. */
export const defaultBudget = 3_000;

/** What a prompt may ask for: enough for one passage, and not more than any model reads. Tokens. */
export const minBudget = 200;
export const maxBudget = 100_000;

/** What one call of a function has searched. */
export interface SearchScope {
  /** A source whose file changes during the call is here once for each definition. */
  readonly searched: { readonly name: string; readonly definition: SourceDefinition }[];
  /** Resolves when it is decided whether the source that came last may be searched. */
  lastEntry: Promise<void>;
}
