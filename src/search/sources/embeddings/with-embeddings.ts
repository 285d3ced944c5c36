/** A source whose best passages are ranked again by their embeddings. */
import { NotAllowedError, WorkbenchError } from '../../../base/errors.ts';
import type { DocumentationSource, Embeddings } from '../../../model/definitions.ts';
import { startDeadline } from '../../../outside/deadline.ts';
import type { Trust } from '../../../trust/trust.ts';
import { embeddingsAsks, embeddingsTogetherAsks } from '../../../trust/workspace-asks.ts';
import type { Passage } from '../../engine/types.ts';
import { passageText } from '../documentation/view-page.ts';
import type { Retriever } from '../retriever.ts';
import { openEmbeddingsApi } from './embeddings-api.ts';
import { fuse } from './fuse.ts';
import { openVectorCache, type VectorCache } from './vector-cache.ts';

export interface EmbeddingsOptions {
  readonly definition: DocumentationSource & { readonly embeddings: Embeddings };
  readonly env: NodeJS.ProcessEnv;
  readonly trust: Pick<Trust, 'root' | 'missing' | 'require'>;
  /** The folder of all cached vectors. */
  readonly cacheFolder: string;
}

/** After this time, a search answers with its own ranking. */
const defaultTimeoutMs = 5_000;
/** Texts that a slow service does not answer in time are sent again with the next search. */
const textsPerRequest = 8;
/** Many models read about 500 tokens. UTF-16 code units. */
const maxTextLength = 2_000;
const maxQueries = 64;

/** Contacts nothing, and reads no vectors, before the first search. */
export function withEmbeddings(
  retriever: Retriever,
  { definition, env, trust, cacheFolder }: EmbeddingsOptions,
): Retriever {
  const { embeddings } = definition;
  const { address, model, queryPrefix = '', passagePrefix = '' } = embeddings;
  const asks = embeddingsAsks(definition, trust.root);
  const { host } = new URL(address);
  const api = openEmbeddingsApi(embeddings, env);
  const queries = new Map<string, Float32Array>();
  let cache: Promise<VectorCache> | undefined;

  function openCache(): Promise<VectorCache> {
    cache ??= openVectorCache({ folder: cacheFolder, dependencies: [address, model] });
    return cache;
  }

  /** The cosine of the query and each text, and how many texts were sent. */
  async function findSimilarities(query: string, texts: readonly string[], signal: AbortSignal): Promise<Similarities> {
    const vectors = await openCache();
    try {
      return await computeSimilarities(vectors, query, texts, signal);
    } catch (error) {
      if (!(error instanceof OtherModelError)) throw error;
      await vectors.clear();
      queries.clear();
      return computeSimilarities(vectors, query, texts, signal);
    }
  }

  /** @throws OtherModelError */
  async function computeSimilarities(
    knownCache: VectorCache,
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Similarities> {
    const missingTexts = [...new Set(texts.filter((text) => !knownCache.get(text)))];
    const toEmbed = queries.has(query) ? missingTexts : [query, ...missingTexts];
    for (let at = 0; at < toEmbed.length; at += textsPerRequest) {
      const batch = toEmbed.slice(at, at + textsPerRequest);
      const vectors = await api.embed(batch, signal);
      const entries = batch.map((text, index) => ({ text, vector: vectors[index] as Float32Array }));
      const isQuery = at === 0 && toEmbed !== missingTexts;
      const dimension = queries.get(query)?.length ?? knownCache.dimension;
      if (dimension !== undefined && vectors[0]?.length !== dimension) throw new OtherModelError(host);
      if (isQuery) remember(query, vectors[0] as Float32Array);
      await knownCache.add(isQuery ? entries.slice(1) : entries);
    }
    const queryVector = queries.get(query);
    const cosines = texts.map((text) => cosine(queryVector, knownCache.get(text)));
    return { cosines, sentCount: toEmbed.length };
  }

  function remember(query: string, vector: Float32Array): void {
    queries.set(query, vector);
    for (const oldestKey of queries.keys()) if (queries.size > maxQueries) queries.delete(oldestKey);
  }

  return {
    ...retriever,
    sendsRequests: async () => (await trust.missing(asks)).length === 0,
    async rerank(query, rankedPassages, { signal, scope, timeoutMs = defaultTimeoutMs }) {
      if (rankedPassages.length < 2) return { rankedPassages };
      const deadline = startDeadline(timeoutMs, signal);
      const startedAt = performance.now();
      try {
        await trust.require([...asks, ...embeddingsTogetherAsks(scope?.sources ?? [], definition, trust.root)]);
        const texts = rankedPassages.map(({ passage }) => passagePrefix + textOf(passage));
        const { cosines, sentCount } = await findSimilarities(
          queryPrefix + query.slice(0, maxTextLength),
          texts,
          deadline.signal,
        );
        const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
        return { rankedPassages: fuse(rankedPassages, cosines), embeddings: { model, sent: sentCount, milliseconds } };
      } catch (error) {
        signal.throwIfAborted();
        const plainResult = { rankedPassages, message: `Ranked without embeddings. ${reasonOf(error)}` };
        if (error instanceof NotAllowedError) return { ...plainResult, needs: error.needs };
        if (error instanceof WorkbenchError || deadline.signal.aborted) return plainResult;
        throw error;
      } finally {
        deadline.end();
      }

      function reasonOf(error: unknown): string {
        if (error instanceof WorkbenchError) return error.message;
        const advice = 'its vectors so far are kept, so that the next search needs less time.';
        return `${host} took longer than ${timeoutMs / 1000} seconds: ${advice}`;
      }
    },
    ...(retriever.reindex && {
      async reindex() {
        await (await openCache()).clear();
        queries.clear();
        await retriever.reindex?.();
      },
    }),
    async close() {
      api.close();
      await retriever.close();
    },
  };
}

/** The service now has another model by the same name. */
class OtherModelError extends WorkbenchError {
  constructor(host: string) {
    super(
      'failed',
      `${host} gave vectors of several dimensions for one search: check Model under Embeddings in the source.`,
    );
  }
}

interface Similarities {
  readonly cosines: readonly number[];
  readonly sentCount: number;
}

function textOf(passage: Passage): string {
  const heading = [passage.title, ...passage.headings].join(' › ');
  return `${heading}\n\n${passageText(passage)}`.slice(0, maxTextLength);
}

/** Of vectors of length 1. */
function cosine(left: Float32Array | undefined, right: Float32Array | undefined): number {
  if (!left || !right) return 0;
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}
