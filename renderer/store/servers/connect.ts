/** Connecting client applications: choose one, review the exact change, apply and prove it, undo it. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { changeElsewhere } from '../definition/change-elsewhere.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { type Json, valueAt } from '../definition/json.ts';
import { findPromptNamed, selectServer, selectServers } from '../selectors.ts';
import type { ConnectApplication, ConnectStage, ConnectState, ConnectTarget, ConnectTeam } from '../state/dialogs.ts';

type OpenConnect = Extract<ConnectState, { status: 'open' }>;

export interface ConnectActions {
  /** @param team connects this server of a team server, instead of those of the workspace */
  openConnect(team?: ConnectTeam, server?: string): Promise<void>;
  closeConnect(): void;
  /** Reads again what other programs change, and plans again if connections have changed. */
  refreshConnect(): Promise<void>;
  /** Chooses another server, application, scope or transport. A running write completes. */
  chooseConnect(part: Partial<Omit<ConnectTarget, 'projectDir' | 'team' | 'ref'>>): void;
  /** Chooses what the entry serves: a branch or tag, or the folder. */
  followRef(ref: string | undefined): void;
  setProjectDir(dir: string): void;
  applyConnect(): Promise<void>;
  undoConnect(journalId: string): Promise<void>;
  /** Plans the same connect again after it was disconnected, or its entry changed or removed. */
  connectAgain(journalId: string): Promise<void>;
  /** Lets the last argument of a prompt of the chosen server take the rest of the line, and reads the notes again. */
  letTakeRest(prompt: string, argument: string): Promise<void>;
  readSnippets(): Promise<void>;
}

/** Delay between the last key in the folder field and the plan. */
const planDelayMs = 250;

export function findApplication(connect: OpenConnect): ConnectApplication | undefined {
  return connect.applications?.find(({ id }) => id === connect.target.application);
}

/** What was read now; what was read before if that is the same or the read failed. */
function newer<T>(before: T, now: T | undefined): T {
  return now === undefined || JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

/** Whether the shown stage is no longer true of the connections. */
function isOutdated(stage: ConnectStage, before: OpenConnect['history'], now: OpenConnect['history']): boolean {
  if (before === undefined || before === now) return false;
  if (stage.kind !== 'applied') return stage.kind === 'planned';
  const { journalId } = stage.outcome;
  const stateIn = (history: OpenConnect['history']) =>
    history?.find((entry) => entry.journalId === journalId)?.state.state;
  return stateIn(before) !== undefined && stateIn(before) !== stateIn(now);
}

export function createConnectActions(
  context: StoreContext,
  { flush }: Pick<DefinitionActions, 'flush'>,
): ConnectActions {
  const { host, settings, get, set, orNotice } = context;
  /** Responses to requests before this number are dropped. */
  let newestRequest = 0;
  /** Responses to reads of the statuses before this one are dropped. */
  let newestRead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The folder that the person typed last, also one that does not exist. */
  let typedDir: string | undefined;

  function openDialog(): OpenConnect | undefined {
    const { connect } = get();
    return connect.status === 'open' ? connect : undefined;
  }

  function change(part: Partial<OpenConnect>): void {
    const connect = openDialog();
    if (connect) set({ connect: { ...connect, ...part } });
  }

  /** Drops all pending responses. */
  function dropLate(): number {
    clearTimeout(timer);
    return ++newestRequest;
  }

  /** Shows the result of a call, unless a later request was made meanwhile. */
  async function stageOf(call: Promise<ConnectStage>): Promise<void> {
    const number = newestRequest;
    const stage = await call.catch((error: unknown): ConnectStage => ({ kind: 'failed', message: sentence(error) }));
    if (number === newestRequest) change({ stage });
  }

  async function plan(): Promise<void> {
    dropLate();
    const connect = openDialog();
    if (!connect) return;
    const { target } = connect;
    if (target.scope !== 'user' && target.projectDir.trim() === '') return change({ stage: { kind: 'choosing' } });
    change({ stage: { kind: 'planning' } });
    await stageOf(host.call('connect.plan', target).then((answer) => ({ kind: 'planned', plan: answer })));
  }

  async function suggest(prefix: string): Promise<void> {
    const suggestions = await host.call('folders.suggest', { prefix }).catch(() => []);
    if (openDialog()?.target.projectDir !== prefix) return;
    change({
      suggestions: prefix === '' ? [...new Set([...settings.read().projects, ...suggestions])] : suggestions,
    });
  }

  /**
   * Reads every application's status and the earlier connects.
   * @param settle what becomes of an error
   */
  async function readStates(settle = orNotice): Promise<void> {
    const readNumber = ++newestRead;
    const projectDir = openDialog()?.target.projectDir.trim();
    const team = openDialog()?.target.team;
    const [applications, history, damage] = await Promise.all([
      settle(
        host.call('connect.applications', { ...(projectDir && { projectDir }), ...(team !== undefined && { team }) }),
      ),
      settle(host.call('connect.history', {})),
      settle(host.call('connect.damage', {})),
    ]);
    const openState = openDialog();
    if (!openState || readNumber !== newestRead) return;
    if (openState.target.projectDir.trim() !== projectDir || openState.target.team !== team) return;
    // Which others log in to a team server is unknown.
    const shownApplications = applications?.filter(({ takesTeams }) => team === undefined || takesTeams);
    change({
      applications: newer(openState.applications, shownApplications),
      history: newer(openState.history, history),
      damage: newer(openState.damage, damage),
    });
  }

  async function readRefs(): Promise<void> {
    const refs = await host.call('git.refs', {}).catch(() => []);
    change({ refs });
  }

  /** The scope and transport that were last chosen for an application, else its usual ones. */
  function choiceOf(application: string): Pick<ConnectTarget, 'scope' | 'transport'> {
    const usualApplication = openDialog()?.applications?.find(({ id }) => id === application);
    const choice = settings.read().connects[application];
    return {
      scope: choice?.scope ?? usualApplication?.scopes[0]?.scope ?? 'project',
      transport: choice?.transport ?? usualApplication?.transports[0] ?? 'stdio',
    };
  }

  function setTarget(target: ConnectTarget): void {
    const { application, scope, team } = target;
    // A team server says nothing about how the servers of a workspace are connected.
    const transport = team === undefined ? target.transport : choiceOf(application).transport;
    settings.change({ connects: { ...settings.read().connects, [application]: { scope, transport } } });
    change({ target, snippets: undefined });
  }

  /** Shows the target of an earlier connect. */
  function showTargetOf(journalId: string): void {
    const connect = openDialog();
    const entry = connect?.history?.find((candidate) => candidate.journalId === journalId);
    if (!connect || !entry) return;
    const { server, client: application, scope, transport, projectDir = connect.target.projectDir, ref, team } = entry;
    if (team?.id !== connect.team?.id) change({ team: team && { ...team, servers: [server] } });
    setTarget({
      server,
      application,
      scope,
      transport,
      projectDir,
      ...(ref !== undefined && { ref }),
      ...(team && { team: team.id }),
    });
  }

  function remember(projectDir: string): void {
    if (projectDir === '') return;
    const projects = [projectDir, ...settings.read().projects.filter((dir) => dir !== projectDir)];
    settings.change({ projects: projects.slice(0, 8) });
  }

  return {
    async openConnect(team, wantedApplication) {
      const state = get();
      const server = wantedApplication ?? (selectServer(state) ?? selectServers(state)[0])?.name ?? '';
      const projectDir = typedDir ?? settings.read().projects[0] ?? '';
      const application = 'claude-code';
      set({
        connect: {
          status: 'open',
          target: {
            server,
            application,
            ...choiceOf(application),
            projectDir,
            ...(team && { team: team.id, transport: 'http' }),
          },
          team,
          refs: [],
          suggestions: [],
          applications: undefined,
          stage: { kind: 'choosing' },
          snippets: undefined,
          history: undefined,
          damage: [],
        },
      });
      await Promise.all([suggest(projectDir), plan(), readStates(), ...(team ? [] : [readRefs()])]);
    },

    closeConnect() {
      dropLate();
      set({ connect: { status: 'closed' } });
    },

    async refreshConnect() {
      const before = openDialog();
      if (!before || before.stage.kind === 'planning' || before.stage.kind === 'applying') return;
      // The window says that the connection is lost; the next refresh comes soon.
      await readStates((call) => call.catch(() => undefined));
      const now = openDialog();
      if (now?.stage !== before.stage || !isOutdated(now.stage, before.history, now.history)) return;
      const plan = await host.call('connect.plan', now.target).catch(() => undefined);
      if (plan && openDialog()?.stage === now.stage) change({ stage: { kind: 'planned', plan } });
    },

    chooseConnect(part) {
      const connect = openDialog();
      if (!connect) return;
      const choice = part.application === undefined ? {} : choiceOf(part.application);
      const { ref, ...rest } = { ...connect.target, ...choice, ...part };
      // The open workbench serves the folder.
      const follows = ref !== undefined && rest.transport === 'stdio' && part.server === undefined;
      setTarget({ ...rest, ...(follows && { ref }), ...(rest.team !== undefined && { transport: 'http' }) });
      inBackground(plan());
    },

    followRef(ref) {
      const connect = openDialog();
      if (!connect) return;
      const { ref: _, ...rest } = connect.target;
      setTarget({ ...rest, ...(ref !== undefined && { ref }) });
      inBackground(plan());
    },

    setProjectDir(projectDir) {
      const connect = openDialog();
      if (!connect) return;
      dropLate();
      typedDir = projectDir.trim() === '' ? undefined : projectDir;
      change({
        target: { ...connect.target, projectDir },
        snippets: undefined,
        stage:
          projectDir.trim() === '' && connect.target.scope !== 'user' ? { kind: 'choosing' } : { kind: 'planning' },
      });
      timer = setTimeout(() => inBackground(Promise.all([plan(), readStates()])), planDelayMs);
      inBackground(suggest(projectDir));
    },

    async applyConnect() {
      const connect = openDialog();
      if (connect?.stage.kind !== 'planned' || connect.stage.plan.kind !== 'ready') return;
      const { plan: ready } = connect.stage;
      dropLate();
      change({ stage: { kind: 'applying', plan: ready } });
      await stageOf(
        host.call('connect.apply', { planId: ready.planId }).then((outcome) => {
          remember(connect.target.projectDir.trim());
          typedDir = undefined;
          return { kind: 'applied', plan: ready, outcome };
        }),
      );
      await readStates();
    },

    async undoConnect(journalId) {
      const number = dropLate();
      const isOther = openDialog()?.history?.some((entry) => entry.journalId === journalId && entry.workspace) ?? false;
      if (!isOther) showTargetOf(journalId);
      const undo = host.call('connect.undo', { journalId });
      await stageOf(undo.then(({ message }) => ({ kind: 'undone', message, journalId, isOther })));
      // A plan that was requested meanwhile may have read the file while the entry was still in it.
      const stage = openDialog()?.stage.kind;
      const isReplanned = number !== newestRequest && (stage === 'planning' || stage === 'planned');
      await Promise.all([readStates(), ...(isReplanned ? [plan()] : [])]);
    },

    async connectAgain(journalId) {
      dropLate();
      showTargetOf(journalId);
      change({ stage: { kind: 'planning' } });
      await stageOf(host.call('connect.again', { journalId }).then((answer) => ({ kind: 'planned', plan: answer })));
    },

    async letTakeRest(prompt, argument) {
      const target = openDialog()?.target;
      if (!target || !(await flush())) return;
      const location = findPromptNamed(get(), target.server, prompt)?.location;
      const lastArgument = (definition: Json | undefined) => {
        const list = valueAt(definition, ['Arguments']);
        const last = Array.isArray(list) ? list.length - 1 : -1;
        if (valueAt(definition, ['Arguments', last, 'Name']) === argument) return last;
        throw new WorkbenchError('conflict', `${prompt} has changed: review it in the editor.`);
      };
      const number = newestRequest;
      await orNotice(
        location
          ? changeElsewhere(context, {
              location,
              at: (definition) => ['Arguments', lastArgument(definition), 'RestOfLine'],
              after: () => true,
              label: `${argument} takes the rest of the line in ${prompt}`,
            })
          : Promise.reject(new WorkbenchError('not-found', `${prompt} has no file to change.`)),
      );
      const plan = await orNotice(host.call('connect.plan', target));
      const stage = openDialog()?.stage;
      if (plan?.kind !== 'ready' || number !== newestRequest) return;
      if (stage?.kind === 'planned') change({ stage: { kind: 'planned', plan } });
      if (stage?.kind === 'applied')
        change({ stage: { ...stage, plan: { ...stage.plan, promptNotes: plan.promptNotes } } });
    },

    async readSnippets() {
      const target = openDialog()?.target;
      if (!target) return;
      const snippets = await orNotice(host.call('connect.snippets', target));
      if (snippets && openDialog()?.target === target) change({ snippets });
    },
  };
}
