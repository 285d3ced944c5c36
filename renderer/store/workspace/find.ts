/** The search over all prompts and servers. */
import type { FindMatch } from '../../../src/contract/contract.ts';
import { type StoreContext, sentence } from '../context.ts';

/** The query and the newest matches. */
export interface FindState {
  readonly query: string;
  /** The query that the matches belong to; differs from `query` while a search is pending. */
  readonly answered: string;
  readonly matches: readonly FindMatch[];
  readonly isCut: boolean;
  readonly failure?: string;
}

export interface FindActions {
  /** Searches at every key; drops the result if a later key started another search. */
  findEverywhere(query: string): Promise<void>;
}

export const initialFind: FindState = { query: '', answered: '', matches: [], isCut: false };

export function createFindActions({ host, get, set }: StoreContext): FindActions {
  let newest = 0;
  return {
    async findEverywhere(query) {
      const number = ++newest;
      set({ find: { ...get().find, query } });
      const answer = await host.call('workspace.find', { query }).catch((error: unknown) => ({
        matches: [],
        isCut: false,
        failure: sentence(error),
      }));
      if (number === newest) set({ find: { query, answered: query, ...answer } });
    },
  };
}
