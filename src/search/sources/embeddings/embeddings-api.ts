/** The embeddings API that OpenAI defined and Ollama, llama.cpp, LM Studio, vLLM and others answer: `POST /embeddings`. */
import * as z from 'zod';
import { WorkbenchError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import { isPrivateUrl } from '../../../base/network-address.ts';
import type { Embeddings } from '../../../model/definitions.ts';
import { createLimitedFetch } from '../../../outside/limited-fetch.ts';
import { AnswerBudget, answerLimits, OutsideError } from '../../../outside/limits.ts';
import { PrivateAddressError } from '../../../outside/lookup.ts';
import { onOneLine } from '../../../outside/reason.ts';
import { withoutTags } from '../../engine/query/results-text.ts';
import { fillHeaders } from '../mcp/from-environment.ts';

export interface EmbeddingsApi {
  /**
   * @param texts at most about 20, none empty
   * @returns a vector of length 1 for each, all of one dimension
   * @throws WorkbenchError with a sentence that says what to do, never with the key; the signal's reason when aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  close(): void;
}

/** Maximum dimension of a vector; the largest models have 8,192. */
const maxDimension = 16_384;

const answerShape = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.array(z.number()).min(1).max(maxDimension),
    }),
  ),
});

/** Servers put the reason of a refusal in different places. */
const refusalShape = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** Opens no connection before the first text. */
export function openEmbeddingsApi({ address, model, key }: Embeddings, env: NodeJS.ProcessEnv): EmbeddingsApi {
  const url = requestAddress(address);
  const { host } = url;
  // Enough for 20 vectors of the largest models with all digits.
  const budget = new AnswerBudget({ ...answerLimits, maxValues: 400_000 });
  // A person who allowed a private address did not allow a public name that resolves to one.
  const limitedFetch = createLimitedFetch({ budget, allowsPrivate: isPrivateUrl(address) });

  return {
    async embed(texts, signal) {
      const authorization: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer \${${key}}` };
      const { values, withoutSecrets } = fillHeaders(authorization, env, 'Embeddings');
      const endRequest = budget.begin();
      try {
        const response = await limitedFetch.fetch(url, {
          method: 'POST',
          headers: { ...values, 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify({ model, input: texts }),
          redirect: 'error',
          signal,
        });
        const failure = limitedFetch.failure();
        const body = await response.text();
        if (!response.ok)
          throw new OutsideError(describeRefusal(response.status, withoutSecrets(body)), { status: response.status });
        return vectorsIn(body, texts.length, failure);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OutsideError)) throw error;
        throw new WorkbenchError('failed', `${host} gave no vectors (${error.message}): ${adviceFor(error, key)}`);
      } finally {
        endRequest();
      }
    },
    close: () => limitedFetch.close(),
  };
}

/** Keeps the query string, which some services need. */
function requestAddress(address: string): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/embeddings') ? path : `${path}/embeddings`;
  return url;
}

/** @param formatFailure what is wrong with the answer by its headers, if it is not JSON either @throws OutsideError */
function vectorsIn(body: string, count: number, formatFailure: OutsideError | undefined): readonly Float32Array[] {
  const data = parseJson(body);
  if (data === undefined) throw formatFailure ?? new OutsideError('its answer is not JSON');
  const result = answerShape.safeParse(data);
  if (!result.success) throw new OutsideError('its answer is not a list of embeddings');
  const entries = result.data.data;
  if (entries.length !== count) throw new OutsideError(`it gave ${entries.length} vectors for ${count} texts`);
  const vectors: Float32Array[] = [];
  for (const [place, { index = place, embedding }] of entries.entries()) vectors[index] = normalise(embedding);
  const [first] = vectors;
  // A list with a gap has fewer entries than its length.
  if (!first || vectors.length !== count || Object.keys(vectors).length !== count)
    throw new OutsideError('its answer numbers the vectors wrongly');
  if (vectors.some(({ length }) => length !== first.length))
    throw new OutsideError('its vectors differ in their number of dimensions');
  return vectors;
}

/** @throws OutsideError for a vector without a direction */
function normalise(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding);
  if (length === 0 || !Number.isFinite(length)) throw new OutsideError('one of its vectors has no direction');
  return Float32Array.from(embedding, (value) => value / length);
}

function describeRefusal(status: number, body: string): string {
  const reason = refusalShape.safeParse(parseJson(body));
  const why = reason.success ? `: ${withoutTags(onOneLine(reason.data)).replace(/[.!]$/, '')}` : '';
  return `HTTP ${status}${why}`;
}

function adviceFor(error: OutsideError, key: string | undefined): string {
  const { status } = error;
  if (error instanceof PrivateAddressError)
    return 'enter that address under Embeddings, which then asks for permission.';
  if (status === 401 || status === 403)
    return key === undefined
      ? 'name the variable with its key under Key in Embeddings.'
      : `check the value of the environment variable ${key}.`;
  if (status === 429) return 'search again later.';
  return 'check Address and Model under Embeddings in the source, and that the service runs.';
}
