/** What a prompt, a tool or a function asks of search, and what it gets. */
import type { SearchReport } from '../contract/contract.ts';
import type { SearchScope } from '../model/search.ts';

/** A search as a prompt asks for it. */
export interface SearchRequest {
  /** Names of sources: files of the workspace, or built-in ones. At least one. */
  readonly sources: readonly string[];
  readonly query: string;
  /** Most tokens of the results; default `defaultBudget`. */
  readonly budget?: number | undefined;
  /** Fires when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /** For a search that a function makes: what its call has searched already. */
  readonly scope?: SearchScope | undefined;
  /** Whether each key asks it: remote sources then wait until typing pauses. */
  readonly whileTyping?: boolean;
}

/** What a search gave. The results name the sources that failed; `failed` means that none could answer. */
export type SearchAnswer =
  | { readonly kind: 'results'; readonly text: string; readonly account: SearchReport }
  /** `message`: what to set up, in one sentence. */
  | { readonly kind: 'failed'; readonly message: string; readonly account: SearchReport };
