/** The searches of a preview: tries another budget, opens a page, judges a passage. */

import { type StoreContext, sentence } from '../context.ts';
import { recordSteps } from '../definition/next-steps.ts';
import type { OpenPage, RankedPassage, SearchesState } from '../state/searches.ts';

export type Judgement = 'right' | 'wrong';

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
  let newestRequest = 0;
  let newestPage = 0;
  const change = (part: Partial<SearchesState>) => set({ searches: { ...get().searches, ...part } });

  return {
    tryBudget(id, budget) {
      const { [id]: _, ...otherBudgets } = get().searches.budgets;
      change({ budgets: budget === undefined ? otherBudgets : { ...otherBudgets, [id]: budget } });
    },
    async explainSearch(id, budget) {
      const number = ++newestRequest;
      const search = await orNotice(host.call('search.explain', { id, budget }));
      if (search && number === newestRequest)
        change({ newSearches: { ...latest(get().searches.newSearches), [id]: search } });
    },
    judge: async (query, { source, location }, judgement) => {
      const outcome = await orNotice(host.call('sources.mark', { source, query, location, judgement }));
      if (outcome) set(recordSteps(get(), outcome.changes));
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
function latest(explainedSearches: SearchesState['newSearches']): SearchesState['newSearches'] {
  return Object.fromEntries(Object.entries(explainedSearches).slice(-7));
}
