/** The store of one window, composed of its groups of actions. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { loadOnce } from '../../src/base/load-once.ts';
import type { HostClient } from '../../src/contract/host-client.ts';
import type { Sessions } from '../host/sessions.ts';
import { inBackground } from '../in-background.ts';
import { type AddressActions, createAddressActions } from './address/open-address.ts';
import { type ArgumentActions, createArgumentActions } from './arguments/arguments.ts';
import { type ContentActions, createContentActions } from './content/content-actions.ts';
import { createMediaActions, type MediaActions } from './content/media.ts';
import { createSampleActions, type SampleActions } from './content/samples.ts';
import { createToolActions, type ToolActions } from './content/schema/tools.ts';
import { createSlotActions, type SlotActions } from './content/slot-actions.ts';
import { createOrNotice, type StoreContext, sentence } from './context.ts';
import { createDefinitionActions, type DefinitionActions } from './definition/definition.ts';
import { createEncodingActions, type EncodingActions } from './definition/encoding.ts';
import { hasUnsaved } from './definition/save-state.ts';
import { createVersionActions, type VersionActions } from './definition/versions.ts';
import type { Git } from './git/git.ts';
import type { Inspector } from './inspect/inspector.ts';
import { createDialogueActions, type DialogueActions } from './preview/dialogue-actions.ts';
import { createPreviewActions, type PreviewActions, rememberedPreview } from './preview/preview.ts';
import { createSimulationActions, type SimulationActions } from './preview/simulation.ts';
import { createTestDraftActions, type TestDraftActions } from './preview/test-drafts.ts';
import { createTestActions, type TestActions } from './preview/tests.ts';
import { createTrafficActions, type TrafficActions } from './preview/traffic.ts';
import { createProblemFixActions, type ProblemFixActions } from './problems/problem-fixes.ts';
import type { Runs } from './run/runs.ts';
import { type ConnectActions, createConnectActions } from './servers/connect.ts';
import { createServerPageActions, type ServerPageActions } from './servers/server-page.ts';
import type { PackageActions } from './servers/sharing.ts';
import { type Settings, withoutInspected } from './settings.ts';
import { createShellActions, rememberedShell, type ShellActions } from './shell.ts';
import type { Skills } from './skills/skills.ts';
import { createSearchActions, type SearchActions } from './sources/searches.ts';
import { createSourceActions, type SourceActions } from './sources/sources.ts';
import type { Notice } from './state/window.ts';
import { initialState, type WorkbenchState } from './state.ts';
import type { Teams } from './team/teams.ts';
import { type ArrangeActions, createArrangeActions } from './workspace/arrange.ts';
import { createDeletionActions, type DeletionActions } from './workspace/deletion.ts';
import { createFavouriteActions, type FavouriteActions } from './workspace/favourites.ts';
import { createFindActions, type FindActions } from './workspace/find.ts';
import { createImportActions, type ImportActions } from './workspace/import.ts';
import { withoutAnyOf, withoutSame } from './workspace/notices.ts';
import { createSessionActions, type SessionActions } from './workspace/sessions.ts';
import { createSharedSettingsActions, type SharedSettingsActions } from './workspace/shared-settings.ts';
import { createTrustActions, type TrustActions } from './workspace/trust.ts';
import { createUndoActions, type UndoActions } from './workspace/undo.ts';
import { createUseActions, type UseActions } from './workspace/uses.ts';
import { createWorkspaceActions, type WorkspaceActions } from './workspace/workspace.ts';
import { createWorkspacesActions, type WorkspacesActions } from './workspace/workspaces.ts';

export interface WorkbenchActions
  extends WorkspaceActions,
    WorkspacesActions,
    Omit<
      DefinitionActions,
      'open' | 'closeDefinition' | 'reopen' | 'retry' | 'inTurn' | 'runStep' | 'read' | 'hasMade' | 'showsAll'
    >,
    PreviewActions,
    AddressActions,
    ArrangeActions,
    ArgumentActions,
    ConnectActions,
    DeletionActions,
    ContentActions,
    ImportActions,
    SimulationActions,
    DialogueActions,
    TestActions,
    TestDraftActions,
    MediaActions,
    ProblemFixActions,
    SampleActions,
    ShellActions,
    SlotActions,
    EncodingActions,
    FavouriteActions,
    VersionActions,
    FindActions,
    SearchActions,
    ServerPageActions,
    SessionActions,
    SharedSettingsActions,
    SourceActions,
    ToolActions,
    TrustActions,
    TrafficActions,
    UndoActions,
    UseActions {
  /** Shows a failure that no action awaits. */
  reportDefect(error: unknown): void;
  /** Shows a text that a person typed and that no field received. */
  reportUntyped(text: string): void;
  dismissNotice(id: number): void;
  dismissAllNotices(): void;
  /** Loads the inspected servers at first use. */
  inspector(): Promise<Inspector>;
  /** Ends the connection of an inspected server and takes it out of the list; the dialog can put it back. */
  forgetInspected(id: string): void;
  /** Loads what concerns git at first use. */
  git(): Promise<Git>;
  /** Loads the runs at first use. */
  runs(): Promise<Runs>;
  /** Loads the skills at first use. */
  skills(): Promise<Skills>;
  /** Loads the team servers at first use. */
  teams(): Promise<Teams>;
  /** Loads what shares servers at first use. */
  sharing(): Promise<PackageActions>;
  /** Opens the panel below the preview, and runs the previewed prompt. */
  runPrompt(): Promise<void>;
  closeRun(): void;
}

export interface WorkbenchStore {
  readonly state: StoreApi<WorkbenchState>;
  readonly actions: WorkbenchActions;
  readonly settings: Settings;
  /** Saves unsaved edits and stops listening to the host. */
  close(): Promise<void>;
}

/**
 * Creates the state of one window and its actions. Views call actions; actions call the host.
 * @param sessions of the browser host; absent in Electron
 */
export function createWorkbenchStore(host: HostClient, settings: Settings, sessions?: Sessions): WorkbenchStore {
  const state = createStore<WorkbenchState>()(() => ({
    ...initialState,
    theme: settings.read().theme,
    inspectedServers: settings.read().inspected,
    sessions: sessions ? { status: 'loading' } : { status: 'none' },
    shell: rememberedShell(settings),
    run: { ...initialState.run, ...settings.read().run },
    serverPages: { ...initialState.serverPages, tabs: settings.read().serverTabs },
    ...rememberedPreview(settings),
  }));
  let notices = 0;
  const show = (notice: Omit<Notice, 'id'>) =>
    state.setState({ notices: [...withoutSame(state.getState().notices, notice), { id: ++notices, ...notice }] });
  const notify: StoreContext['notify'] = (message, undo, offer) => show({ message, ...(undo && { undo }), ...offer });
  const context: StoreContext = {
    host,
    settings,
    get: state.getState,
    set: (change) => state.setState(change),
    subscribe: state.subscribe,
    notify,
    inform: (message, historyLocation) => show({ message, isBrief: true, ...(historyLocation && { historyLocation }) }),
    refuse: (message) => show({ message, isRefusal: true }),
    orNotice: createOrNotice(notify),
  };

  const favourites = createFavouriteActions(context);
  const { questionWithEdit, showAnswered, ...preview } = createPreviewActions(context);
  const definition = createDefinitionActions(context, {
    previewQuestion: questionWithEdit,
    saved: (answeredPreview) =>
      inBackground(answeredPreview ? showAnswered(answeredPreview) : preview.refreshPreview()),
  });
  const workspace = createWorkspaceActions(context, definition, preview);
  const content = createContentActions(context, definition);
  const {
    isArranging,
    waitUntilArranged,
    arrange: arrangeAs,
    arrangeAndShow,
    ...arrange
  } = createArrangeActions(context, definition, workspace, () => inBackground(preview.refreshPreview()));
  const {
    open: _open,
    closeDefinition: _close,
    reopen: _reopen,
    retry: _retry,
    inTurn: _turn,
    runStep: _step,
    read: _read,
    hasMade: _hasMade,
    showsAll: _showsAll,
    ...editing
  } = definition;

  const { refreshSteps, ...undo } = createUndoActions(context, definition, workspace, {
    waitUntilArranged,
    saved: () => inBackground(preview.refreshPreview()),
  });

  const { trafficChanged, connectionsChanged, ...traffic } = createTrafficActions(context);

  const shell = createShellActions(context);
  const sources = createSourceActions(context, {
    openOverlay: shell.openOverlay,
    select: workspace.select,
    arrange: arrangeAs,
    refreshPreview: () => inBackground(preview.refreshPreview()),
    flush: definition.flush,
  });

  const inspector = loadOnce(async () => {
    const { createInspector } = await import('./inspect/inspector.ts');
    return createInspector({ context, select: (id) => workspace.select({ kind: 'inspected', id }) });
  });
  const skills = loadOnce(async () => {
    const { createSkills } = await import('./skills/skills.ts');
    return createSkills({ context, flush: definition.flush });
  });
  const runs = loadOnce(async () => {
    const { createRuns } = await import('./run/runs.ts');
    return createRuns({ context, flush: definition.flush, content });
  });
  const sharing = loadOnce(async () => {
    const { createSharing } = await import('./servers/sharing.ts');
    return createSharing(context, definition.flush);
  });
  const teams = loadOnce(async () => {
    const { createTeams } = await import('./team/teams.ts');
    return createTeams(context);
  });
  const git = loadOnce(async () => {
    const { createGit } = await import('./git/git.ts');
    return createGit(context, definition.flush);
  });

  const { filesChanged, ...trust } = createTrustActions(context, () => {
    context.set({ answersRevision: context.get().answersRevision + 1 });
    inBackground(preview.refreshPreview());
    inBackground(sources.retrySources());
  });

  const workspaces = createWorkspacesActions(context, workspace);
  let hasWorkspaces: Promise<boolean> = Promise.resolve(false);
  const readWorkspacesOnce = () => {
    hasWorkspaces = hasWorkspaces.then((isRead) => isRead || workspaces.readWorkspaces());
    inBackground(hasWorkspaces);
  };

  /** What was said about a lost connection since the page was last connected. */
  const losses = new Set<string>();
  const stopListening = [
    host.on('workspace.changed', (news) => {
      context.set({ filesRevision: news.revision });
      filesChanged();
      refreshSteps();
      if (!isArranging()) inBackground(workspace.onWorkspaceChange(news));
    }),
    host.on('sources.changed', () => inBackground(sources.refreshSources())),
    host.on('trust.changed', () => inBackground(trust.refreshTrust())),
    host.on('history.changed', refreshSteps),
    host.on('traffic.changed', ({ seq }) => trafficChanged(seq)),
    host.on('connections.changed', connectionsChanged),
    host.on('host.connection', (connection) => {
      context.set({ connection });
      if (connection.state === 'lost') {
        losses.add(connection.message);
        return;
      }
      context.set({ notices: withoutAnyOf(context.get().notices, [...losses]) });
      losses.clear();
      readWorkspacesOnce();
      if (hasUnsaved(context.get())) inBackground(definition.flush());
    }),
  ];
  // The first events read the sources and the permissions.
  inBackground(workspace.refreshWorkspace());
  readWorkspacesOnce();

  const connect = createConnectActions(context, definition);
  const importing = createImportActions(context, arrangeAndShow);
  const argumentActions = createArgumentActions(context, definition, content, preview);
  const media = createMediaActions(context, definition, content);
  const slots = createSlotActions(context, definition);
  const serverPages = createServerPageActions(context);
  const tests = createTestActions(context, definition);

  return {
    state,
    settings,
    actions: {
      ...createAddressActions(context, {
        ...workspace,
        ...definition,
        ...connect,
        ...importing,
        ...shell,
        ...serverPages,
      }),
      ...workspace,
      ...workspaces,
      ...editing,
      ...preview,
      ...arrange,
      ...argumentActions,
      ...connect,
      ...content,
      ...createEncodingActions(context, definition),
      ...importing,
      ...createSimulationActions(context, definition, arrange),
      ...createDialogueActions(context),
      ...tests,
      ...createTestDraftActions(context, tests),
      ...media,
      ...createSampleActions(context, definition, content),
      ...slots,
      ...createUseActions(context),
      ...createProblemFixActions(context, {
        ...workspace,
        ...definition,
        ...content,
        ...argumentActions,
        ...media,
        ...slots,
        ...arrange,
      }),
      ...shell,
      ...undo,
      ...createDeletionActions(context, { ...arrange, arrange: arrangeAs, arrangeAndShow }, shell, workspace),
      ...createVersionActions(context, definition, () => inBackground(preview.refreshPreview())),
      ...traffic,
      ...favourites,
      ...createFindActions(context),
      ...createSearchActions(context),
      ...serverPages,
      ...createSessionActions(context, sessions),
      ...createSharedSettingsActions(context, workspace),
      ...sources,
      ...createToolActions(context, definition),
      ...trust,
      reportDefect: (error) => notify(`The window ran into an error: ${sentence(error)}`),
      reportUntyped: (text) => notify(`No field received what you typed, so copy it from here: ${text.trim()}`),
      inspector,
      runs,
      skills,
      teams,
      sharing,
      git,
      async runPrompt() {
        context.set({ run: { ...context.get().run, isOpen: true } });
        await (await runs()).start();
      },
      closeRun: () => context.set({ run: { ...context.get().run, isOpen: false } }),
      forgetInspected(id) {
        settings.change(withoutInspected(settings.read(), id));
        context.set({ inspectedServers: settings.read().inspected });
        inBackground(context.orNotice(host.call('inspect.close', { id })));
        const { selection } = context.get();
        if (selection?.kind === 'inspected' && selection.id === id) workspace.selectFirst();
      },
      dismissAllNotices: () => context.set({ notices: [] }),
      dismissNotice: (id) => context.set({ notices: context.get().notices.filter((notice) => notice.id !== id) }),
    },
    async close() {
      for (const stop of stopListening) stop();
      settings.save();
      await definition.flush();
    },
  };
}
