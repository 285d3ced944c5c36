/** The requests and answers of searches and of reading a page. */
import type { SearchReport, SourcePage } from '../contract/contract.ts';
import type { SearchScope } from '../model/search.ts';
import type { GivenPassages } from './sources/given-passages.ts';

/** A search by a prompt, a tool or a function. */
export interface SearchRequest {
  /** At least one name of a source in the workspace or a built-in one. */
  readonly sources: readonly string[];
  readonly query: string;
  /** Maximum number of tokens of the results; `defaultBudget` by default. */
  readonly budget?: number | undefined;
  /** Maximum number of passages; by default, as many as fit the budget. */
  readonly limit?: number | undefined;
  /** Only passages of this section: a path, or a title or heading (`isInSection`). */
  readonly section?: string | undefined;
  /** The passages that the session already has. The search leaves them out, and adds those that it gives. */
  readonly givenPassages?: GivenPassages | undefined;
  /** Cancels the search. */
  readonly signal?: AbortSignal | undefined;
  /** For a search by a function: the sources that its call has already searched. */
  readonly scope?: SearchScope | undefined;
  /** Whether a person is typing the query: remote sources then wait for a pause. */
  readonly whileTyping?: boolean;
}

/**
 * Results name the sources that failed; `failed` means that all of them did. `remark` is what the text says besides the
 * passages. It comes first if none of them clearly fits.
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
  /** The names of the sources that may have the page. */
  readonly sources: readonly string[];
  /** The page's location, web address, title, or the end of its location; a fragment is ignored. */
  readonly location: string;
  readonly scope?: SearchScope | undefined;
}

export interface FoundPage {
  readonly source: string;
  readonly page: SourcePage;
}
