import { existsSync } from 'node:fs';
import type { Services } from '../../../app/create-services.ts';
import { sentence, WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { CallKeeper } from '../../../calls/call-keeper.ts';
import { type OpenServer, type OpenServerOptions, openServer } from '../../../library/open-server.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import { ObservedConnection } from '../../../mcp/traffic/observed-connection.ts';
import { repeatFetches } from '../../../search/sources/web/repeat-fetches.ts';
import { cacheDir, callSettingsFile, stateDir } from '../../../state/paths.ts';
import { createCliServices } from '../../cli-services.ts';
import { logToStderr } from '../../log.ts';
import { problemLine } from '../../problem-line.ts';
import { readableWorkspace } from '../../readable-workspace.ts';
import type { ServeArguments } from '../../serve-arguments.ts';
import { assertApplication } from '../connecting/applications.ts';

/** Delay of what clients do not wait for, so that the first answers are not slowed down. */
const backgroundDelayMs = 200;
/** How long closing may take. */
const closeTimeoutMs = 3_000;

/**
 * Serves one server until its client disconnects (stdio) or a signal stops it (HTTP), then ends the process.
 * @param servicesFor makes the services of a workspace
 */
export async function serve(
  { server, workspace, http, port, for: client, ref }: ServeArguments,
  servicesFor: (dir: string) => Services = createCliServices,
): Promise<void> {
  const dir = readableWorkspace(workspace, server);
  const openedServer = await open(dir, server, ref);
  refusePromptDataAlone(openedServer);
  reportProblems(openedServer);
  const ownServices = servicesFor(dir);
  const { liveServer, services } = await adaptTo(client, openedServer, ownServices);
  const isAdapted = liveServer !== openedServer;
  repeatFetches(
    () => fetchDue(openedServer.root, ownServices),
    (error) => logToStderr(`warning: ${sentence(error)}`),
  );
  if (http) {
    const { serveHttp } = await import('./serve-http.ts');
    await serveHttp({
      dir,
      server: openedServer.name,
      liveServer: openedServer,
      services: ownServices,
      client: isAdapted ? client : undefined,
      port,
    });
  } else await serveStdio(openedServer, liveServer, services, isAdapted ? client : undefined);
  if (ref !== undefined) await openedServer.close();
  // Ends the programs that its sources have started. Open handles must not keep the process running.
  await Promise.race([ownServices.close(), new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))]);
  process.exit();
}

/** @param ref what to follow instead of the folder; without it, nothing of git is loaded */
async function open(dir: string, server: string, ref: string | undefined): Promise<OpenServer> {
  const currentName: OpenServerOptions['currentName'] = async (formerText, exists) => {
    const { formerNamesIn } = await import('../../../state/former-names.ts');
    return formerNamesIn(stateDir(), dir).currentName(formerText, exists);
  };
  if (ref === undefined) return openServer(dir, server, { cacheDir: cacheDir(), currentName });
  const { openPublishedServer } = await import('../../../git/open-published.ts');
  const onError = (error: unknown) => logToStderr(`warning: ${sentence(error)}`);
  return openPublishedServer(dir, server, { ref, cacheDir: cacheDir(), currentName, onError });
}

/** Fetches pages from the web as the sources of the workspace schedule it. Without copies, nothing is loaded. */
async function fetchDue(root: string, services: Services): Promise<void> {
  const { hasCopies } = await import('../../../search/sources/web/copy.ts');
  if (hasCopies(cacheDir(), root)) await (await services.searching()).fetchDue();
}

/** A server with only the deprecated key would be an empty one. @throws WorkbenchError `invalid-input` */
function refusePromptDataAlone(server: OpenServer): void {
  const problem = server.problems().find(({ tag }) => tag === 'DeprecatedPromptData');
  const { prompts, tools } = server.current();
  if (!problem || prompts.length + tools.length > 0) return;
  throw new WorkbenchError('invalid-input', `${server.name} has nothing to serve: ${problemLine(problem).trim()}`);
}

/**
 * Adapts the server to a client application. Without one, nothing is loaded.
 * @throws UsageError for an unknown client application
 */
async function adaptTo(client: string | undefined, liveServer: LiveServer, services: ServerServices) {
  if (client === undefined) return { liveServer, services };
  const { adaptFor } = await import('../../../clients/adapters/adapt-for.ts');
  const adaptedServer = adaptFor(client, liveServer, services);
  if (adaptedServer.liveServer === liveServer) await assertApplication(client);
  return adaptedServer;
}

async function serveStdio(
  openedServer: OpenServer,
  liveServer: LiveServer,
  services: ServerServices,
  application: string | undefined,
): Promise<void> {
  const stdio = await import('../../../mcp/server/stdio/stdio.ts');
  const observedConnection = new ObservedConnection(openedServer.name, 'stdio', liveServer, application);
  let keepingKeeper: Promise<CallKeeper> | undefined;
  const keep = () => {
    keepingKeeper ??= keepCalls(openedServer.root, observedConnection);
    return keepingKeeper;
  };
  // What a client calls must be kept even if it ends this process at once.
  if (existsSync(callSettingsFile(stateDir()))) await (await keep()).ready();
  setTimeout(() => {
    inBackground(report(openedServer.root, observedConnection, keep()), warnNoReport);
    inBackground(holdProgram(), (error) => logToStderr(`warning: ${sentence(error)}`));
  }, backgroundDelayMs).unref();
  await stdio.serveStdio(liveServer, services, { tap: observedConnection.tap });
  // A client that leaves within the delay has made calls too.
  if (keepingKeeper || existsSync(callSettingsFile(stateDir()))) await (await keep()).close();
  observedConnection.close();
}

async function keepCalls(root: string, observedConnection: ObservedConnection): Promise<CallKeeper> {
  const { createCallKeeper } = await import('../../../calls/call-keeper.ts');
  const keeper = createCallKeeper({ stateDir: stateDir(), root, onError: warnNotKept });
  keeper.follow(observedConnection);
  return keeper;
}

function warnNotKept(error: unknown): void {
  logToStderr(`warning: The calls of this server can't be kept for a replay: ${sentence(error)}`);
}

/** Keeps the copy of the program that this process runs, if it is one. */
async function holdProgram(): Promise<void> {
  const { holdRuntime } = await import('../../../clients/connect/commands/stable-runtime.ts');
  holdRuntime(__filename, stateDir());
}

/**
 * Sends the messages of this connection to the open workbenches of this workspace.
 * @param keepingKeeper what needs the backlog before it is dropped
 */
async function report(
  root: string,
  observedConnection: ObservedConnection,
  keepingKeeper: Promise<CallKeeper>,
): Promise<void> {
  const [{ reportToWorkbenches }, { socketFolder }] = await Promise.all([
    import('../../../mcp/traffic/report.ts'),
    import('../../../state/socket-address.ts'),
    keepingKeeper.catch(warnNotKept),
  ]);
  reportToWorkbenches(observedConnection, socketFolder(stateDir(), root), { onError: warnNoReport });
}

function warnNoReport(error: unknown): void {
  logToStderr(`warning: An open workbench can't show the traffic of this server: ${sentence(error)}`);
}

/** Prints the problems of the files on stderr, and new ones after each edit. */
function reportProblems(server: OpenServer): void {
  let reportedLines = new Set<string>();
  const report = () => {
    const lines = new Set(server.problems().map(problemLine));
    for (const line of lines) if (!reportedLines.has(line)) process.stderr.write(line);
    reportedLines = lines;
  };
  report();
  server.subscribe(report);
}
