/** Connecting client applications: choose one, see the exact change, write and prove it, take it back. */
import type { ConnectOutcome, ConnectPlan, Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { selectServer, selectServers } from '../selectors.ts';

export type ConnectApplication = Output<'connect.applications'>[number];
export type ConnectEntry = Output<'connect.history'>[number];
export type ConnectSnippets = Output<'connect.snippets'>;
export type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;
export type Scope = ConnectEntry['scope'];
export type Transport = ConnectEntry['transport'];

/** Which connection is meant. A scope or transport that the application does not have stands for its usual one. */
export interface ConnectTarget {
  readonly server: string;
  /** The application's id. */
  readonly application: string;
  readonly scope: Scope;
  readonly transport: Transport;
  readonly projectDir: string;
}

export type ConnectStage =
  /** Something is still to be chosen: a project's folder. */
  | { readonly kind: 'choosing' }
  | { readonly kind: 'planning' }
  | { readonly kind: 'planned'; readonly plan: ConnectPlan }
  | { readonly kind: 'applying'; readonly plan: ReadyPlan }
  | { readonly kind: 'applied'; readonly plan: ReadyPlan; readonly outcome: ConnectOutcome }
  | { readonly kind: 'undone'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export type ConnectState =
  | { readonly status: 'closed' }
  | {
      readonly status: 'open';
      readonly target: ConnectTarget;
      /** Folders that begin with what was typed. */
      readonly suggestions: readonly string[];
      /** The detected ones first; undefined until they are known. */
      readonly applications: readonly ConnectApplication[] | undefined;
      readonly stage: ConnectStage;
      /** The same entry for the clipboard; undefined until it is asked for. */
      readonly snippets: ConnectSnippets | undefined;
      /** The newest first; undefined until it is known. */
      readonly history: readonly ConnectEntry[] | undefined;
      /** A message for each connection whose record is damaged, so that it is not in `history`. */
      readonly damage: readonly string[];
    };

type OpenConnect = Extract<ConnectState, { status: 'open' }>;

export interface ConnectActions {
  openConnect(): Promise<void>;
  closeConnect(): void;
  /** Chooses another server, application, scope or transport; what is being written is not left alone for it. */
  chooseConnect(part: Partial<Omit<ConnectTarget, 'projectDir'>>): void;
  setProjectDir(dir: string): void;
  applyConnect(): Promise<void>;
  undoConnect(journalId: string): Promise<void>;
  /** Plans to write a change once more, where its entry was changed or dropped. */
  connectAgain(journalId: string): Promise<void>;
  readSnippets(): Promise<void>;
  /** A bundle of the chosen server for Claude Desktop, as a file to save. */
  readBundle(): Promise<Output<'connect.bundle'> | undefined>;
}

/** From the last key in the folder field to the plan, in milliseconds. */
const burst = 250;

export function findApplication(connect: OpenConnect): ConnectApplication | undefined {
  return connect.applications?.find(({ id }) => id === connect.target.application);
}

export function createConnectActions({ host, settings, get, set, orNotice }: StoreContext): ConnectActions {
  /** What was asked before this number comes too late. */
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function opened(): OpenConnect | undefined {
    const { connect } = get();
    return connect.status === 'open' ? connect : undefined;
  }

  function change(part: Partial<OpenConnect>): void {
    const connect = opened();
    if (connect) set({ connect: { ...connect, ...part } });
  }

  /** Whatever is on its way comes too late. */
  function dropLate(): number {
    clearTimeout(timer);
    return ++newest;
  }

  /** Shows what comes of a call, unless something else was asked for meanwhile. */
  async function stageOf(call: Promise<ConnectStage>): Promise<void> {
    const number = newest;
    const stage = await call.catch((error: unknown): ConnectStage => ({ kind: 'failed', message: sentence(error) }));
    if (number === newest) change({ stage });
  }

  async function plan(): Promise<void> {
    dropLate();
    const connect = opened();
    if (!connect) return;
    const { target } = connect;
    if (target.scope !== 'user' && target.projectDir.trim() === '') return change({ stage: { kind: 'choosing' } });
    change({ stage: { kind: 'planning' } });
    await stageOf(host.call('connect.plan', target).then((made) => ({ kind: 'planned', plan: made })));
  }

  async function suggest(prefix: string): Promise<void> {
    const suggestions = await host.call('folders.suggest', { prefix }).catch(() => []);
    if (opened()?.target.projectDir !== prefix) return;
    change({
      suggestions: prefix === '' ? [...new Set([...settings.read().projects, ...suggestions])] : suggestions,
    });
  }

  /** How every application stands, and what was done before. */
  async function readStates(): Promise<void> {
    const projectDir = opened()?.target.projectDir.trim();
    const [applications, history, damage] = await Promise.all([
      orNotice(host.call('connect.applications', projectDir ? { projectDir } : {})),
      orNotice(host.call('connect.history', {})),
      orNotice(host.call('connect.damage', {})),
    ]);
    if (opened()?.target.projectDir.trim() !== projectDir) return;
    change({
      ...(applications ? { applications } : {}),
      ...(history ? { history } : {}),
      ...(damage ? { damage } : {}),
    });
  }

  /** The target with a scope and a transport that its application has. */
  function settled(target: ConnectTarget): ConnectTarget {
    const application = opened()?.applications?.find(({ id }) => id === target.application);
    if (!application) return target;
    const { scopes, transports } = application;
    const scope = scopes.some((each) => each.scope === target.scope) ? target.scope : scopes[0]?.scope;
    const transport = transports.includes(target.transport) ? target.transport : transports[0];
    return { ...target, scope: scope ?? target.scope, transport: transport ?? target.transport };
  }

  function remember(projectDir: string): void {
    if (projectDir === '') return;
    const projects = [projectDir, ...settings.read().projects.filter((dir) => dir !== projectDir)];
    settings.change({ projects: projects.slice(0, 8) });
  }

  return {
    async openConnect() {
      const state = get();
      const server = selectServer(state) ?? selectServers(state)[0];
      const [projectDir = ''] = settings.read().projects;
      set({
        connect: {
          status: 'open',
          target: {
            server: server?.name ?? '',
            application: 'claude-code',
            scope: 'project',
            transport: 'stdio',
            projectDir,
          },
          suggestions: [],
          applications: undefined,
          stage: { kind: 'choosing' },
          snippets: undefined,
          history: undefined,
          damage: [],
        },
      });
      await Promise.all([suggest(projectDir), plan(), readStates()]);
    },

    closeConnect() {
      dropLate();
      set({ connect: { status: 'closed' } });
    },

    chooseConnect(part) {
      const connect = opened();
      if (!connect) return;
      change({ target: settled({ ...connect.target, ...part }), snippets: undefined });
      inBackground(plan());
    },

    setProjectDir(projectDir) {
      const connect = opened();
      if (!connect) return;
      dropLate();
      change({
        target: { ...connect.target, projectDir },
        snippets: undefined,
        stage:
          projectDir.trim() === '' && connect.target.scope !== 'user' ? { kind: 'choosing' } : { kind: 'planning' },
      });
      timer = setTimeout(() => inBackground(Promise.all([plan(), readStates()])), burst);
      inBackground(suggest(projectDir));
    },

    async applyConnect() {
      const connect = opened();
      if (connect?.stage.kind !== 'planned' || connect.stage.plan.kind !== 'ready') return;
      const { plan: ready } = connect.stage;
      dropLate();
      change({ stage: { kind: 'applying', plan: ready } });
      await stageOf(
        host.call('connect.apply', { planId: ready.planId }).then((outcome) => {
          remember(connect.target.projectDir.trim());
          return { kind: 'applied', plan: ready, outcome };
        }),
      );
      await readStates();
    },

    async undoConnect(journalId) {
      dropLate();
      await stageOf(host.call('connect.undo', { journalId }).then(({ message }) => ({ kind: 'undone', message })));
      await readStates();
    },

    async connectAgain(journalId) {
      dropLate();
      change({ stage: { kind: 'planning' } });
      await stageOf(host.call('connect.again', { journalId }).then((made) => ({ kind: 'planned', plan: made })));
    },

    async readSnippets() {
      const target = opened()?.target;
      if (!target) return;
      const snippets = await orNotice(host.call('connect.snippets', target));
      if (snippets && opened()?.target === target) change({ snippets });
    },

    async readBundle() {
      const server = opened()?.target.server;
      return server === undefined ? undefined : orNotice(host.call('connect.bundle', { server }));
    },
  };
}
