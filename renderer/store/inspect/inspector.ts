/** The inspected servers of one window: their connections, lists, typed values and answers. Loads with the first one. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Input, ServerInspection } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { JsonObject } from '../definition/json.ts';
import {
  type InspectedServer,
  type InspectPageState,
  type InspectTab,
  type InspectTarget,
  type Item,
  itemKey,
  type ListName,
  newInspectPage,
} from '../state/inspect.ts';
import {
  type ConfiguredServer,
  type Inspection,
  type InspectorState,
  type InspectPlan,
  type ItemAnswer,
  newInspection,
  serverOf,
} from './inspector-state.ts';
import { keptValues, rememberedTarget, targetName } from './remember.ts';

/** Without variables and headers, which are used once. */
export interface TargetDraft {
  readonly kind: InspectTarget['kind'];
  readonly command: string;
  readonly url: string;
}

const emptyDraft: TargetDraft = { kind: 'command', command: '', url: '' };

export interface Inspector {
  readonly state: StoreApi<InspectorState>;
  /** The servers of client applications. @throws WorkbenchError */
  configured(
    project?: string,
  ): Promise<{ readonly servers: readonly ConfiguredServer[]; readonly unreadFiles: readonly string[] }>;
  /** Folders that begin with the typed text; none on failure. */
  folders(prefix: string): Promise<readonly string[]>;
  /** What opening a target starts or contacts. @throws WorkbenchError */
  plan(target: InspectTarget): Promise<InspectPlan>;
  /** What is typed for another server and not opened yet; the window keeps it while it is open. */
  draft(): TargetDraft;
  keepDraft(draft: TargetDraft): void;
  /** Remembers a server, selects it and opens it. */
  add(target: InspectTarget, plan: InspectPlan): void;
  /** The servers that were removed from the list, newest first. */
  removed(): readonly InspectedServer[];
  /** Puts a removed server back with its values, and selects it. Opens nothing. */
  restore(id: string): void;
  /** Deletes what is remembered of a removed server: its command or address, and its values. */
  forget(id: string): void;
  /** Opens a remembered server as planned. */
  open(id: string, target: InspectTarget, plan: InspectPlan): Promise<void>;
  /** Ends the connection, or stops opening it. */
  close(id: string): Promise<void>;
  showTab(id: string, tab: InspectTab): void;
  choose(id: string, item: Item): void;
  type(id: string, item: Item, argument: string, text: string): void;
  /** Sets a tool's arguments as JSON; undefined returns to the form. */
  typeJson(id: string, item: Item, json: string | undefined): void;
  send(id: string, item: Item, method: Input<'inspect.request'>['method'], params: JsonObject): Promise<void>;
  cancel(id: string, item: Item): void;
  /** Begins or ends to follow a resource; its announced changes are in the server's `followed`. */
  follow(id: string, uri: string, isFollowed: boolean): Promise<void>;
  /** Completions of an argument; none on failure. */
  complete(id: string, params: JsonObject): Promise<readonly string[]>;
  refreshLists(id: string): Promise<void>;
}

const allLists: readonly ListName[] = ['prompts', 'tools', 'resources', 'resourceTemplates'];

export interface InspectorDependencies {
  readonly context: StoreContext;
  readonly select: (id: string) => void;
}

export function createInspector({ context, select }: InspectorDependencies): Inspector {
  const { host, settings, get, set, orNotice } = context;
  const state = createStore<InspectorState>()(() => ({ inspections: {} }));
  let newestFollow = 0;
  let draft = emptyDraft;
  /** By id of the server and list: the number of the newest read. */
  const newestReads = new Map<string, number>();

  const inspectionOf = (id: string): Inspection =>
    state.getState().inspections[id] ?? { ...newInspection, typedTexts: settings.read().inspectedValues[id] ?? {} };

  function change(id: string, part: Partial<Inspection>): void {
    const { inspections } = state.getState();
    state.setState({ inspections: { ...inspections, [id]: { ...inspectionOf(id), ...part } } });
  }

  const pageOf = (id: string): InspectPageState => get().inspectPages[id] ?? newInspectPage;

  function changePage(id: string, part: Partial<InspectPageState>): void {
    set({ inspectPages: { ...get().inspectPages, [id]: { ...pageOf(id), ...part } } });
  }

  function remember(server: InspectedServer): void {
    const otherServers = get().inspectedServers.filter(({ id }) => id !== server.id);
    const isKnown = otherServers.length < get().inspectedServers.length;
    const inspectedServers = isKnown
      ? get().inspectedServers.map((inspectedServer) => (inspectedServer.id === server.id ? server : inspectedServer))
      : [...otherServers, server];
    set({ inspectedServers });
    settings.change({ inspected: inspectedServers.map((inspectedServer) => ({ ...inspectedServer })) });
  }

  async function readList(id: string, list: ListName): Promise<void> {
    const key = `${id} ${list}`;
    const number = (newestReads.get(key) ?? 0) + 1;
    newestReads.set(key, number);
    const shownList = inspectionOf(id).lists[list];
    if (shownList?.status !== 'ready')
      change(id, { lists: { ...inspectionOf(id).lists, [list]: { status: 'loading' } } });
    const result = await host.call('inspect.list', { id, list }).then(
      (answer) => ({ status: 'ready', ...answer }) as const,
      (error: unknown) => ({ status: 'failed', message: sentence(error) }) as const,
    );
    if (newestReads.get(key) === number) change(id, { lists: { ...inspectionOf(id).lists, [list]: result } });
  }

  async function refreshLists(id: string): Promise<void> {
    await Promise.all(allLists.map((list) => readList(id, list)));
  }

  async function readMessages(id: string): Promise<void> {
    const after = inspectionOf(id).messages.at(-1)?.seq ?? 0;
    const log = await host.call('inspect.log', { id, after }).catch(() => undefined);
    if (!log) return;
    const { messages } = inspectionOf(id);
    const newestSeq = messages.at(-1)?.seq ?? 0;
    const newMessages = log.messages.filter(({ seq }) => seq > newestSeq);
    change(id, { messages: [...messages, ...newMessages].slice(-1_000), stderr: log.stderr });
  }

  /** Follows the ends of connections and announced lists; at the start, finds connections of before a reload. */
  async function follow(): Promise<void> {
    const number = ++newestFollow;
    const connections = await host.call('inspect.connections', {}).catch(() => undefined);
    if (!connections || number !== newestFollow) return;
    for (const { id, connection } of Object.entries(state.getState().inspections).map(([id, inspection]) => ({
      id,
      ...inspection,
    })))
      if (connection.status === 'open' && !connections.some((connection) => connection.id === id))
        change(id, { connection: { status: 'closed' } });
    await Promise.all(connections.map(followConnection));
  }

  async function followConnection(server: ServerInspection): Promise<void> {
    const { id, endReason } = server;
    const before = inspectionOf(id);
    const isShown = get().inspectedServers.some((inspectedServer) => inspectedServer.id === id);
    if (before.connection.status === 'opening' || !isShown) return;
    const knownServer = serverOf(before);
    const connection =
      endReason === undefined
        ? ({ status: 'open', server } as const)
        : ({ status: 'ended', server, message: endReason } as const);
    change(id, { connection });
    if (endReason === undefined && knownServer?.listChanges !== server.listChanges) await refreshLists(id);
    if (pageOf(id).tab === 'messages' || endReason !== undefined) await readMessages(id);
  }

  // Another window may have added a server, and opened it before this window knows it.
  context.subscribe(({ inspectedServers: now }, { inspectedServers: before }) => {
    if (now !== before && now.some(({ id }) => !before.some((server) => server.id === id))) inBackground(follow());
  });
  // Back and Forward change the tab as well.
  context.subscribe(({ inspectPages: now }, { inspectPages: before }) => {
    if (now === before) return;
    for (const [id, { tab }] of Object.entries(now))
      if (tab === 'messages' && before[id]?.tab !== tab) inBackground(readMessages(id));
  });
  host.on('inspect.changed', () => inBackground(follow()));
  inBackground(follow());

  /** A corrected command stays also if it fails. Until a server has answered, its name is that of its target. */
  function rememberTarget(id: string, target: InspectTarget): void {
    const knownServer = get().inspectedServers.find((inspectedServer) => inspectedServer.id === id);
    if (!knownServer) return;
    const name = knownServer.name === targetName(knownServer.target) ? targetName(target) : knownServer.name;
    remember({ id, name, target: rememberedTarget(target) });
  }

  async function open(id: string, target: InspectTarget, { digest }: InspectPlan): Promise<void> {
    change(id, { target, lists: {}, messages: [], stderr: '', connection: { status: 'opening' } });
    rememberTarget(id, target);
    try {
      const server = await host.call('inspect.open', { id, target, digest });
      change(id, { connection: { status: 'open', server } });
      const knownServer = get().inspectedServers.find((inspectedServer) => inspectedServer.id === id);
      // A server of an application keeps the name that it has there.
      const name = target.kind === 'entry' ? target.name : (server.title ?? server.name);
      if (knownServer) remember({ id, name, target: rememberedTarget(target) });
      const { capabilities } = server;
      const has = (name: string) => typeof capabilities === 'object' && capabilities !== null && name in capabilities;
      if (!has('prompts') && pageOf(id).tab === 'prompts')
        changePage(id, { tab: has('tools') ? 'tools' : has('resources') ? 'resources' : 'about' });
      await refreshLists(id);
    } catch (error) {
      change(id, { connection: { status: 'closed', failure: sentence(error) } });
      await readMessages(id);
    }
  }

  function keepValues(id: string): void {
    const { inspectedValues } = settings.read();
    settings.change({ inspectedValues: { ...inspectedValues, [id]: keptValues(inspectionOf(id)) } });
  }

  /** A read includes all changes that were announced before it. */
  function noteRead(id: string, uri: string): void {
    const inspection = inspectionOf(id);
    const changes =
      serverOf(inspection)?.followedResources.find((followedResource) => followedResource.uri === uri)?.changes ?? 0;
    change(id, { readChanges: { ...inspection.readChanges, [uri]: changes } });
  }

  function setAnswer(id: string, item: Item, answer: ItemAnswer): void {
    change(id, { answers: { ...inspectionOf(id).answers, [itemKey(item)]: answer } });
  }

  return {
    state,
    configured: (project) => host.call('inspect.configured', project === undefined ? {} : { project }),
    folders: (prefix) => host.call('folders.suggest', { prefix }).catch(() => []),
    plan: (target) => host.call('inspect.plan', target),
    draft: () => draft,
    keepDraft(next) {
      draft = next;
    },
    add(target, plan) {
      draft = emptyDraft;
      const id = crypto.randomUUID();
      remember({ id, name: targetName(target), target: rememberedTarget(target) });
      change(id, {});
      select(id);
      inBackground(open(id, target, plan));
    },
    removed: () => settings.read().removedInspected,
    restore(id) {
      const { removedInspected } = settings.read();
      const match = removedInspected.find((inspectedServer) => inspectedServer.id === id);
      if (!match) return;
      settings.change({ removedInspected: removedInspected.filter((inspectedServer) => inspectedServer !== match) });
      remember(match);
      change(id, {});
      select(id);
    },
    forget(id) {
      const { removedInspected, inspectedValues } = settings.read();
      const { [id]: _, ...values } = inspectedValues;
      settings.change({
        removedInspected: removedInspected.filter((inspectedServer) => inspectedServer.id !== id),
        inspectedValues: values,
      });
      settings.save();
    },
    open,
    async close(id) {
      await orNotice(host.call('inspect.close', { id }));
      change(id, { connection: { status: 'closed' } });
    },
    showTab: (id, tab) => changePage(id, { tab }),
    choose(id, item) {
      const { tab, chosenItems } = pageOf(id);
      changePage(id, { chosenItems: { ...chosenItems, [tab]: item } });
    },
    type(id, item, argument, text) {
      const { typedTexts } = inspectionOf(id);
      const key = itemKey(item);
      change(id, { typedTexts: { ...typedTexts, [key]: { ...typedTexts[key], [argument]: text } } });
      keepValues(id);
    },
    typeJson(id, item, json) {
      const { [itemKey(item)]: _, ...otherTexts } = inspectionOf(id).json;
      change(id, { json: json === undefined ? otherTexts : { ...otherTexts, [itemKey(item)]: json } });
    },
    async send(id, item, method, params) {
      const request = crypto.randomUUID();
      setAnswer(id, item, { status: 'waiting', request });
      if (typeof params.uri === 'string') noteRead(id, params.uri);
      const answer = await host.call('inspect.request', { id, request, method, params: params as never }).then(
        (answer): ItemAnswer => ({ status: 'answered', answer }),
        (error: unknown): ItemAnswer => ({ status: 'failed', message: sentence(error) }),
      );
      const now = inspectionOf(id).answers[itemKey(item)];
      // A newer request of the same item has replaced this one.
      if (now?.status === 'waiting' && now.request === request) setAnswer(id, item, answer);
    },
    async follow(id, uri, isFollowed) {
      noteRead(id, uri);
      await orNotice(host.call('inspect.follow', { id, uri, isFollowed }));
      await follow();
    },
    cancel(id, item) {
      const answer = inspectionOf(id).answers[itemKey(item)];
      if (answer?.status === 'waiting')
        inBackground(orNotice(host.call('inspect.cancel', { request: answer.request })));
    },
    async complete(id, params) {
      const request = crypto.randomUUID();
      const answer = await host
        .call('inspect.request', { id, request, method: 'completion/complete', params: params as never })
        .catch(() => undefined);
      return answer?.kind === 'result' ? completionIn(answer.exchange.response) : [];
    },
    refreshLists,
  };
}

/** The values of a `completion/complete` result (MCP 2025-11-25, Completion). */
function completionIn(response: unknown): readonly string[] {
  const { result } = response as { readonly result?: { readonly completion?: { readonly values?: unknown } } };
  const values = result?.completion?.values;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
