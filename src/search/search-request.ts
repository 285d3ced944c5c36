/** The request and the answer of a search. */
import type { SearchReport } from '../contract/contract.ts';
import type { SearchScope } from '../model/search.ts';

/** A search by a prompt, a tool or a function. */
export interface SearchRequest {
  /** At least one name of a source in the workspace or a built-in one. */
  readonly sources: readonly string[];
  readonly query: string;
  /** Maximum of tokens for the results; default `defaultBudget`. */
  readonly budget?: number | undefined;
  /** Cancels the search. */
  readonly signal?: AbortSignal | undefined;
  /** For a search by a function: the sources that its call has already searched. */
  readonly scope?: SearchScope | undefined;
  /** Whether a person is typing the query: remote sources then wait for a pause. */
  readonly whileTyping?: boolean;
}

/** The results name the sources that failed. `failed` means that all of them failed. */
export type SearchAnswer =
  | { readonly kind: 'results'; readonly text: string; readonly account: SearchReport }
  /** `message`: what to set up, in one sentence. */
  | { readonly kind: 'failed'; readonly message: string; readonly account: SearchReport };
