/** The sources of searches: their states, trial searches, and settings. */

import { isSameData } from '../../../src/base/json.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { PreviewState } from '../state/preview.ts';
import type { SearchReport, SourceState, SourceSummary, SourcesState, Trial } from '../state/searches.ts';
import type { WorkbenchState } from '../state.ts';
import { createSourceChanges, type SourceChanges, type SourceChangesDependencies } from './source-changes.ts';
import { findSource } from './source-selectors.ts';

export interface SourceActions extends SourceChanges {
  /** Reads the state of all sources. @returns whether that succeeded */
  refreshSources(): Promise<boolean>;
  /** Reads the state of all sources and repeats searches that failed or lacked a permission. */
  retrySources(): Promise<void>;
  /** Searches one source and stores the result of the newest query. Without `asks`, only stores the query. */
  trySource(source: string, query: string, asks: boolean): Promise<void>;
  reindexSource(source: string): Promise<void>;
  /** Reads the files that a person confirms, or the rest after a stop. */
  readSource(source: string): Promise<void>;
  stopReading(source: string): Promise<void>;
  /** Starts to fetch the pages of a source from the web. */
  fetchSource(source: string): Promise<void>;
  stopFetching(source: string): Promise<void>;
  /** Folders for a source whose path starts with the prefix, as its file names them. */
  suggestSourceFolders(prefix: string): Promise<readonly string[]>;
  /** Resolves with a message if a typed path outside the workspace does not exist. */
  checkSourceFolder(path: string): Promise<string | undefined>;
  evaluateSource(source: string): Promise<void>;
  refreshAppId(): Promise<void>;
  /** Stores the AppID outside the workspace; an empty text removes it. */
  setAppId(appId: string): Promise<void>;
}

interface Dependencies extends Omit<SourceChangesDependencies, 'refreshSources' | 'trySource'> {
  readonly refreshPreview: () => void;
  /** Saves what is typed: the core searches by the file. */
  readonly flush: () => Promise<boolean>;
}

export function createSourceActions(
  context: StoreContext,
  { select, arrange, openOverlay, refreshPreview, flush }: Dependencies,
): SourceActions {
  const { host, get, set, subscribe, orNotice } = context;
  const { orderSources, ...changes } = createSourceChanges(context, {
    select,
    arrange,
    refreshSources,
    openOverlay,
    trySource,
  });
  let newestRequest = 0;
  let currentReading: Promise<boolean> = Promise.resolve(false);
  const newestTrial = new Map<string, number>();
  const change = (part: Partial<SourcesState>) => set({ sources: { ...get().sources, ...part } });
  const trialOf = (source: string): Trial | undefined => get().sources.trials[source];

  // An answer may come after the list that says that its source has changed.
  subscribe(({ preview }, before) => {
    if (preview !== before.preview && searchesIn(preview).some(isOutdated)) refreshPreview();
  });

  /** A read overtaken by a newer one resolves with it, so that every caller sees the newest list. */
  function refreshSources(): Promise<boolean> {
    currentReading = readSources(++newestRequest);
    return currentReading;
  }

  async function readSources(number: number): Promise<boolean> {
    const answer = await orNotice(host.call('sources.list', {}));
    if (number !== newestRequest) return currentReading;
    if (!answer) return false;
    const list = orderSources(answer);
    const { list: listBefore, evaluations } = get().sources;
    const renewedNames = renewedSources(listBefore, list);
    change({ list, evaluations: currentEvaluations(evaluations, renewedNames, listBefore, list) });
    repeatSearches(renewedNames);
    const { selection, definition } = get();
    const isFound = selection?.kind === 'source' && findSource(get(), selection.source)?.file !== undefined;
    // A remembered selection names its source before the list gives its file.
    if (isFound && definition.status === 'none') select(selection);
    if (selection?.kind === 'source') await readMarks(selection.source);
    return true;
  }

  /** Updates the judgements of a shown trial without searching again. */
  async function readMarks(source: string): Promise<void> {
    const shownReport = () => trialOf(source)?.result?.account;
    const account = shownReport();
    if (!account) return;
    const question = { id: account.id, budget: account.budget };
    // The core forgets old searches.
    const result = await host.call('search.explain', question).catch(() => undefined);
    if (result && shownReport() === account && !isSameData(result.account, account)) keepTrial(source, { result });
  }

  /** Repeats the searches in sources that have just changed, unless an answer is from the newest state. */
  function repeatSearches(renewedNames: ReadonlySet<string>): void {
    if (renewedNames.size > 0) set({ answersRevision: get().answersRevision + 1 });
    const isToRepeat = ({ sources }: SearchReport) =>
      sources.some((source) => renewedNames.has(source.name) && (source.state === 'failed' || isEarlier(source)));
    if (searchesIn(get().preview).some(isToRepeat)) refreshPreview();
    for (const [name, { result }] of Object.entries(get().sources.trials))
      if (result && isToRepeat(result.account)) inBackground(searchAgain(name));
  }

  const isOutdated = ({ sources }: SearchReport) => sources.some(isEarlier);

  /** Whether a source has changed since it was searched. */
  function isEarlier({ name, revision }: SearchReport['sources'][number]): boolean {
    const now = revisionIn(get(), name);
    return revision !== undefined && now !== undefined && now > revision;
  }

  function keepTrial(source: string, part: Partial<Trial>): void {
    const { trials } = get().sources;
    const before = trials[source] ?? { query: '', result: undefined, failure: undefined, isAsking: false };
    change({ trials: { ...trials, [source]: { ...before, ...part } } });
  }

  /** Repeats searches that failed or lacked a permission, which may have been given. */
  async function retrySources(): Promise<void> {
    await refreshSources();
    for (const [name, { result }] of Object.entries(get().sources.trials)) {
      const lacks = result?.account.sources.some(({ needs }) => needs !== undefined);
      if (result?.kind === 'failed' || lacks) inBackground(searchAgain(name));
    }
  }

  async function trySource(source: string, query: string, asks: boolean): Promise<void> {
    const number = (newestTrial.get(source) ?? 0) + 1;
    newestTrial.set(source, number);
    const isCleared = !asks && query.trim() === '';
    keepTrial(source, { query, isAsking: asks, ...(isCleared && { result: undefined, failure: undefined }) });
    if (!asks) return;
    const { answer, isOvertaken } = await search(source, query);
    if (newestTrial.get(source) === number) {
      keepTrial(source, { ...answer, isAsking: false });
      if (isOvertaken) await searchAgain(source);
    }
    if (findSource(get(), source)?.state.kind === 'idle') await refreshSources();
  }

  /** @returns also whether the source has changed before the answer came */
  async function search(source: string, query: string): Promise<SearchOutcome> {
    await flush();
    const before = revisionIn(get(), source);
    try {
      const result = await host.call('search.run', { sources: [source], query });
      const now = revisionIn(get(), source);
      // A source that failed does not say in which state.
      const isOvertaken = result.kind === 'failed' ? now !== undefined && now !== before : isOutdated(result.account);
      return { answer: { result, failure: undefined }, isOvertaken };
    } catch (error) {
      return { answer: { failure: sentence(error) }, isOvertaken: false };
    }
  }

  /** Searches for the shown query again, which may not be the typed one. Keeps the answer of a search that came meanwhile. */
  async function searchAgain(source: string): Promise<void> {
    const shownResult = trialOf(source)?.result;
    if (!shownResult) return;
    const { answer, isOvertaken } = await search(source, shownResult.account.query);
    if (trialOf(source)?.result?.account.id === shownResult.account.id) keepTrial(source, answer);
    if (isOvertaken) await searchAgain(source);
  }

  return {
    refreshSources,
    retrySources,
    ...changes,
    trySource,
    reindexSource: async (source) => {
      await orNotice(host.call('sources.reindex', { source }));
      await refreshSources();
    },
    async readSource(source) {
      await orNotice(host.call('sources.read', { source }));
      await refreshSources();
    },
    async stopReading(source) {
      await orNotice(host.call('sources.stop', { source }));
      await refreshSources();
    },
    async fetchSource(source) {
      await orNotice(host.call('sources.fetch', { source }));
      await refreshSources();
    },
    async stopFetching(source) {
      await orNotice(host.call('sources.stopFetch', { source }));
      await refreshSources();
    },
    suggestSourceFolders: (prefix) => host.call('folders.suggest', { prefix, for: 'source' }).catch(() => []),
    checkSourceFolder: (path) =>
      host.call('folders.check', { path }).then(
        ({ message }) => message,
        () => undefined,
      ),
    async evaluateSource(source) {
      await flush();
      const evaluation = await orNotice(host.call('sources.evaluate', { source }));
      // The marks that it counts may be newer than the list.
      await refreshSources();
      if (evaluation) change({ evaluations: { ...get().sources.evaluations, [source]: evaluation } });
    },
    async refreshAppId() {
      const appId = await orNotice(host.call('sources.appId', {}));
      if (appId) change({ appId });
    },
    async setAppId(appId) {
      const state = await orNotice(host.call('sources.setAppId', { appId }));
      if (state) change({ appId: state });
      await refreshSources();
    },
  };
}

interface SearchOutcome {
  readonly answer: Pick<Trial, 'failure'> & Partial<Pick<Trial, 'result'>>;
  readonly isOvertaken: boolean;
}

/** The searches of the shown answer of a prompt. */
function searchesIn(preview: PreviewState): readonly SearchReport[] {
  const answer = preview.status === 'result' ? preview.result : 'error' in preview ? preview.error : undefined;
  return answer?.searches ?? [];
}

/** The sources whose search results may have changed. */
function renewedSources(before: readonly SourceSummary[], now: readonly SourceSummary[]): ReadonlySet<string> {
  const revisions = new Map(before.map(({ name, state }) => [name, revisionOf(state)]));
  const renewed = now.filter(({ name, state }) => {
    const revision = revisionOf(state);
    return revision !== undefined && revisions.has(name) && revisions.get(name) !== revision;
  });
  return new Set(renewed.map(({ name }) => name));
}

/** The evaluations without those of sources whose marks or search results may have changed. */
function currentEvaluations(
  evaluations: SourcesState['evaluations'],
  renewedNames: ReadonlySet<string>,
  before: readonly SourceSummary[],
  now: readonly SourceSummary[],
): SourcesState['evaluations'] {
  const marksIn = (list: readonly SourceSummary[], source: string) => list.find(({ name }) => name === source)?.judged;
  const isCurrent = (name: string) => !renewedNames.has(name) && isSameData(marksIn(before, name), marksIn(now, name));
  return Object.fromEntries(Object.entries(evaluations).filter(([name]) => isCurrent(name)));
}

function revisionIn(state: WorkbenchState, source: string): number | undefined {
  const selectedSource = findSource(state, source);
  return selectedSource && revisionOf(selectedSource.state);
}

function revisionOf(state: SourceState): number | undefined {
  return state.kind === 'ready' || state.kind === 'stopped' ? state.revision : undefined;
}
