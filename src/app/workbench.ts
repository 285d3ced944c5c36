/** The composition root: opens a workspace folder, and provides its calls, events and MCP endpoints. */
import { join } from 'node:path';
import { sentence, WorkbenchError } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import { createCallKeeper } from '../calls/call-keeper.ts';
import { clientAdapter } from '../clients/adapters/adapt-for.ts';
import { serveCommand } from '../clients/connect/commands/serve-command.ts';
import { moveStableRuntime, stableCliFile, updateStableRuntime } from '../clients/connect/commands/stable-runtime.ts';
import { createConnections } from '../clients/connect/connections.ts';
import type { Handlers } from '../contract/contract.ts';
import type { Log } from '../contract/dispatch.ts';
import type { HostTransport } from '../contract/host-transport.ts';
import { realFolder } from '../files/workspace-paths.ts';
import type { Recovery } from '../library/arrange/recover-change.ts';
import { createHistory } from '../library/history/history.ts';
import { withHistory } from '../library/history/with-history.ts';
import { openLibrary } from '../library/open-library.ts';
import { changedFiles } from '../library/read/snapshot.ts';
import { createSampleWorkspace } from '../library/sample-workspace.ts';
import type { Library } from '../library/types.ts';
import { createPreview } from '../mcp/preview/preview.ts';
import { type HttpEndpoint, startHttpEndpoint } from '../mcp/server/http/endpoint.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { Observe } from '../mcp/traffic/observed-connection.ts';
import { openTraffic, reportTraffic } from '../mcp/traffic/open-traffic.ts';
import type { TrafficHub } from '../mcp/traffic/traffic-hub.ts';
import { isServerError } from '../model/unserved-server.ts';
import { indexSourcesInBackground } from '../search/sources/background.ts';
import { type EndpointToken, endpointToken } from '../state/endpoint-token.ts';
import { formerNamesIn } from '../state/former-names.ts';
import { rememberedPort, rememberPort } from '../state/remembered-port.ts';
import type { SecretStore } from '../state/secrets.ts';
import { openTrust } from '../trust/open-trust.ts';
import { trustNewWorkspace } from '../trust/workspace-asks.ts';
import { createServices } from './create-services.ts';
import { createCallGate } from './handlers/call-gate.ts';
import { createHandlers } from './handlers/handlers.ts';
import { createPreviewPool } from './handlers/preview/preview-pool.ts';
import { createInspector, endWithWindows } from './handlers/programs/inspect.ts';
import { createTeams } from './handlers/programs/team.ts';
import type { ChooseFolder } from './handlers/workspace/folders.ts';
import { createWorkspaceReader } from './handlers/workspace/workspace-view.ts';
import type { OpenWorkspace } from './handlers/workspace/workspaces.ts';
import { keepAnswersWithPrompts } from './keep-answers-with-prompts.ts';
import { keepSkillsInStep } from './keep-skills-in-step.ts';

export interface WorkbenchOptions {
  /** Created with the samples when it does not exist. An empty folder stays empty. */
  readonly workspaceDir: string;
  /** The workbench's state folder (`src/state/paths.ts`). */
  readonly stateDir: string;
  /** The folder of search indexes; by default inside `stateDir`. */
  readonly cacheDir?: string;
  /** Credentials; by default files of `stateDir`. */
  readonly secrets?: SecretStore;
  /** The built command line. Client applications start it, and the sandbox's worker runs it. */
  readonly cliFile: string;
  /** The sample workspace, which the first start copies, and the gallery. */
  readonly samplesDir: string;
  /** Opens another workspace from the window; absent where that is not possible. */
  readonly openWorkspace?: OpenWorkspace;
  /** Opens the system's dialog; absent in the browser. */
  readonly chooseFolder?: ChooseFolder;
  readonly log: Log;
}

/** An open workspace. Each host forwards its `HostTransport` to a renderer. */
export interface Workbench extends HostTransport {
  readonly dir: string;
  /** The calls as typed functions, for callers in the same process. */
  readonly handlers: Handlers;
  /** Waits for running calls, then closes everything. */
  close(): Promise<void>;
}

/** @throws WorkbenchError `refused` when the folder cannot be a workspace; nothing keeps running then */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { workspaceDir: dir, stateDir, cliFile, samplesDir, log } = options;
  const isNew = await createSampleWorkspace(dir, samplesDir).catch((cause: Error) => {
    const message = `Can't create a workspace at ${dir}: choose a folder that you can write to (${cause.message}).`;
    throw new WorkbenchError('refused', message, { cause });
  });
  const recoveries: Recovery[] = [];
  const formerNames = formerNamesIn(stateDir, dir);
  const library = await openLibrary(dir, {
    currentName: formerNames.currentName,
    onError: (error) => log(`workspace: ${String(error)}`),
    onRecovery(recovery) {
      log(recovery.message);
      recoveries.push(recovery);
    },
  });
  const trust = openTrust({ workspaceDir: dir, stateDir, log });
  if (isNew)
    await trustNewWorkspace(trust, library.snapshot().files).catch((error: Error) =>
      log(`warning: The new workspace opens restricted, because its trust cannot be saved: ${error.message}`),
    );
  const services = createServices({ confirmsReading: true, cacheDir: join(stateDir, 'cache'), ...options, trust });
  const traffic = await openTraffic(stateDir, dir, log);
  const { observe } = traffic.hub;
  const presentName = (server: string) => {
    const { servers } = library.snapshot();
    return servers.has(server) ? server : formerNames.currentName(server, (name) => servers.has(name));
  };
  const keeper = createCallKeeper({
    stateDir,
    root: realFolder(dir),
    onError: (error) => log(`warning: Calls can't be kept for a replay: ${sentence(error)}`),
  });
  inBackground(keeper.ready());
  const observeClient: Observe = (...of) => {
    const connection = observe(...of);
    keeper.follow(connection);
    return connection;
  };
  const { refused } = traffic.hub;
  const endpoint = await openEndpoint(library, services, { observe: observeClient, refused }, options, presentName);
  const previews = createPreviewPool(library, (liveServer, server) =>
    createPreview(liveServer, services, () => observe(server, 'preview', liveServer)),
  );
  const addressOf = async (server: string, client?: string) =>
    endpoint && { url: endpoint.url(server, client), token: endpoint.token, file: endpoint.file };
  const entryFile = stableCliFile(cliFile, stateDir);
  moveStableRuntime(cliFile, stateDir).catch((error: Error) => log(`warning: ${error.message}`));
  const entryCommand = (file: string, server: string, forName: string | undefined, ref?: string) =>
    serveCommand({ cliFile: file, workspaceDir: dir, server, forName, ref });
  const teams = createTeams(stateDir, options.secrets);
  const connections = createConnections({
    stateDir,
    serveCommand: (server, forName, ref) => entryCommand(entryFile, server, forName, ref),
    prepareCommand: () => updateStableRuntime(cliFile, stateDir),
    async promptsOf(server, ref) {
      if (ref === undefined) return library.server(server).current().prompts;
      const { readPublishedPrompts } = await import('../git/open-published.ts');
      return readPublishedPrompts(dir, server, ref, join(stateDir, 'cache'));
    },
    errorOf(server) {
      const { servers, problems } = library.snapshot();
      const file = servers.get(server)?.file;
      return problems.find((problem) => problem.file === file && isServerError(problem));
    },
    presentName,
    addressOf,
    teamReach: teams.reach,
  });
  const stopMovingAnswers = keepAnswersWithPrompts(library, { stateDir, workspaceDir: dir, log });
  const skills = keepSkillsInStep(library, { stateDir, workspaceDir: dir, log });
  const view = createWorkspaceReader(library, (server) => endpoint?.url(server), formerNames);
  const history = createHistory({ library, stateDir, onError: (error) => log(`history: ${String(error)}`) });
  const sources = indexSourcesInBackground(
    library,
    trust,
    () => searching(),
    (error) => log(`sources: ${String(error)}`),
  );
  const searching = async () => {
    const service = await services.searching();
    sources.follow(service);
    return service;
  };
  const inspector = createInspector(dir);
  const openWindow = endWithWindows(inspector);
  const closingController = new AbortController();
  const stepListeners = new Set<() => void>();
  const libraryWithHistory = withHistory(library, history);
  const handlers = createHandlers({
    library: libraryWithHistory,
    formerNames,
    cliFile,
    stateDir,
    samplesDir,
    openWorkspace: options.openWorkspace,
    chooseFolder: options.chooseFolder,
    history,
    previews,
    connections,
    skillInstalls: skills.installs,
    view,
    takeRecoveries: () => recoveries.splice(0),
    traffic: { trafficHub: traffic.hub, services, liveServerOf: (server) => library.server(server), addressOf },
    sources: { library: libraryWithHistory, searching, trust },
    trust,
    inspector,
    teams,
    onOutsideStep() {
      for (const listener of stepListeners) listener();
    },
    running: {
      services,
      secrets: options.secrets,
      env: process.env,
      serve: (server, client) => entryCommand(cliFile, server, client),
    },
    closing: closingController.signal,
  });
  const calls = createCallGate(handlers, log);

  return {
    dir,
    handlers,
    call: calls.call,
    listen(listener) {
      const announce = (files?: Record<string, string>) => {
        const { revision, fingerprint } = view();
        listener({ name: 'workspace.changed', data: { revision, fingerprint, ...(files ? { files } : {}) } });
      };
      let announcedSnapshot = library.snapshot();
      let pendingImmediate: NodeJS.Immediate | undefined;
      const tellChange = () => {
        pendingImmediate = undefined;
        const snapshot = library.snapshot();
        const files = changedFiles(announcedSnapshot, snapshot);
        announcedSnapshot = snapshot;
        announce(files);
      };
      announce();
      const stepChanged = () => listener({ name: 'history.changed', data: {} });
      stepChanged();
      for (const name of ['sources.changed', 'trust.changed', 'inspect.changed', 'team.changed'] as const)
        listener({ name, data: {} });
      stepListeners.add(stepChanged);
      const stops = [
        // The caller gets its answer before the views are rebuilt.
        library.subscribe(() => {
          pendingImmediate ??= setImmediate(tellChange);
        }),
        () => clearImmediate(pendingImmediate),
        reportTraffic(traffic.hub, listener),
        sources.subscribe(() => listener({ name: 'sources.changed', data: {} })),
        trust.subscribe(() => listener({ name: 'trust.changed', data: {} })),
        inspector.subscribe(() => listener({ name: 'inspect.changed', data: {} })),
        teams.subscribe(() => listener({ name: 'team.changed', data: {} })),
        () => stepListeners.delete(stepChanged),
        openWindow(),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async close() {
      closingController.abort();
      await inspector.closeAll();
      await teams.close();
      await calls.close();
      await endpoint?.close();
      await previews.close();
      await keeper.close();
      await traffic.close();
      sources.close();
      stopMovingAnswers();
      await skills.close();
      await services.close();
      await history.close();
      await library.close();
    },
  };
}

/** Serves every server on one port, if possible the same as last time. Undefined on failure; the log says why. */
async function openEndpoint(
  library: Library,
  services: ServerServices,
  { observe, refused }: Pick<TrafficHub, 'observe' | 'refused'>,
  { workspaceDir, stateDir, log }: WorkbenchOptions,
  presentName: (server: string) => string | undefined,
): Promise<(HttpEndpoint & EndpointToken) | undefined> {
  try {
    const token = await endpointToken(stateDir, log);
    const lastPort = await rememberedPort(workspaceDir, stateDir);
    const endpoint = await startHttpEndpoint({
      findServer: (name) => (presentName(name) === undefined ? undefined : library.server(name)),
      services,
      adapter: clientAdapter,
      observe,
      refused,
      token: token.token,
      port: lastPort,
    });
    if (lastPort === 0) await rememberPort(workspaceDir, endpoint.port, { log, state: stateDir });
    return { ...endpoint, ...token };
  } catch (error) {
    log(error instanceof WorkbenchError ? error.message : `HTTP is not available: ${sentence(error)}`);
    return undefined;
  }
}
