/** The calls for sources and searches. */

import { WorkbenchError } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { Handlers, Output } from '../../contract/contract.ts';
import type { Library } from '../../library/types.ts';
import { asksOfSource } from '../../model/asks.ts';
import type { Measures } from '../../search/engine/query/evaluate.ts';
import type { SearchService } from '../../search/sources/search-service.ts';
import type { Trust } from '../../trust/trust.ts';

export interface SourceParts {
  readonly library: Library;
  /** Loads the search service at the first call. */
  readonly searching: () => Promise<SearchService>;
  readonly trust: Trust;
}

type SourceCall = Extract<keyof Handlers, `sources.${string}` | `search.${string}`>;

export function sourceHandlers({ library, searching, trust }: SourceParts): Pick<Handlers, SourceCall> {
  async function appIdState(): Promise<Output<'sources.appId'>> {
    const [{ secrets }, { findAppId }] = await Promise.all([
      searching(),
      import('../../search/sources/wolfram-alpha/app-id.ts'),
    ]);
    return { from: (await findAppId(secrets, process.env))?.from ?? 'none' };
  }

  return {
    async 'sources.list'() {
      const [{ list }, { listSources }] = await Promise.all([searching(), import('./source-list.ts')]);
      return listSources(library, trust, await list());
    },
    'search.run': async (question) => (await searching()).search(question),
    'search.explain': async ({ id, budget }) => (await searching()).explain(id, budget),
    async 'sources.mark'({ source, ...mark }) {
      const { saveMark } = await import('../../search/sources/judging.ts');
      return saveMark(library, await (await searching()).find(source), mark);
    },
    'sources.page': async ({ source, location }) => (await searching()).page(source, location),
    async 'sources.reindex'({ source }) {
      const { reindex } = await (await searching()).retriever(source);
      if (!reindex) throw new WorkbenchError('invalid-input', `${source} has no index to rebuild.`);
      await reindex();
      return {};
    },
    async 'sources.read'({ source }) {
      await (await (await searching()).retriever(source)).read?.();
      return {};
    },
    async 'sources.stop'({ source }) {
      await (await (await searching()).retriever(source)).stop?.();
      return {};
    },
    async 'sources.fetch'({ source }) {
      // The list of sources has its progress and its outcome.
      const { outcome } = await (await searching()).fetch(source);
      inBackground(outcome);
      return {};
    },
    async 'sources.stopFetch'({ source }) {
      await (await searching()).stopFetch(source);
      return {};
    },
    'sources.appId': appIdState,
    async 'sources.setAppId'({ appId }) {
      const [{ secrets, announce }, { saveAppId }] = await Promise.all([
        searching(),
        import('../../search/sources/wolfram-alpha/app-id.ts'),
      ]);
      await saveAppId(secrets, appId);
      // Entering an AppID implies permission for this workspace to query Wolfram|Alpha, and no other address.
      if (appId.trim() !== '')
        await trust.allow(asksOfSource({ type: 'WolframAlpha', judgedQueries: [] }, () => undefined));
      announce();
      return appIdState();
    },
    async 'sources.evaluate'({ source }) {
      const [{ find, retriever }, { evaluateSource }] = await Promise.all([
        searching(),
        import('../../search/sources/judging.ts'),
      ]);
      const { questions, missingPages, withEmbeddings, ...figures } = await evaluateSource(
        await find(source),
        await retriever(source),
      );
      const queries = questions.length;
      const reranker = withEmbeddings && ('failure' in withEmbeddings ? withEmbeddings : means(withEmbeddings));
      return { queries, ...means(figures), ...(reranker && { withEmbeddings: reranker }), gone: [...missingPages] };
    },
  };
}

function means({ ndcg10, recall5, reciprocalRank }: Measures) {
  return { ndcg10, recall5, meanReciprocalRank: reciprocalRank };
}
