import { clientAdapter } from '../../clients/adapters/adapt-for.ts';
import type { LiveServer } from '../../library/types.ts';
import { startHttpEndpoint } from '../../mcp/server/http/endpoint.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import { endpointToken } from '../../state/endpoint-token.ts';
import { rememberedPort, rememberPort } from '../../state/remembered-port.ts';
import { logToStderr } from '../log.ts';
import { untilToldToStop } from '../until-told-to-stop.ts';

/** Serves one server at an HTTP address on this machine until the process is told to stop. */
export async function serveHttp({
  dir,
  server,
  source,
  services,
  client,
  port,
}: {
  readonly dir: string;
  readonly server: string;
  readonly source: LiveServer;
  readonly services: ServerServices;
  /** The client application that is served where an address names no other. */
  readonly client: string | undefined;
  /** Absent: the port of last time, or a free one that is kept for next time. */
  readonly port: number | undefined;
}): Promise<void> {
  const { token, file } = await endpointToken(undefined, logToStderr);
  const remembered = await rememberedPort(dir);
  const endpoint = await startHttpEndpoint({
    source: (name) => (name === server ? source : undefined),
    services,
    adapter: clientAdapter,
    client,
    token,
    port: port ?? remembered,
    exactPort: port !== undefined && port !== 0,
  });
  if (port === undefined && remembered === 0) await rememberPort(dir, endpoint.port, { log: logToStderr });
  const stopped = untilToldToStop();
  process.stdout.write(`Address:    ${endpoint.url(server, client)}\nToken file: ${file}\n`);
  await stopped;
  await endpoint.close();
}
