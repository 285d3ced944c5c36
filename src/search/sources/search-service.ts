/** The search service of a workspace: searches its sources in parallel, and keeps recent answers. */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { NotAllowedError, WorkbenchError } from '../../base/errors.ts';
import type { SourcePage, SourceState, SourceSummary } from '../../contract/contract.ts';
import type { JudgedQuery, SourceDefinition } from '../../model/definitions.ts';
import type { SearchScope } from '../../model/search.ts';
import { defaultBudget } from '../../model/search.ts';
import type { SecretStore } from '../../state/secrets.ts';
import { Turns } from '../../state/turns.ts';
import { askId } from '../../trust/ask-id.ts';
import { enterScope } from '../../trust/together.ts';
import { embeddingsAsks } from '../../trust/workspace-asks.ts';
import type { FoundPage, PageRequest, SearchAnswer, SearchRequest } from '../search-request.ts';
import { findPage } from './find-page.ts';
import { createSourceOpener, type SourceOpener, type SourceOptions } from './open-source.ts';
import { OpenSources } from './open-sources.ts';
import { candidateOf, querySource, type SourceQuery, untilAborted } from './query-source.ts';
import type { RetrievedPassages, Retriever } from './retriever.ts';
import { answerWithin } from './search-report.ts';
import type { SearchAnswers, SourceAnswer } from './source-answer.ts';
import { type FoundSource, SourceFiles } from './source-files.ts';
import type { FetchedCopy, SourceCopies } from './web/source-copies.ts';
import { createWhileTyping } from './while-typing.ts';

/** A safety net: each type of source has its own shorter limit. */
const defaultTimeoutMs = 45_000;

/** Recent searches that `explain` can still answer. */
const maxRecent = 20;

/** A source and its state. */
export type SourceStatus = Omit<SourceSummary, 'problems' | 'usedBy'>;

export interface SearchService {
  readonly secrets: SecretStore;
  /** @throws WorkbenchError `invalid-input` for an empty query */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** The results of a recent search with another budget. @throws WorkbenchError `not-found` */
  explain(id: string, budget: number): Promise<SearchAnswer>;
  /** The sources without errors, by name. */
  list(): Promise<SourceStatus[]>;
  /** @throws WorkbenchError `not-found` */
  find(name: string): Promise<FoundSource>;
  /** Opens a source. @throws as `find`, and NotAllowedError */
  retriever(name: string): Promise<Retriever>;
  page(name: string, location: string): Promise<SourcePage>;
  /** Finds a page by what its reader knows of it. @throws WorkbenchError `not-found`, with pages of similar names */
  findPage(request: PageRequest): Promise<FoundPage>;
  /** Starts to index the documentation sources of the workspace. */
  prepare(): Promise<void>;
  /**
   * Starts to fetch the pages of a source from the web. `outcome` resolves once they are indexed, and never rejects.
   * @throws NotAllowedError; WorkbenchError if the source has no such pages or is already being fetched
   */
  fetch(name: string): Promise<{ readonly outcome: Promise<readonly FetchedCopy[]> }>;
  /** Stops fetching; the copy keeps the pages fetched so far. */
  stopFetch(name: string): Promise<void>;
  /** Fetches the pages that are due by the schedules of their sources. */
  fetchDue(): Promise<void>;
  /** Calls `listener` when the state of a source changes. @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Notifies the listeners of an outside change, such as a new credential. */
  announce(): void;
  close(): Promise<void>;
}

/** @param opener replaced by tests */
export function createSearchService(
  options: SourceOptions,
  opener: SourceOpener = createSourceOpener(options),
): SearchService {
  const { trust, secrets, log, indexWaitMs } = options;
  const timeoutMs = indexWaitMs === undefined ? defaultTimeoutMs : 2 * indexWaitMs;
  const listeners = new Set<() => void>();
  const files = new SourceFiles(trust.root);
  const openSources = new OpenSources(opener, trust, announce);
  const recentSearches = new Map<string, SearchAnswers>();
  const typingSearches = createWhileTyping();
  /** Ranking and filling a budget take milliseconds: many searches at once must not block the event loop. */
  const turns = new Turns();
  let searches = 0;

  let sourceCopies: Promise<SourceCopies> | undefined;
  /** Loaded for the first source with pages on the web. */
  function copies(): Promise<SourceCopies> {
    sourceCopies ??= import('./web/source-copies.ts').then(({ createSourceCopies }) =>
      createSourceCopies({
        cacheDir: options.cacheDir,
        workerFile: join(dirname(options.cliFile), 'indexer.cjs'),
        trust,
        onchange: announce,
        log,
      }),
    );
    return sourceCopies;
  }

  /** Removes nothing if a definition cannot be read: a copy may belong to a source that a person is just editing. */
  async function removeUnnamed(): Promise<void> {
    const foundSources = await Promise.all(files.names().map((name) => files.find(name))).catch(() => undefined);
    if (foundSources)
      await (await copies()).removeUnnamed(foundSources.map(({ definition }) => definition)).catch(() => undefined);
  }

  /** Reads the fetched files. */
  async function indexFetched(name: string): Promise<void> {
    const source = await retriever(name).catch(() => undefined);
    await source?.refresh?.();
  }

  async function webOf({ name, definition }: FoundSource) {
    if (definition.type !== 'Documentation' || !definition.web) return {};
    return { web: (await copies()).stateOf(name, definition) };
  }

  async function retriever(name: string): Promise<Retriever> {
    const source = await files.find(name);
    return openSources.open(await openSources.permit(source));
  }

  /** Opens a source for a search or a reader. @throws NotAllowedError */
  async function openWithin(name: string, scope: SearchScope | undefined): Promise<OpenedSource> {
    // Read the file once: permission must apply to the same definition as the search.
    const foundSource = await files.find(name);
    const permittedSource = await openSources.permit(foundSource);
    if (scope) await enterScope(scope, foundSource, trust);
    return { source: await openSources.open(permittedSource), judgedQueries: foundSource.definition.judgedQueries };
  }

  async function retrieve(name: string, query: string, sourceQuery: SourceQuery): Promise<RetrievedAnswer> {
    const { source, judgedQueries } = await openWithin(name, sourceQuery.scope);
    return {
      source,
      judgedQueries,
      retrieval: await querySource(source, query, sourceQuery, { turns, typing: typingSearches }),
    };
  }

  async function ask(name: string, query: string, sourceQuery: SourceQuery): Promise<SourceAnswer> {
    const startMs = performance.now();
    const milliseconds = () => Math.round((performance.now() - startMs) * 10) / 10;
    try {
      const { source, judgedQueries, retrieval } = await untilAborted(
        retrieve(name, query, sourceQuery),
        sourceQuery.signal,
      );
      const { rankedPassages, ...retrievalFields } = retrieval;
      return {
        ...retrievalFields,
        name,
        milliseconds: milliseconds(),
        candidates: rankedPassages.map((rankedPassage) => candidateOf(name, rankedPassage, source)),
        judgedQueries,
      };
    } catch (error) {
      const needs = error instanceof NotAllowedError ? { needs: error.needs } : {};
      const failure = failureOf(error, name);
      return { name, milliseconds: milliseconds(), candidates: [], judgedQueries: [], failure, ...needs };
    }
  }

  function remember(answers: SearchAnswers): void {
    recentSearches.set(answers.id, answers);
    for (const id of recentSearches.keys()) if (recentSearches.size > maxRecent) recentSearches.delete(id);
  }

  async function withCurrentMarks(answer: SourceAnswer): Promise<SourceAnswer> {
    const source = await files.find(answer.name).catch(() => undefined);
    return { ...answer, judgedQueries: source?.definition.judgedQueries ?? [] };
  }

  function failureOf(error: unknown, name: string): string {
    if (error instanceof WorkbenchError) return error.message;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return `it did not answer within ${timeoutMs / 1000} seconds: check that it can be reached, and try again.`;
    if (error instanceof DOMException && error.name === 'AbortError') return 'the search was cancelled.';
    log(`error: The source ${name} failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`);
    return 'it failed unexpectedly: see the log.';
  }

  async function summarize(name: string): Promise<SourceStatus | undefined> {
    const foundSource = await files.find(name).catch(() => undefined);
    if (!foundSource) return undefined;
    const { definition, file } = foundSource;
    const { title, description } = definition;
    return {
      name,
      type: definition.type,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      builtin: file === undefined,
      ...(file !== undefined && { file }),
      ...(definition.type === 'Documentation' && { folders: [...definition.folders] }),
      ...(await embeddingsOf(definition)),
      ...(await webOf(foundSource)),
      judged: definition.judgedQueries.map(({ query, right, wrong }) => ({
        query,
        right: [...right],
        wrong: [...wrong],
      })),
      state: await stateOf(name),
    };
  }

  async function embeddingsOf(definition: SourceDefinition): Promise<Pick<SourceSummary, 'embeddings'>> {
    if (definition.type !== 'Documentation' || !definition.embeddings) return {};
    const { address, model } = definition.embeddings;
    const missingAsks = await trust.missing(embeddingsAsks(definition, trust.root));
    return { embeddings: { address, model, needs: missingAsks.map(askId) } };
  }

  async function stateOf(name: string): Promise<SourceState> {
    try {
      return await (await retriever(name)).state();
    } catch (error) {
      if (error instanceof NotAllowedError) return { kind: 'not-allowed', needs: [...error.needs] };
      return { kind: 'failed', message: failureOf(error, name) };
    }
  }

  function announce(): void {
    for (const listener of listeners) listener();
  }

  return {
    secrets,
    async search(request) {
      const { sources, query, budget = defaultBudget, limit, section, givenPassages } = request;
      const { signal, scope, whileTyping = false } = request;
      if (!/\S/.test(query)) throw new WorkbenchError('invalid-input', 'The query is empty: say what to search for.');
      const number = ++searches;
      const stop = new AbortController();
      const cancel = () => stop.abort(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      const timer = setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), timeoutMs);
      try {
        const names = [...new Set(sources)];
        const answers = await Promise.all(
          names.map((name) => ask(name, query, { number, signal: stop.signal, whileTyping, scope, section })),
        );
        const searchAnswers: SearchAnswers = { id: randomUUID(), query, section, answers };
        remember(searchAnswers);
        await turns.take();
        return answerWithin(searchAnswers, budget, { limit, givenPassages });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      }
    },
    async explain(id, budget) {
      const searchAnswers = recentSearches.get(id);
      if (!searchAnswers) throw new WorkbenchError('not-found', 'This search is no longer available: search again.');
      return answerWithin(
        { ...searchAnswers, answers: await Promise.all(searchAnswers.answers.map(withCurrentMarks)) },
        budget,
      );
    },
    async list() {
      const summaries = await Promise.all(files.names().map(summarize));
      return summaries.filter((summary) => summary !== undefined);
    },
    find: (name) => files.find(name),
    retriever,
    async page(name, location) {
      const source = await retriever(name);
      if (!source.page) throw new WorkbenchError('not-found', `${name} has no pages to open.`);
      return source.page(location);
    },
    async findPage({ sources, location, scope }) {
      return findPage(location, [...new Set(sources)], async (name) => (await openWithin(name, scope)).source);
    },
    async prepare() {
      for (const name of files.names()) {
        const foundSource = await files.find(name).catch(() => undefined);
        if (foundSource?.definition.type !== 'Documentation' || foundSource.file === undefined) continue;
        const source = await retriever(name).catch(() => undefined);
        source?.prepare?.();
      }
    },
    async fetch(name) {
      const { definition } = await files.find(name);
      const { outcome: fetches } = await (await copies()).start(name, definition);
      const fetchAndIndex = async () => {
        const outcome = await fetches;
        await indexFetched(name);
        await removeUnnamed();
        return outcome;
      };
      return { outcome: fetchAndIndex() };
    },
    async stopFetch(name) {
      (await copies()).stop(name);
    },
    async fetchDue() {
      for (const name of files.names()) {
        const foundSource = await files.find(name).catch(() => undefined);
        if (foundSource?.definition.type !== 'Documentation' || !foundSource.definition.web) continue;
        if (await (await copies()).fetchDue(name, foundSource.definition)) await indexFetched(name);
      }
    },
    announce,
    subscribe(listener) {
      const notifyOnce = () => listener();
      listeners.add(notifyOnce);
      return () => listeners.delete(notifyOnce);
    },
    async close() {
      await (await sourceCopies)?.close();
      await openSources.close();
    },
  };
}

interface OpenedSource {
  readonly source: Retriever;
  readonly judgedQueries: readonly JudgedQuery[];
}

interface RetrievedAnswer extends OpenedSource {
  readonly retrieval: RetrievedPassages;
}
