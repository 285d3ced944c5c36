/** State of the searches: results with another budget, the open page, and the sources. */
import type { Output } from '../../../src/contract/contract.ts';

/** The result of one search, with the text that the model reads. */
export type SearchResult = Output<'search.explain'>;
export type SearchReport = SearchResult['account'];
export type RankedPassage = SearchReport['passages'][number];
export type SourcePage = Output<'sources.page'>;

/** The open page of a source; `headings` are those of the passage that led there. */
export interface OpenPage {
  readonly source: string;
  readonly location: string;
  readonly headings: readonly string[];
  readonly content:
    | { readonly status: 'loading' }
    | { readonly status: 'failed'; readonly message: string }
    | LoadedPage;
}

interface LoadedPage {
  readonly status: 'loaded';
  readonly page: SourcePage;
}

export interface SearchesState {
  /** Token budgets to try instead of the prompt's, by prompt or source. */
  readonly budgets: Readonly<Record<string, number>>;
  /** The newest searches with another budget, by their id. */
  readonly newSearches: Readonly<Record<string, SearchResult>>;
  readonly page: OpenPage | undefined;
}

export const initialSearches: SearchesState = { budgets: {}, newSearches: {}, page: undefined };

export type SourceSummary = Output<'sources.list'>[number];
export type SourceState = SourceSummary['state'];

/** Whether each keystroke searches a source. A source that sends queries to another program waits for **Search**. */
export function isSearchedAtOnce(source: SourceSummary | undefined): boolean {
  return source?.type === 'Documentation' && !source.embeddings;
}

export type AppIdState = Output<'sources.appId'>;
export type Evaluation = Output<'sources.evaluate'>;

/** A trial search of one source, without a prompt. */
export interface Trial {
  readonly query: string;
  /** The result of the newest completed query; undefined before the first. */
  readonly result: SearchResult | undefined;
  readonly failure: string | undefined;
  readonly isAsking: boolean;
}

export interface SourcesState {
  /** The workspace's and the built-in ones, by name. */
  readonly list: readonly SourceSummary[];
  /** Undefined until it is first read. */
  readonly appId: AppIdState | undefined;
  /** By source. */
  readonly trials: Readonly<Record<string, Trial>>;
  readonly evaluations: Readonly<Record<string, Evaluation>>;
}

export const initialSources: SourcesState = { list: [], appId: undefined, trials: {}, evaluations: {} };
