/** The sources that searches ask: how each stands, what it finds when it is tried, and what it needs from a person. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import { isSameData } from '../../../src/base/json.ts';
import type { Output, ProblemView } from '../../../src/contract/contract.ts';
import type { SourceDefinition } from '../../../src/model/definitions.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { WorkbenchState } from '../state.ts';
import type { Searched } from './searches.ts';

export type SourceSummary = Output<'sources.list'>[number];
export type SourceState = SourceSummary['state'];
export type AppIdState = Output<'sources.appId'>;
export type Evaluation = Output<'sources.evaluate'>;
export type SourceType = SourceDefinition['type'];

/** A search of one source without a prompt. */
export interface Trial {
  readonly query: string;
  /** Of the newest query that was answered; undefined before the first. */
  readonly searched: Searched | undefined;
  readonly failure: string | undefined;
  readonly isAsking: boolean;
}

export interface SourcesState {
  /** By name, the workspace's and the built-in ones. */
  readonly list: readonly SourceSummary[];
  /** Undefined until it is first asked for. */
  readonly appId: AppIdState | undefined;
  /** By source. */
  readonly trials: Readonly<Record<string, Trial>>;
  readonly evaluations: Readonly<Record<string, Evaluation>>;
}

export const initialSources: SourcesState = { list: [], appId: undefined, trials: {}, evaluations: {} };

export interface SourceActions {
  /** Reads again how all sources stand. */
  refreshSources(): Promise<void>;
  /** Reads again how all sources stand, and repeats the searches that failed. */
  retrySources(): Promise<void>;
  /** Makes the file of a new source. @throws the core's sentence, for the dialog that asked */
  createSource(name: string, type: SourceType): Promise<void>;
  /** Searches one source; the answer to the newest query is kept. Without `asks`, the query is only kept. */
  trySource(source: string, query: string, asks: boolean): Promise<void>;
  reindexSource(source: string): Promise<void>;
  evaluateSource(source: string): Promise<void>;
  refreshAppId(): Promise<void>;
  /** Keeps the AppID outside the workspace; the empty text removes it. */
  setAppId(appId: string): Promise<void>;
}

export function findSource(state: WorkbenchState, name: string): SourceSummary | undefined {
  return state.sources.list.find((source) => source.name === name);
}

const problems = new WeakMap<SourcesState['list'], readonly ProblemView[]>();

/** Of all sources: the same list for as long as they are the same. */
export function problemsOfSources({ list }: SourcesState): readonly ProblemView[] {
  return getOrCreate(problems, list, () => list.flatMap((source) => source.problems));
}

/** Where documentation usually is in a folder of somebody's project, the likeliest first. */
const usualFolders = ['docs', 'doc', 'documentation', 'manual', 'guide', 'handbook', 'wiki', 'notes'];

/** What a new source begins with; the rest is filled in on its page. */
function newSourceText(type: SourceType, folders: readonly string[]): string {
  switch (type) {
    case 'Documentation': {
      const folder = usualFolders.find((name) => folders.includes(name));
      return `Type: Documentation\nFolders: [${folder ?? ''}]\n`;
    }
    case 'WolframAlpha':
      return 'Type: WolframAlpha\n';
    case 'MCP':
      return 'Type: MCP\nUrl: http://127.0.0.1:3000/mcp\nTool: search\n';
  }
}

/** What the sources need of what is around them. */
interface Around {
  readonly select: (source: string) => void;
  readonly refreshPreview: () => void;
}

export function createSourceActions(
  { host, get, set, orNotice }: StoreContext,
  { select, refreshPreview }: Around,
): SourceActions {
  let newest = 0;
  const newestTrial = new Map<string, number>();
  const change = (part: Partial<SourcesState>) => set({ sources: { ...get().sources, ...part } });

  async function refreshSources(): Promise<void> {
    const number = ++newest;
    const list = await orNotice(host.call('sources.list', {}));
    if (!list || number !== newest) return;
    const renewed = renewedSources(get().sources.list, list);
    change({ list });
    askAgain(renewed);
    const { selection, definition } = get();
    const isFound = selection?.kind === 'source' && findSource(get(), selection.source)?.file !== undefined;
    // What was looked at last is known by its name before its place is.
    if (isFound && definition.status === 'none') select(selection.source);
    if (selection?.kind === 'source') await readMarks(selection.source);
  }

  /** What is shown of a trial may have been marked since, or a mark taken back: nothing is searched for that. */
  async function readMarks(source: string): Promise<void> {
    const shown = () => get().sources.trials[source]?.searched?.account;
    const account = shown();
    if (!account) return;
    const question = { id: account.id, budget: account.budget };
    // A search of long ago is not kept.
    const searched = await host.call('search.explain', question).catch(() => undefined);
    if (searched && shown() === account && !isSameData(searched.account, account)) keepTrial(source, { searched });
  }

  /** What was searched in sources that have read something new is searched again. */
  function askAgain(renewed: ReadonlySet<string>): void {
    if (renewed.size === 0) return;
    const { preview, sources } = get();
    const shown = preview.status === 'result' ? preview.result : 'error' in preview ? preview.error : undefined;
    const asked = (shown?.searches ?? []).flatMap((search) => search.sources.map(({ name }) => name));
    if (asked.some((name) => renewed.has(name))) refreshPreview();
    for (const name of renewed) {
      const trial = sources.trials[name];
      if (trial?.searched) inBackground(trySource(name, trial.query, true));
    }
  }

  function keepTrial(source: string, part: Partial<Trial>): void {
    const { trials } = get().sources;
    const before = trials[source] ?? { query: '', searched: undefined, failure: undefined, isAsking: false };
    change({ trials: { ...trials, [source]: { ...before, ...part } } });
  }

  /** Searches that failed are tried again: what they lacked may be allowed now. */
  async function retrySources(): Promise<void> {
    await refreshSources();
    for (const [name, { query, searched }] of Object.entries(get().sources.trials)) {
      if (searched?.kind === 'failed') inBackground(trySource(name, query, true));
    }
  }

  async function trySource(source: string, query: string, asks: boolean): Promise<void> {
    const number = (newestTrial.get(source) ?? 0) + 1;
    newestTrial.set(source, number);
    const isCleared = !asks && query.trim() === '';
    keepTrial(source, { query, isAsking: asks, ...(isCleared && { searched: undefined, failure: undefined }) });
    if (!asks) return;
    const answer = await host.call('search.run', { sources: [source], query }).then(
      (searched) => ({ searched, failure: undefined }),
      (error: unknown) => ({ failure: sentence(error) }),
    );
    if (newestTrial.get(source) === number) keepTrial(source, { ...answer, isAsking: false });
    if (findSource(get(), source)?.state.kind === 'idle') await refreshSources();
  }

  /** By name. */
  async function foldersOfWorkspace(): Promise<readonly string[]> {
    const { workspace } = get();
    if (workspace.status !== 'ready') return [];
    const paths = await host.call('folders.suggest', { prefix: `${workspace.view.dir}/` }).catch(() => []);
    return paths.map((path) => path.split(/[\\/]/).at(-1) ?? '');
  }

  return {
    refreshSources,
    retrySources,
    async createSource(name, type) {
      const file = `sources/${name}.yaml`;
      const folders = type === 'Documentation' ? await foldersOfWorkspace() : [];
      await host.call('file.write', { file, baseVersion: '', text: newSourceText(type, folders) });
      await refreshSources();
      select(name);
    },
    trySource,
    reindexSource: async (source) => {
      await orNotice(host.call('sources.reindex', { source }));
      await refreshSources();
    },
    async evaluateSource(source) {
      const evaluation = await orNotice(host.call('sources.evaluate', { source }));
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

/** The sources in which a search may find something else now. */
function renewedSources(before: readonly SourceSummary[], now: readonly SourceSummary[]): ReadonlySet<string> {
  const revisions = new Map(before.map(({ name, state }) => [name, revisionOf(state)]));
  const renewed = now.filter(({ name, state }) => {
    const revision = revisionOf(state);
    return revision !== undefined && revisions.has(name) && revisions.get(name) !== revision;
  });
  return new Set(renewed.map(({ name }) => name));
}

function revisionOf(state: SourceState): number | undefined {
  return state.kind === 'ready' ? state.revision : undefined;
}
