import { sentence } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import { type OpenServer, openServer } from '../../library/open-server.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import { ObservedConnection } from '../../mcp/traffic/observed-connection.ts';
import { cacheDir, stateDir, workspaceDir } from '../../state/paths.ts';
import { assertApplication } from '../applications.ts';
import { cliServices } from '../cli-services.ts';
import { logToStderr } from '../log.ts';
import { problemLine } from '../problem-line.ts';
import type { ServeArguments } from '../serve-arguments.ts';

/** Milliseconds after which workbenches are looked for: nothing that the first answers wait for. */
const settling = 200;
/** Milliseconds that the end of everything may take. */
const leaving = 3_000;

/** Serves one server until its client is gone (stdio) or the process is told to stop (HTTP), then ends the process. */
export async function serve({ server, workspace, http, port, for: client }: ServeArguments): Promise<void> {
  const dir = workspaceDir(workspace);
  const opened = await openServer(dir, server, { cacheDir: cacheDir() });
  reportProblems(opened);
  const own = cliServices(dir);
  const { source, services } = await servedTo(client, opened, own);
  const isAdapted = source !== opened;
  if (http) {
    const { serveHttp } = await import('./serve-http.ts');
    await serveHttp({
      dir,
      server: opened.name,
      source: opened,
      services: own,
      client: isAdapted ? client : undefined,
      port,
    });
  } else await serveStdio(opened, source, services);
  // Ends the programs that its sources have started; but nothing that is still open may hold the process.
  await Promise.race([own.close(), new Promise((resolve) => setTimeout(resolve, leaving))]);
  process.exit();
}

/**
 * What a client application is served with; without one, what any client is, and nothing more is loaded.
 * @throws UsageError for a client application that nobody knows
 */
async function servedTo(client: string | undefined, source: LiveServer, services: ServerServices) {
  if (client === undefined) return { source, services };
  const { adaptFor } = await import('../../clients/adapters/adapt-for.ts');
  const adapted = adaptFor(client, source, services);
  if (adapted.source === source) await assertApplication(client);
  return adapted;
}

async function serveStdio(opened: OpenServer, source: LiveServer, services: ServerServices): Promise<void> {
  const stdio = await import('../../mcp/server/stdio.ts');
  const observed = new ObservedConnection(opened.name, 'stdio', source);
  setTimeout(() => inBackground(report(opened.root, observed), tellNoReport), settling).unref();
  await stdio.serveStdio(source, services, { tap: observed.tap });
  observed.close();
}

/** Tells the workbenches of this workspace what the client and this server say. */
async function report(root: string, observed: ObservedConnection): Promise<void> {
  const [{ reportToWorkbenches }, { meetingPlace }] = await Promise.all([
    import('../../mcp/traffic/report.ts'),
    import('../../mcp/traffic/meeting-place.ts'),
  ]);
  reportToWorkbenches(observed, meetingPlace(stateDir(), root), { onError: tellNoReport });
}

function tellNoReport(error: unknown): void {
  logToStderr(`warning: This server does not show in the wire log of an open workbench: ${sentence(error)}`);
}

/** Says on stderr what is wrong with the files, now and whenever an edit brings something new. */
function reportProblems(source: Awaited<ReturnType<typeof openServer>>): void {
  let said = new Set<string>();
  const report = () => {
    const lines = new Set(source.problems().map(problemLine));
    for (const line of lines) if (!said.has(line)) process.stderr.write(line);
    said = lines;
  };
  report();
  source.subscribe(report);
}
