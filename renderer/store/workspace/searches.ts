/** The searches of a preview: tries another budget, opens a page, judges a passage. */
import type { Output } from '../../../src/contract/contract.ts';
import { type StoreContext, sentence } from '../context.ts';
import { recordSteps } from '../definition/next-steps.ts';

/** The result of one search, with the text that the model reads. */
export type Searched = Output<'search.explain'>;
export type SearchReport = Searched['account'];
export type RankedPassage = SearchReport['passages'][number];
export type SourcePage = Output<'sources.page'>;
export type Judgement = 'right' | 'wrong';

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
  readonly explained: Readonly<Record<string, Searched>>;
  readonly page: OpenPage | undefined;
}

export const initialSearches: SearchesState = { budgets: {}, explained: {}, page: undefined };

export interface SearchActions {
  /** Tries another budget for a prompt or a source; undefined restores its own. */
  tryBudget(id: string, budget: number | undefined): void;
  /** Fills another budget from an earlier search's results, without searching again. */
  explainSearch(id: string, budget: number): Promise<void>;
  /** Writes into the source's file whether a page is right for a query; null removes the judgement. */
  judge(query: string, passage: Pick<RankedPassage, 'source' | 'location'>, judgement: Judgement | null): Promise<void>;
  openPage(place: Omit<OpenPage, 'content'>): Promise<void>;
  closePage(): void;
}

export function createSearchActions({ host, get, set, orNotice }: StoreContext): SearchActions {
  let newest = 0;
  let newestPage = 0;
  const change = (part: Partial<SearchesState>) => set({ searches: { ...get().searches, ...part } });

  return {
    tryBudget(id, budget) {
      const { [id]: _, ...others } = get().searches.budgets;
      change({ budgets: budget === undefined ? others : { ...others, [id]: budget } });
    },
    async explainSearch(id, budget) {
      const number = ++newest;
      const searched = await orNotice(host.call('search.explain', { id, budget }));
      if (searched && number === newest) change({ explained: { ...latest(get().searches.explained), [id]: searched } });
    },
    judge: async (query, { source, location }, judgement) => {
      const marked = await orNotice(host.call('sources.mark', { source, query, location, judgement }));
      if (marked) set(recordSteps(get(), marked.changes));
    },
    async openPage(place) {
      const number = ++newestPage;
      change({ page: { ...place, content: { status: 'loading' } } });
      const content = await host.call('sources.page', { source: place.source, location: place.location }).then(
        (page) => ({ status: 'loaded', page }) as const,
        (error: unknown) => ({ status: 'failed', message: sentence(error) }) as const,
      );
      if (number === newestPage && get().searches.page) change({ page: { ...place, content } });
    },
    closePage() {
      newestPage++;
      change({ page: undefined });
    },
  };
}

/** Keeps as many searches as one answer shows. */
function latest(explained: SearchesState['explained']): SearchesState['explained'] {
  return Object.fromEntries(Object.entries(explained).slice(-7));
}
