/**
 * A stand-in for an embeddings service: it answers `POST /v1/embeddings` as the OpenAI API documents, with vectors that only
 * count words. It treats groups of words as synonyms, so that it finds passages that share no word with a query.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | undefined;
  readonly url: string | undefined;
}

export interface EmbeddingsStandIn {
  /** For `Address`. */
  readonly address: string;
  /** All requests so far. */
  readonly requests: readonly EmbeddingsRequest[];
  /** The texts of all requests. */
  texts(): readonly string[];
  /** Sets the answers to the next requests, one after another; then the documented behaviour returns. */
  answerNext(...answers: readonly ((response: ServerResponse, input: readonly string[]) => void)[]): void;
  /** The dimension of the next vectors, as if it had another model. */
  dimension: number;
  close(): Promise<void>;
}

export async function startEmbeddingsStandIn(
  meanings: readonly (readonly string[])[] = [],
): Promise<EmbeddingsStandIn> {
  const requests: EmbeddingsRequest[] = [];
  const next: ((response: ServerResponse, input: readonly string[]) => void)[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const { model, input } = (await json(request)) as { model: string; input: readonly string[] };
    requests.push({ model, input, authorization: request.headers.authorization, url: request.url });
    const vectors = () => input.map((text) => embeddingOf(text, standIn.dimension, meanings));
    const answer = next.shift() ?? ((to: ServerResponse) => reply(200, answerOf(vectors(), model))(to));
    answer(response, input);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: EmbeddingsStandIn = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    texts: () => requests.flatMap(({ input }) => input),
    answerNext: (...answers) => void next.push(...answers),
    dimension: 64,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

/** The body of an answer. */
export function answerOf(vectors: readonly (readonly unknown[])[], model = 'stand-in') {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return { object: 'list', data, model, usage: { prompt_tokens: 8, total_tokens: 8 } };
}

/** An answer for `answerNext`. */
export function reply(status: number, body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response: ServerResponse) => void response.writeHead(status, { 'Content-Type': type }).end(text);
}

/** Counts words by their hash; synonyms count as the first of their group. */
function embeddingOf(
  text: string,
  dimension: number,
  meanings: readonly (readonly string[])[] = [],
): readonly number[] {
  const vector = new Array<number>(dimension).fill(0.001);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = meanings.find((words) => words.includes(word))?.[0] ?? word;
    const place = hashOf(meaning) % dimension;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

function hashOf(word: string): number {
  let hash = 2_166_136_261;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}
