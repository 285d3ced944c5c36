/** The search over all prompts and servers. */
import type { FindMatch } from '../../../src/contract/contract.ts';
import { type StoreContext, sentence } from '../context.ts';

/** What was searched for in all prompts, and the newest answer. */
export interface FindState {
  readonly query: string;
  /** What the matches are matches of; while that is not `query`, the answer is still on its way. */
  readonly answered: string;
  readonly matches: readonly FindMatch[];
  readonly isCut: boolean;
  readonly failure?: string;
}

export interface FindActions {
  /** Asks at every key; an answer that a later key has overtaken is dropped. */
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
