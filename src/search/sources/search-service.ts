/** Searching: sources by name, opened at their first use, asked side by side, their answers kept for another look. */
import { randomUUID } from 'node:crypto';
import { NotAllowedError, WorkbenchError } from '../../base/errors.ts';
import { isSameData } from '../../base/json.ts';
import type { SourcePage, SourceState, SourceSummary } from '../../contract/contract.ts';
import type { SearchScope } from '../../model/search.ts';
import { defaultBudget } from '../../model/search.ts';
import { Turns } from '../../state/turns.ts';
import { enterScope } from '../../trust/together.ts';
import type { Trust } from '../../trust/trust.ts';
import { sourceAsks } from '../../trust/workspace-asks.ts';
import type { SearchAnswer, SearchRequest } from '../search-request.ts';
import { answerWithin, type Found, type SourceAnswer } from './account.ts';
import type { Retrieved, Retriever } from './retriever.ts';
import { type FoundSource, SourceFiles } from './source-files.ts';
import { createWhileTyping } from './while-typing.ts';

/** Passages asked of each source: more than any budget takes, so that what was left out can be shown. */
const limit = 20;

/** After this a source counts as one that does not answer; each kind has shorter limits of its own. Milliseconds. */
const usualPatience = 45_000;

/** Searches that can be explained again. */
const maxRecent = 20;

/** A source, and how it stands. */
export type FoundSummary = Omit<SourceSummary, 'problems'>;

export interface SearchService {
  /** @throws WorkbenchError `invalid-input` for a query without a word */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** One of the latest searches with another budget. @throws WorkbenchError `not-found` */
  explain(id: string, budget: number): Promise<SearchAnswer>;
  /** Those that can be read, by name. */
  list(): Promise<FoundSummary[]>;
  /** @throws WorkbenchError `not-found` */
  find(name: string): Promise<FoundSource>;
  /** The source, open. @throws as `find`, and NotAllowedError */
  retriever(name: string): Promise<Retriever>;
  page(name: string, location: string): Promise<SourcePage>;
  /** Begins to read the documentation sources that the workspace has, so that the first search finds them read. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchServiceOptions {
  readonly trust: Trust;
  readonly open: (source: FoundSource) => Promise<Retriever>;
  readonly log: (line: string) => void;
  /** How long a search may take. Milliseconds. */
  readonly patience?: number;
}

interface Asking {
  /** A later search has a higher one. */
  readonly number: number;
  readonly signal: AbortSignal;
  readonly whileTyping: boolean;
  readonly scope: SearchScope | undefined;
}

interface OpenSource {
  readonly source: FoundSource;
  readonly retriever: Promise<Retriever>;
}

export function createSearchService(options: SearchServiceOptions): SearchService {
  const { trust, open, log, patience = usualPatience } = options;
  const files = new SourceFiles(trust.root);
  const opened = new Map<string, OpenSource>();
  const recent = new Map<string, Found>();
  const typing = createWhileTyping();
  /** Ranking and filling a budget take milliseconds each: many searches at once must not add up to one long turn. */
  const turns = new Turns();
  let searches = 0;
  let isClosed = false;

  async function retriever(name: string): Promise<Retriever> {
    const source = await files.find(name);
    await permit(source);
    return openSource(source);
  }

  /** Opens a source, and closes the one of that name that has another definition. */
  async function openSource(source: FoundSource): Promise<Retriever> {
    const { name } = source;
    const known = opened.get(name);
    if (known && isSameDefinition(known.source, source)) return known.retriever;
    if (isClosed) throw new WorkbenchError('unavailable', 'The program is closing: search again when it is open.');
    const made = { source, retriever: open(source) };
    opened.set(name, made);
    made.retriever.catch(() => opened.get(name) === made && opened.delete(name));
    await known?.retriever.then((old) => old.close()).catch(() => undefined);
    return made.retriever;
  }

  /** A source that is no longer allowed is ended: its program, its connection, the folders that it follows. */
  async function permit({ name, definition }: FoundSource): Promise<void> {
    // Wolfram|Alpha asks by itself, once there is an AppID to ask with.
    if (definition.type === 'WolframAlpha') return;
    try {
      await trust.require(sourceAsks(definition, trust.root));
    } catch (error) {
      const known = opened.get(name);
      opened.delete(name);
      await known?.retriever.then((old) => old.close()).catch(() => undefined);
      throw error;
    }
  }

  async function retrieve(name: string, query: string, asking: Asking): Promise<Retrieved> {
    const { number, signal, whileTyping, scope } = asking;
    // What is judged must be what is searched, so the file is read once: it may change at any moment.
    const found = await files.find(name);
    await permit(found);
    if (scope) await enterScope(scope, found, trust);
    const source = await openSource(found);
    if (!source.isElsewhere) await turns.take();
    const ask = () => source.retrieve(query, { limit, signal });
    return whileTyping && source.isElsewhere ? typing.retrieve(source, { number, query, signal }, ask) : ask();
  }

  async function ask(name: string, query: string, asking: Asking): Promise<SourceAnswer> {
    const started = performance.now();
    const milliseconds = () => Math.round((performance.now() - started) * 10) / 10;
    try {
      const { ranked, parsed, message } = await inTime(retrieve(name, query, asking), asking.signal);
      return {
        name,
        milliseconds: milliseconds(),
        candidates: ranked.map((each) => ({ source: name, ranked: each })),
        judged: (await files.find(name)).definition.judged,
        ...(parsed && { parsed }),
        ...(message !== undefined && { message }),
      };
    } catch (error) {
      const needs = error instanceof NotAllowedError ? { needs: error.needs } : {};
      const failure = sentence(error, name);
      return { name, milliseconds: milliseconds(), candidates: [], judged: [], failure, ...needs };
    }
  }

  function keep(found: Found): void {
    recent.set(found.id, found);
    for (const id of recent.keys()) if (recent.size > maxRecent) recent.delete(id);
  }

  async function judgedAnew(answer: SourceAnswer): Promise<SourceAnswer> {
    const source = await files.find(answer.name).catch(() => undefined);
    return { ...answer, judged: source?.definition.judged ?? [] };
  }

  function sentence(error: unknown, name: string): string {
    if (error instanceof WorkbenchError) return error.message;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return `it did not answer within ${patience / 1000} seconds: check that it can be reached, and try again.`;
    if (error instanceof DOMException && error.name === 'AbortError') return 'the search was cancelled.';
    log(`error: The source ${name} failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`);
    return 'it failed unexpectedly: see the log.';
  }

  async function summary(name: string): Promise<FoundSummary | undefined> {
    const found = await files.find(name).catch(() => undefined);
    if (!found) return undefined;
    const { definition, file } = found;
    const { title, description } = definition;
    return {
      name,
      type: definition.type,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      builtin: file === undefined,
      ...(file !== undefined && { file }),
      judged: definition.judged.length,
      state: await stateOf(name),
    };
  }

  async function stateOf(name: string): Promise<SourceState> {
    try {
      return await (await retriever(name)).state();
    } catch (error) {
      if (error instanceof NotAllowedError) return { kind: 'not-allowed', needs: [...error.needs] };
      return { kind: 'failed', message: sentence(error, name) };
    }
  }

  return {
    async search({ sources, query, budget = defaultBudget, signal, scope, whileTyping = false }) {
      if (!/\S/.test(query)) throw new WorkbenchError('invalid-input', 'The query is empty: say what to search for.');
      const number = ++searches;
      const stop = new AbortController();
      const cancel = () => stop.abort(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      const timer = setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), patience);
      try {
        const names = [...new Set(sources)];
        const answers = await Promise.all(
          names.map((name) => ask(name, query, { number, signal: stop.signal, whileTyping, scope })),
        );
        const found: Found = { id: randomUUID(), query, answers };
        keep(found);
        await turns.take();
        return answerWithin(found, budget);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      }
    },
    async explain(id, budget) {
      const found = recent.get(id);
      if (!found) throw new WorkbenchError('not-found', 'This search is no longer available: search again.');
      return answerWithin({ ...found, answers: await Promise.all(found.answers.map(judgedAnew)) }, budget);
    },
    async list() {
      const summaries = await Promise.all(files.names().map(summary));
      return summaries.filter((each) => each !== undefined);
    },
    find: (name) => files.find(name),
    retriever,
    async page(name, location) {
      const source = await retriever(name);
      if (!source.page) throw new WorkbenchError('not-found', `${name} has no pages to open.`);
      return source.page(location);
    },
    async prepare() {
      for (const name of files.names()) {
        const found = await files.find(name).catch(() => undefined);
        if (found?.definition.type !== 'Documentation' || found.file === undefined) continue;
        const source = await retriever(name).catch(() => undefined);
        source?.prepare?.();
      }
    },
    async close() {
      isClosed = true;
      const closing = [...opened.values()];
      opened.clear();
      await Promise.all(closing.map(({ retriever: each }) => each.then((source) => source.close()).catch(() => {})));
    },
  };
}

/** Marks and descriptions change how nothing is found. */
function isSameDefinition(a: FoundSource, b: FoundSource): boolean {
  const bare = ({ definition: { judged: _, title: __, description: ___, ...definition } }: FoundSource) => definition;
  return isSameData(bare(a), bare(b));
}

/** Whatever a source does, the search ends. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
