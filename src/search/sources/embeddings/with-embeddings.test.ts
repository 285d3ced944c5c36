/** The service is a stand-in: `../testing/embeddings-stand-in.ts`. */
import { mkdtemp, readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentationSource, Embeddings } from '../../../model/definitions.ts';
import type { SearchScope } from '../../../model/search.ts';
import { trustOf } from '../../../trust/testing/trust-of.ts';
import type { Trust } from '../../../trust/trust.ts';
import { embeddingsAsks } from '../../../trust/workspace-asks.ts';
import type { RankedPassage } from '../../engine/types.ts';
import type { Retriever } from '../retriever.ts';
import { answerOf, type EmbeddingsStandIn, reply, startEmbeddingsStandIn } from '../testing/embeddings-stand-in.ts';
import { withEmbeddings } from './with-embeddings.ts';

let root: string;
let trust: Trust;
let standIn: EmbeddingsStandIn;
let closing: (() => Promise<void>)[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'with-embeddings-'));
  trust = trustOf(root);
  standIn = await startEmbeddingsStandIn([['car', 'automobile']]);
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  await standIn.close();
});

const key = 'sk-very-secret-0123456789';
const passages = (texts: readonly string[]): readonly RankedPassage[] =>
  texts.map((text, index) => ({
    passage: { title: `Page ${index}`, location: `${index}.md`, headings: [], blocks: [{ kind: 'text', text }] },
    score: 10 - index / 10,
    because: { words: 10 - index / 10, nearness: 0 },
    matches: [],
    folded: [],
  }));
const places = (ranked: readonly RankedPassage[]) => ranked.map(({ passage: { location } }) => location);
const somePassages = passages(['A boat sails.', 'A train runs.', 'An automobile drives.']);
const signal = new AbortController().signal;

function open(fields: Partial<Embeddings> = {}, env: NodeJS.ProcessEnv = {}) {
  const embeddings = { address: standIn.address, model: 'stand-in', ...fields };
  const definition = { type: 'Documentation', folders: ['docs'], exclude: [], judgedQueries: [], embeddings } as const;
  const plainRetriever: Retriever = {
    retrieve: async () => ({ rankedPassages: [] }),
    state: () => ({ kind: 'idle' }),
    reindex: async () => {},
    close: async () => {},
  };
  const source = withEmbeddings(plainRetriever, { definition, env, trust, cacheFolder: join(root, 'cache') });
  closing.push(() => source.close());
  const rerank = (query: string, ranked = somePassages, options: { timeoutMs?: number; scope?: SearchScope } = {}) => {
    if (!source.rerank) throw new Error('It ranks nothing again.');
    return source.rerank(query, ranked, { signal, ...options });
  };
  return { source, rerank, definition, allow: () => trust.allow(embeddingsAsks(definition, root)) };
}

async function openAllowed(...args: Parameters<typeof open>) {
  const source = open(...args);
  await source.allow();
  return source;
}

describe('A source with embeddings (of a stand-in)', () => {
  it('finds passages by meaning that share no word with the query', async () => {
    const { rerank } = await openAllowed();
    const { rankedPassages, embeddings, message } = await rerank('car');
    expect(places(rankedPassages)).toEqual(['2.md', '0.md', '1.md']);
    expect(rankedPassages[0]?.embedding).toMatchObject({ rank: 3 });
    expect({ ...embeddings, milliseconds: 0 }).toEqual({ model: 'stand-in', sent: 4, milliseconds: 0 });
    expect(message).toBeUndefined();
  });

  it('sends nothing before that is allowed, and says what to allow', async () => {
    const { rerank, definition } = open();
    const { rankedPassages, message, needs } = await rerank('car');
    expect(rankedPassages).toEqual(somePassages);
    const { origin } = new URL(standIn.address);
    expect(message).toContain(
      `not allowed to send queries, and passages of ${join(root, 'docs')}, for embeddings to ${origin}, which is in your private network`,
    );
    expect(needs).toHaveLength(1);
    await trust.allow([{ kind: 'address', address: origin, isPrivate: true }], { workspace: true });
    expect((await rerank('car')).needs).toEqual(needs);
    expect(standIn.requests).toEqual([]);
    expect(await readdir(root)).not.toContain('cache');
    await trust.allow(embeddingsAsks(definition, root));
    expect((await rerank('car')).needs).toBeUndefined();
  });

  it('sends each passage once, whatever the query and the process; then only the query', async () => {
    const firstSource = await openAllowed();
    await firstSource.rerank('car');
    await firstSource.rerank('boat');
    const secondSource = open();
    await secondSource.rerank('train');
    await secondSource.rerank('train');
    const [passagesSent, ...laterInputs] = standIn.requests.map(({ input }) => input);
    expect(passagesSent).toHaveLength(4);
    expect(laterInputs).toEqual([['boat'], ['train']]);
    await secondSource.rerank('boat', passages(['A boat sails.', 'Another train runs.']));
    expect(standIn.requests.at(-1)?.input).toEqual(['boat', 'Page 1\n\nAnother train runs.']);
  });

  it('sends passages of several models to each, and all again after a reindex', async () => {
    await (await openAllowed()).rerank('car');
    const { rerank, source } = open({ model: 'another' });
    expect((await rerank('car')).embeddings?.sent).toBe(4);
    await source.reindex?.();
    expect((await rerank('car')).embeddings?.sent).toBe(4);
    expect(standIn.requests.map(({ model }) => model)).toEqual(['stand-in', 'another', 'another']);
  });

  it('asks for at most eight texts at once, with the prefixes that its model requires', async () => {
    const { rerank } = await openAllowed({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    await rerank('car', passages(Array.from({ length: 30 }, (_, index) => `Text ${index}.`)));
    expect(standIn.requests.map(({ input }) => input.length)).toEqual([8, 8, 8, 7]);
    expect(standIn.texts()[0]).toBe('query: car');
    expect(standIn.texts()[1]).toBe('passage: Page 0\n\nText 0.');
  });

  it('sends its key as a bearer token to the path /embeddings, once both are allowed', async () => {
    const env = { EMBEDDINGS_KEY: key };
    const { rerank, allow } = open({ key: 'EMBEDDINGS_KEY', address: `${standIn.address}/?api-version=1` }, env);
    expect((await rerank('car')).message).toMatch(/and to pass the environment variable EMBEDDINGS_KEY to http/);
    await allow();
    await rerank('car');
    expect(standIn.requests[0]).toMatchObject({ authorization: `Bearer ${key}`, url: '/v1/embeddings?api-version=1' });
    const keylessSource = await openAllowed({ key: 'NO_SUCH_KEY' });
    expect((await keylessSource.rerank('car')).message).toBe(
      'Ranked without embeddings. Embeddings need the environment variable NO_SUCH_KEY: set it where you start Prompt Workbench, and restart it.',
    );
  });

  it('makes all vectors again when the service has another model by the same name', async () => {
    const { rerank } = await openAllowed();
    await rerank('car');
    standIn.dimension = 32;
    const { rankedPassages, message } = await rerank('boat');
    expect(message).toBeUndefined();
    expect(rankedPassages[0]?.passage.location).toBe('0.md');
    expect((await open().rerank('train')).embeddings?.sent).toBe(1);
  });

  it('does not send what a function has read in other folders, unless both are allowed together', async () => {
    const { rerank, definition } = await openAllowed();
    const diary: DocumentationSource = { type: 'Documentation', folders: ['diary'], exclude: [], judgedQueries: [] };
    const scope: SearchScope = {
      sources: [
        { name: 'Own', definition },
        { name: 'Diary', definition: diary },
      ],
      lastEntry: Promise.resolve(),
    };
    const { message, needs } = await rerank('car', somePassages, { scope });
    expect(message).toContain('let a function search Diary and send requests to');
    expect(needs).toHaveLength(1);
    expect(standIn.requests).toEqual([]);
    await trust.allow([...trust.requiredAsks.values()]);
    expect((await rerank('car', somePassages, { scope })).needs).toBeUndefined();
  });
});

/** Sends a part of an answer and ends the connection. */
const cutOff = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '9999' });
  response.write('{"object":"list","data":[');
  setTimeout(() => response.destroy(), 20);
};
const four = (...embeddings: readonly (readonly unknown[])[]) => reply(200, answerOf(embeddings));
const sendEndlessly = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"data":[');
  const writeMore = () => {
    while (!response.destroyed && response.write(`"${'x'.repeat(100_000)}",`));
  };
  response.on('drain', writeMore);
  writeMore();
};
const leadElsewhere = (response: ServerResponse) => {
  response.writeHead(307, { Location: 'http://127.0.0.1:9/v1' }).end();
};
const openAiError = { error: { message: `Incorrect API key provided: ${key}.`, type: 'invalid_request_error' } };

describe('A stand-in that misbehaves leaves the plain ranking and one reason:', () => {
  const setup = () => openAllowed({ key: 'EMBEDDINGS_KEY' }, { EMBEDDINGS_KEY: key });

  it.each([
    [
      'refuses the key',
      reply(401, openAiError),
      /HTTP 401: Incorrect API key provided: \$\{EMBEDDINGS_KEY\}\): check the value of the environment variable EMBEDDINGS_KEY\.$/,
    ],
    [
      'has reached a limit',
      reply(429, { error: { message: 'Rate limit reached' } }),
      /HTTP 429: Rate limit reached\): search again later\.$/,
    ],
    ['fails', reply(500, 'boom', 'text/plain'), /HTTP 500\): check Address and Model/],
    [
      'does not have the model',
      reply(404, { error: 'model "stand-in" not found' }),
      /HTTP 404: model "stand-in" not found\)/,
    ],
    ['answers with a web page', reply(200, '<html>Sign in</html>', 'text/html'), /it answered with text\/html\)/],
    ['answers with damaged JSON', reply(200, '{"data": [NaN'), /its answer is not JSON\)/],
    ['answers something else', reply(200, { models: [] }), /its answer is not a list of embeddings\)/],
    ['gives too few vectors', four([1, 2], [1, 2], [1, 2]), /it gave 3 vectors for 4 texts\)/],
    [
      'gives vectors of several dimensions',
      four([1, 2], [1, 2], [1, 2, 3], [1, 2]),
      /differ in their number of dimensions\)/,
    ],
    ['gives no numbers', four([null, 1], [1, 2], [1, 2], [1, 2]), /not a list of embeddings\)/],
    [
      'gives infinite numbers',
      reply(200, JSON.stringify(answerOf([[1], [2], [3], [4]])).replace('[4]', '[1e999]')),
      /not a list of embeddings\)/,
    ],
    ['gives a vector of zeros', four([0, 0], [1, 2], [1, 2], [1, 2]), /one of its vectors has no direction\)/],
    [
      'numbers two vectors alike',
      reply(200, { data: [0, 1, 1, 3].map((index) => ({ index, embedding: [1, 2] })) }),
      /numbers the vectors wrongly\)/,
    ],
    ['ends the connection', cutOff, /it ended the connection before its answer was complete\)/],
    ['sends without end', sendEndlessly, /it sent more than 10 MB\)/],
    ['leads elsewhere', leadElsewhere, /it redirects to http:\/\/127\.0\.0\.1:9\/v1/],
  ] as const)('%s', async (_, answer, reason) => {
    const { rerank } = await setup();
    standIn.answerNext(answer);
    const { rankedPassages, message, needs, embeddings } = await rerank('car');
    expect(rankedPassages).toEqual(somePassages);
    expect(message).toMatch(/^Ranked without embeddings\. 127\.0\.0\.1:\d+ gave no vectors \(/);
    expect(message).toMatch(reason);
    expect(message).not.toContain(key);
    expect({ needs, embeddings }).toEqual({});
    expect(places((await rerank('car')).rankedPassages)[0]).toBe('2.md');
  });

  it('is slow: what it gave in time is kept', async () => {
    const { rerank } = await setup();
    const manyPassages = passages(Array.from({ length: 12 }, (_, index) => `Text ${index}.`));
    standIn.answerNext(
      (response, input) => reply(200, answerOf(input.map((_, index) => [1, index])))(response),
      () => {},
    );
    const { rankedPassages, message } = await rerank('car', manyPassages, { timeoutMs: 300 });
    expect(rankedPassages).toEqual(manyPassages);
    expect(message).toMatch(
      /^Ranked without embeddings\. 127\.0\.0\.1:\d+ took longer than 0\.3 seconds: its vectors so far are kept/,
    );
    standIn.dimension = 2;
    expect((await rerank('car', manyPassages)).embeddings?.sent).toBe(5);
  });

  it('is not there', async () => {
    const { rerank } = await openAllowed({ address: 'http://127.0.0.1:9/v1' });
    expect((await rerank('car')).message).toBe(
      'Ranked without embeddings. 127.0.0.1:9 gave no vectors (nothing listens there): check Address and Model under Embeddings in the source, and that the service runs.',
    );
  });

  it('gives vectors of other dimensions from request to request', async () => {
    const { rerank } = await openAllowed();
    const manyPassages = passages(Array.from({ length: 12 }, (_, index) => `Text ${index}.`));
    const growingReplies = Array.from(
      { length: 6 },
      (_, place) => (response: ServerResponse, input: readonly string[]) =>
        reply(200, answerOf(input.map(() => new Array(place + 2).fill(1))))(response),
    );
    standIn.answerNext(...growingReplies);
    expect((await rerank('car', manyPassages)).message).toMatch(/gave vectors of several dimensions for one search/);
    expect(standIn.requests.length).toBeLessThanOrEqual(4);
  });

  it('ends with its search when that is cancelled', async () => {
    const { source } = await setup();
    standIn.answerNext(() => {});
    const stop = new AbortController();
    const answer = source.rerank?.('car', somePassages, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 30);
    await expect(answer).rejects.toThrow('enough');
  });
});
