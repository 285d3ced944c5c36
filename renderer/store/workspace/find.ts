import { type StoreContext, sentence } from '../context.ts';

export interface FindActions {
  /** Searches at every key; drops the result if a later key started another search. */
  findEverywhere(query: string): Promise<void>;
}

export function createFindActions({ host, get, set }: StoreContext): FindActions {
  let newestRequest = 0;
  return {
    async findEverywhere(query) {
      const number = ++newestRequest;
      set({ find: { ...get().find, query } });
      const answer = await host.call('workspace.find', { query }).catch((error: unknown) => ({
        matches: [],
        isCut: false,
        failure: sentence(error),
      }));
      if (number === newestRequest) set({ find: { query, answeredQuery: query, ...answer } });
    },
  };
}
