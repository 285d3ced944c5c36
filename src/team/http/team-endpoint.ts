/** The HTTP server of one replica: MCP servers at `/mcp/<server>`, and routes for operators and for hosts of repositories. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkbenchError } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import { isPrivateAddress } from '../../base/network-address.ts';
import type { LiveServer } from '../../library/types.ts';
import { readAddress } from '../../mcp/server/http/address.ts';
import type { ClientAdapter } from '../../mcp/server/http/endpoint.ts';
import type { AnsweredRequest, Caller, CallerLoad, Replica, ReplyRelay } from '../../mcp/server/http/replica.ts';
import { type Refusal, refuse } from '../../mcp/server/http/reply.ts';
import { ServedServer } from '../../mcp/server/http/served.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { ServerView } from '../access/policy.ts';
import type { Scope } from '../access/scopes.ts';
import type { Releases } from '../release/releases.ts';
import { openSession, sealSession } from '../sessions/seal-session.ts';
import type { SessionKeys } from '../sessions/session-keys.ts';
import { traceOf } from '../usage/trace-context.ts';
import { createHostGuard } from './host-names.ts';
import { readAll, sendPlainJson } from './replies.ts';
import { judgeDelivery, maxWebhookBytes } from './webhook.ts';

/** The name in `_meta` of every result. */
export const commitKey = 'io.github.prompt-workbench/commit';

/** Milliseconds between two sweeps of sessions and streams. */
const sweepMs = 15_000;

/** Answers that change only with a commit. Clients with a stream are notified of it; the others see it within a minute. */
const cacheable = new Set(['prompts/list', 'tools/list', 'resources/list', 'resources/templates/list', 'skills/list']);
const listTtlMs = 60_000;

/** How long answers may take once the replica stops. */
const maxDrainMs = 10_000;

/** Most open streams of one server at one replica: about 25 kB each. */
const maxStreams = 20_000;

/** Many clients may come from one address; a subject is one person. */
const limitsOfAddress = { requests: 4_000, streams: 20_000 };
const limitsOfSubject = { requests: 64, streams: 64 };

/** A caller who may use one server, and what they see of it. */
export interface AuthorizedCaller {
  readonly caller: Caller;
  /** Callers with equal keys see the same of the server. */
  readonly viewKey: string;
  /** The server as they see it. */
  visible(liveServer: LiveServer): LiveServer;
}

/** A caller with a valid token, before it is known which server they ask for. */
export interface AuthenticatedCaller {
  /** Undefined: for this caller, there is no such server. */
  view(server: string): ServerView | undefined;
}

export interface EndpointAccess {
  /** Never rejects for what a client sends. */
  authorize(request: IncomingMessage, server: string): Promise<AuthorizedCaller | Refusal>;
  /** Checks the token of a request for no server in particular. @param needs scopes; default `prompts:read` */
  authenticate(request: IncomingMessage, needs?: readonly Scope[]): Promise<AuthenticatedCaller | Refusal>;
}

/** A route of another part: answers and returns true, or returns false for a path that it does not know. */
export type Route = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

export interface TeamEndpointOptions {
  readonly releases: Releases;
  readonly services: ServerServices;
  readonly adapter: ClientAdapter;
  readonly keys: SessionKeys;
  readonly relay: ReplyRelay;
  /** Absent: everyone who reaches the server sees everything. */
  readonly access?: EndpointAccess | undefined;
  readonly record?: ((server: string, request: AnsweredRequest) => void) | undefined;
  /** Counts the requests of callers over all servers. */
  readonly load?: CallerLoad | undefined;
  readonly hostNames: readonly string[];
  readonly origins: readonly string[];
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** What `/status` answers. @param authenticatedCaller absent where callers do not log in */
  status(authenticatedCaller: AuthenticatedCaller | undefined): object;
  /** Why the replica cannot answer clients yet. */
  unready(): string | undefined;
  readonly webhookSecret?: string | undefined;
  /** Called after a genuine webhook. */
  readonly pushed: () => void;
  readonly routes?: readonly Route[];
}

export class TeamEndpoint {
  readonly #options: TeamEndpointOptions;
  readonly #servedServers = new Map<string, { readonly liveServer: LiveServer; readonly server: ServedServer }>();
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #guard: ReturnType<typeof createHostGuard>;
  #sweepTimer: NodeJS.Timeout | undefined;
  #isDraining = false;

  private constructor(options: TeamEndpointOptions) {
    this.#options = options;
    this.#guard = createHostGuard(options.hostNames, options.origins);
    // Balancers keep idle connections for a minute or more; the side that uses them has to close them first.
    this.#http.keepAliveTimeout = 75_000;
    this.#http.headersTimeout = 80_000;
  }

  /** @throws WorkbenchError `unavailable` if the port cannot be opened */
  static async open(options: TeamEndpointOptions): Promise<TeamEndpoint> {
    const endpoint = new TeamEndpoint(options);
    await endpoint.#listen();
    endpoint.#sweepTimer = setInterval(() => {
      for (const { server } of endpoint.#servedServers.values()) server.sweep();
    }, sweepMs).unref();
    return endpoint;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /** Open streams and waiting requests. */
  get load(): { readonly streams: number; readonly requests: number } {
    let [streams, requests] = [0, 0];
    for (const { server } of this.#servedServers.values()) {
      streams += server.openStreams;
      requests += server.underWay;
    }
    return { streams, requests };
  }

  /** Ends all streams after a change of the access rules; clients open them again. */
  resetStreams(): void {
    for (const [key, { server }] of this.#servedServers) {
      inBackground(server.endStreams());
      if (key.endsWith('"all"]')) continue;
      // These views follow the former rules. Calls that have begun still end in them.
      this.#servedServers.delete(key);
      setTimeout(() => inBackground(server.close()), maxDrainMs).unref();
    }
  }

  /**
   * Stops as clients and balancers expect: reports that it is not ready, then refuses new connections, ends all streams as their
   * revision describes, and sends the answers of running requests.
   * @param noticeMs how long the balancer may take to notice
   */
  async close(noticeMs = 0): Promise<void> {
    this.#isDraining = true;
    if (noticeMs > 0) await new Promise((resolve) => setTimeout(resolve, noticeMs));
    clearInterval(this.#sweepTimer);
    const httpClose = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    await Promise.all([...this.#servedServers.values()].map(({ server }) => server.endStreams()));
    const deadline = Date.now() + maxDrainMs;
    while (this.load.requests > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    await Promise.all([...this.#servedServers.values()].map(({ server }) => server.close()));
    // The last answers may still be on their way.
    const closeTimer = setTimeout(() => this.#http.closeAllConnections(), 1_000);
    this.#http.closeIdleConnections();
    await httpClose;
    clearTimeout(closeTimer);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isDraining) response.setHeader('connection', 'close');
    this.#route(request, response).catch((error: Error) => {
      this.#options.services.log('error', `A request to ${request.url} failed unexpectedly: ${error.stack}`);
      refuse(response, { status: 500, code: -32603, message: "Internal error; the server's log has the details." });
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    // Probes use addresses instead of names, and learn nothing.
    if (path === '/healthz') return sendPlainJson(response, 200, { status: 'ok' });
    if (path === '/readyz') return this.#answerReady(response);
    const foreign = this.#guard(request.headers);
    if (foreign) {
      request.resume();
      return refuse(response, foreign);
    }
    if (allowOrigin(request, response)) return;
    if (path === '/hooks/git') return this.#takeDelivery(request, response);
    if (path === '/status') return this.#answerStatus(request, response);
    if (this.#options.routes?.some((route) => route(request, response, path))) return;
    return this.#serve(request, response);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = readAddress(request.url);
    if (!address) {
      request.resume();
      return refuse(response, {
        status: 404,
        message: 'There is nothing at this address; MCP servers are at /mcp/<server>.',
      });
    }
    // Before a commit is read, no rule says who sees what, so everything would look as if it did not exist. And a client that
    // saw a commit here could next read an older list at a replica that is behind.
    if (this.#options.releases.announced === undefined) {
      request.resume();
      const message = this.#options.unready() ?? 'This replica is starting.';
      return refuse(response, { status: 503, message, headers: { 'retry-after': '5' } });
    }
    const authorizedCaller = await this.#authorize(request, address.server);
    if (response.destroyed) return;
    if ('status' in authorizedCaller) {
      request.resume();
      return refuse(response, authorizedCaller);
    }
    const server = this.#find(address.server, address.client, authorizedCaller);
    if (!(server instanceof ServedServer)) {
      request.resume();
      return refuse(response, server);
    }
    return server.handle(request, response, authorizedCaller.caller);
  }

  #authorize(request: IncomingMessage, server: string): Promise<AuthorizedCaller | Refusal> | AuthorizedCaller {
    const { access } = this.#options;
    return access
      ? access.authorize(request, server)
      : {
          caller: { key: addressOf(request), ...traceOf(request.headers) },
          viewKey: 'all',
          visible: (liveServer) => liveServer,
        };
  }

  #find(name: string, client: string | undefined, authorizedCaller: AuthorizedCaller): ServedServer | Refusal {
    const { releases, adapter, services } = this.#options;
    const liveServer = releases.server(name);
    if (!liveServer) return { status: 404, message: `There is no server "${name}" here.` };
    const key = JSON.stringify([name, client, authorizedCaller.viewKey]);
    const existingServer = this.#servedServers.get(key);
    if (existingServer?.liveServer === liveServer) return existingServer.server;
    inBackground(existingServer?.server.close());
    const visibleServer = authorizedCaller.visible(liveServer);
    const adaptedServer =
      client === undefined ? { liveServer: visibleServer, services } : adapter.adapt(client, visibleServer, services);
    if (client !== undefined && adaptedServer.liveServer === visibleServer)
      return {
        status: 404,
        message: `There is no adaptation to a client application "${client}": leave "?for=" out of the address, or name one of ${adapter.clients.join(', ')}.`,
      };
    const server = new ServedServer({
      ...adaptedServer,
      now: Date.now,
      replica: this.#replicaOf(name, authorizedCaller),
    });
    this.#servedServers.set(key, { liveServer, server });
    return server;
  }

  #replicaOf(server: string, { caller, viewKey }: AuthorizedCaller): Replica {
    const { keys, relay, releases, record, load } = this.#options;
    return {
      seal: (state, by) => sealSession(state, server, by, keys),
      open: (id, by) => openSession(id, server, by, keys),
      position: () => releases.current?.commit ?? '',
      announced: () => releases.announced ?? 'none',
      caching: (method, revision, commit) =>
        cacheable.has(method)
          ? {
              ttlMs: listTtlMs,
              cacheScope: this.#options.access ? 'private' : 'public',
              etag: `"${commit.slice(0, 16)}-${revision}-${viewKey}"`,
            }
          : undefined,
      meta: (commit) => ({ [commitKey]: commit }),
      replies: relay,
      ...(record && { record: (answeredRequest: AnsweredRequest) => record(server, answeredRequest) }),
      maxStreams,
      load,
      maxOfCaller: caller.subject === undefined ? limitsOfAddress : limitsOfSubject,
    };
  }

  async #answerStatus(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const authenticatedCaller = await this.#options.access?.authenticate(request);
    if (authenticatedCaller && 'status' in authenticatedCaller) return refuse(response, authenticatedCaller);
    sendPlainJson(response, 200, this.#options.status(authenticatedCaller));
  }

  #answerReady(response: ServerResponse): void {
    const reason = this.#isDraining ? 'The replica is stopping.' : this.#options.unready();
    sendPlainJson(response, reason === undefined ? 200 : 503, reason === undefined ? { status: 'ready' } : { reason });
  }

  async #takeDelivery(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { webhookSecret, pushed } = this.#options;
    const refuseDelivery = (status: number, reason: string) => {
      request.resume();
      sendPlainJson(response, status, { reason });
    };
    if (request.method !== 'POST') return refuseDelivery(405, 'Webhooks are sent with POST.');
    if (webhookSecret === undefined)
      return refuseDelivery(
        404,
        'This server accepts no webhooks: its operator must set PROMPT_WORKBENCH_WEBHOOK_SECRET.',
      );
    const body = await readAll(request, maxWebhookBytes);
    if (!body) return refuseDelivery(413, 'The webhook is larger than 5 MB.');
    const delivery = judgeDelivery(request.headers, body, webhookSecret);
    if (delivery === 'unsigned' || delivery === 'forged')
      return refuseDelivery(
        401,
        `The webhook is ${delivery === 'unsigned' ? 'not signed' : 'signed with another secret'}.`,
      );
    if (delivery === 'push') pushed();
    sendPlainJson(response, 202, { status: delivery === 'push' ? 'fetching' : 'ignored' });
  }

  #listen(): Promise<void> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#http.once('error', (error) =>
        reject(
          new WorkbenchError('unavailable', `Port ${port} of ${host} cannot be opened: ${error.message}.`, {
            cause: error,
          }),
        ),
      );
      this.#http.listen(port, host, resolve);
    });
  }
}

/** Sets the headers for an allowed page, and answers a browser's preflight request. @returns whether it was one */
function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'Origin');
  response.setHeader('access-control-expose-headers', 'Mcp-Session-Id, WWW-Authenticate, ETag');
  if (request.method !== 'OPTIONS') return false;
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
  return true;
}

/** The client's address. A balancer in this network names it in a header. */
function addressOf({ socket, headers }: IncomingMessage): string {
  const peer = socket.remoteAddress ?? '';
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor === undefined || !isPrivateAddress(peer)) return peer;
  // The nearest balancer adds the last one; a client may have sent the others.
  return String(forwardedFor).split(',').at(-1)?.trim() || peer;
}
