import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkbenchError } from '../../../base/errors.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { Observe } from '../../traffic/observed-connection.ts';
import type { ServerServices } from '../services.ts';
import { type Address, readAddress, urlOf } from './address.ts';
import { createGuard } from './guard.ts';
import { type Refusal, refuse } from './reply.ts';
import { ServedServer } from './served.ts';

/** Milliseconds between two sweeps of sessions and streams; clients give up on a silent stream after minutes. */
const sweepMs = 15_000;

export interface HttpOptions {
  /** The live state of one MCP server; the same object as long as the server exists. */
  findServer(name: string): LiveServer | undefined;
  readonly services: ServerServices;
  /** The client application for addresses that name none; by default, no adaptation. */
  readonly client?: string | undefined;
  /** Adapts the server to client applications. Without it, an address that names one is refused. */
  readonly adapter?: ClientAdapter;
  /** The bearer token of every request. Without it, every program of this account has access. */
  readonly token?: string;
  /** The port to listen on; 0 lets the system choose. */
  readonly port: number;
  /** Fail if the port is in use, instead of choosing another. */
  readonly requiresPort?: boolean;
  /** Observes every client and its messages. */
  readonly observe?: Observe;
  /** Receives requests that were refused before their body was read, with the reason. */
  readonly refused?: (server: string, refusal: Refusal, userAgent: string | undefined) => void;
  /** The clock for session expiry, in milliseconds. */
  readonly now?: () => number;
}

/** Adapts a server to one client application, for `?for=` in an address. */
export interface ClientAdapter {
  /** The ids of the supported client applications. */
  readonly clients: readonly string[];
  /** The server and the services for a client application; the given ones for an unsupported id. */
  adapt(client: string, liveServer: LiveServer, services: ServerServices): AdaptedServer;
}

export interface AdaptedServer {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
}

export interface HttpEndpoint {
  readonly port: number;
  /** The Streamable HTTP address of one MCP server. @param client the application that it adapts to */
  url(name: string, client?: string): string;
  close(): Promise<void>;
}

/**
 * Serves every MCP server of a workspace on 127.0.0.1, each at `/mcp/<server>`, in both eras of Streamable HTTP.
 * If the port is in use, it chooses a free one and logs that.
 * @throws WorkbenchError `unavailable` if the port is in use and `requiresPort` is set, or no port is free
 */
export async function startHttpEndpoint(options: HttpOptions): Promise<HttpEndpoint> {
  const { findServer, services, adapter, token, observe, now = Date.now } = options;
  const guard = createGuard(token);
  const servers = new Map<string, { readonly liveServer: LiveServer; readonly server: ServedServer }>();

  const find = ({ server: name, client = options.client }: Address): ServedServer | Refusal => {
    const liveServer = findServer(name);
    const key = JSON.stringify([name, client]);
    const existingServer = servers.get(key);
    if (existingServer && existingServer.liveServer === liveServer) return existingServer.server;
    inBackground(existingServer?.server.close());
    servers.delete(key);
    if (!liveServer) return { status: 404, message: `There is no server "${name}" in this workspace.` };
    const asIs = { liveServer, services };
    const adaptedServer = client === undefined ? asIs : (adapter?.adapt(client, liveServer, services) ?? asIs);
    if (client !== undefined && adaptedServer.liveServer === liveServer)
      return unknownClient(client, adapter?.clients ?? []);
    const observeOne =
      observe && ((transport: 'http' | 'http-stateless') => observe(name, transport, adaptedServer.liveServer, client));
    const server = new ServedServer({ ...adaptedServer, now, observe: observeOne });
    servers.set(key, { liveServer, server });
    return server;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = await guard(request);
    // The client may have disconnected during the await; a stream opened now would never close.
    if (response.destroyed) return;
    const address = readAddress(request.url);
    if (refusal) {
      request.resume();
      if (address && findServer(address.server))
        options.refused?.(address.server, refusal, request.headers['user-agent']);
      return refuse(response, refusal);
    }
    const server = address ? find(address) : nothingHere;
    if (!(server instanceof ServedServer)) {
      request.resume();
      return refuse(response, server);
    }
    return server.handle(request, response);
  };

  const http = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      services.log('error', `A request to "${readAddress(request.url)?.server}" failed unexpectedly: ${error.stack}`);
      refuse(response, { status: 500, code: -32603, message: "Internal error; the server's log has the details." });
    });
  });
  const port = await listen(http, options);
  const sweep = setInterval(() => {
    for (const { server } of servers.values()) server.sweep();
  }, sweepMs);
  sweep.unref();

  return {
    port,
    url: (server, client) => urlOf(port, { server, client }),
    async close() {
      clearInterval(sweep);
      await Promise.all([...servers.values()].map(({ server }) => server.close()));
      const httpClose = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await httpClose;
    },
  };
}

const nothingHere: Refusal = {
  status: 404,
  message: 'There is nothing at this address; MCP servers are at /mcp/<server>.',
};

function unknownClient(client: string, clients: readonly string[]): Refusal {
  const message = `The server does not adapt to a client application "${client}": leave "?for=" out of the address, or name one of ${clients.join(', ')}.`;
  return { status: 404, message };
}

async function listen(http: HttpServer, { port, requiresPort, services }: HttpOptions): Promise<number> {
  try {
    return await listenOn(http, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' && (error as NodeJS.ErrnoException).code !== 'EACCES')
      throw new WorkbenchError('unavailable', `No port can be opened: ${(error as Error).message}.`, { cause: error });
    if (requiresPort)
      throw new WorkbenchError(
        'unavailable',
        `Port ${port} is taken; choose another one, or close the program that uses it.`,
        {
          cause: error,
        },
      );
    const otherPort = await listenOn(http, 0);
    services.log('warning', `Port ${port} is taken, so MCP clients now find the servers at port ${otherPort}.`);
    return otherPort;
  }
}

function listenOn(http: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject);
      resolve((http.address() as AddressInfo).port);
    });
  });
}
