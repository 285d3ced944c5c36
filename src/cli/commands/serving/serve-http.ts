import { sentence } from '../../../base/errors.ts';
import { createCallKeeper } from '../../../calls/call-keeper.ts';
import { clientAdapter } from '../../../clients/adapters/adapt-for.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import type { LiveServer } from '../../../library/types.ts';
import { startHttpEndpoint } from '../../../mcp/server/http/endpoint.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import { ObservedConnection } from '../../../mcp/traffic/observed-connection.ts';
import { endpointToken } from '../../../state/endpoint-token.ts';
import { stateDir } from '../../../state/paths.ts';
import { announcePort, rememberedPort, rememberPort } from '../../../state/remembered-port.ts';
import { logToStderr } from '../../log.ts';
import { waitForStop } from '../../stop-signals.ts';

/** Serves one server over HTTP on this computer until the process gets a signal to stop. */
export async function serveHttp({
  dir,
  server,
  liveServer,
  services,
  client,
  port,
}: {
  readonly dir: string;
  readonly server: string;
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  /** The client application to adapt to, unless the address names another. */
  readonly client: string | undefined;
  /** Undefined: the port of the last time, or else a free one, which is remembered. */
  readonly port: number | undefined;
}): Promise<void> {
  const { token, file } = await endpointToken(undefined, logToStderr);
  const lastPort = await rememberedPort(dir);
  const keeper = createCallKeeper({
    stateDir: stateDir(),
    root: realFolder(dir),
    onError: (error) => logToStderr(`warning: The calls of this server can't be kept for a replay: ${sentence(error)}`),
  });
  await keeper.ready();
  const endpoint = await startHttpEndpoint({
    findServer: (name) => (name === server ? liveServer : undefined),
    services,
    adapter: clientAdapter,
    client,
    observe(name, transport, liveServer, application) {
      const connection = new ObservedConnection(name, transport, liveServer, application);
      keeper.follow(connection);
      connection.forget();
      return connection;
    },
    token,
    port: port ?? lastPort,
    requiresPort: port !== undefined && port !== 0,
  });
  const isFirst = port === undefined && lastPort === 0;
  if (isFirst) await rememberPort(dir, endpoint.port, { log: logToStderr });
  const isElsewhere = !isFirst && endpoint.port !== lastPort;
  const withdraw = isElsewhere ? await announcePort(dir, server, endpoint.port, { log: logToStderr }) : undefined;
  const stop = waitForStop();
  process.stdout.write(`Address:    ${endpoint.url(server, client)}\nToken file: ${file}\n`);
  await stop;
  await withdraw?.();
  await endpoint.close();
  await keeper.close();
}
