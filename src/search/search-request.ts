/** The requests and answers of searches and of reading a page. */
import type { SearchReport, SourcePage } from '../contract/contract.ts';
import type { SearchScope } from '../model/search.ts';
import type { GivenPassages } from './sources/given-passages.ts';

/** A search by a prompt, a tool or a function. */
export interface SearchRequest {
  /** At least one name of a source in the workspace or a built-in one. */
  readonly sources: readonly string[];
  readonly query: string;
  /** Maximum of tokens for the results; default `defaultBudget`. */
  readonly budget?: number | undefined;
  /** Maximum number of passages; by default as many as the budget takes. */
  readonly limit?: number | undefined;
  /** Only passages of this section: a path, or a title or heading (`isInSection`). */
  readonly section?: string | undefined;
  /** What the session already has: the search leaves it out, and adds what it gives. */
  readonly given?: GivenPassages | undefined;
  /** Cancels the search. */
  readonly signal?: AbortSignal | undefined;
  /** For a search by a function: the sources that its call has already searched. */
  readonly scope?: SearchScope | undefined;
  /** Whether a person is typing the query: remote sources then wait for a pause. */
  readonly whileTyping?: boolean;
}

/**
 * The results name the sources that failed. `failed` means that all of them failed. `remark`: what the text says beside the
 * passages; it comes first if none of them clearly fits.
 */
export type SearchAnswer =
  | {
      readonly kind: 'results';
      readonly text: string;
      readonly remark?: string;
      readonly isRemarkFirst?: boolean;
      readonly account: SearchReport;
    }
  /** `message`: what to set up, in one sentence. */
  | { readonly kind: 'failed'; readonly message: string; readonly account: SearchReport };

/** A page that a tool, a function or a client reads. */
export interface PageRequest {
  /** The names of the sources that may have it. */
  readonly sources: readonly string[];
  /** Its location, its address on the web, its title, or the end of its location; a fragment is ignored. */
  readonly location: string;
  readonly scope?: SearchScope | undefined;
}

export interface FoundPage {
  readonly source: string;
  readonly page: SourcePage;
}
