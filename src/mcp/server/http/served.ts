import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CLIENT_INFO_META_KEY,
  type InboundModernRoute,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../base/json.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ResolvedServer } from '../../../model/definitions.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { StatelessClients } from '../../traffic/stateless-clients.ts';
import { idOf } from '../answer/message.ts';
import { MODERN_REVISION } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { withUpstream } from '../tools/with-upstream.ts';
import { Classifier } from './classify.ts';
import { openEventStream } from './event-stream.ts';
import { ExchangeReply } from './exchange-reply.ts';
import { HandshakeServer } from './handshake.ts';
import { OpenExchanges } from './open-exchanges.ts';
import { checkParamHeaders } from './param-headers.ts';
import { type Caller, type Replica, withCaching, withMeta } from './replica.ts';
import { type Refusal, readJson, refuse, sendJson } from './reply.ts';
import { checkStandardHeaders } from './standard-headers.ts';
import { createStatelessServer, type StatelessServer } from './stateless.ts';

const UNSUPPORTED_PROTOCOL_VERSION = -32022;

export interface ServedOptions {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  /** The clock for session expiry, in milliseconds. */
  readonly now: () => number;
  readonly observe?: ((transport: 'http' | 'http-stateless') => ObservedConnection) | undefined;
  /** Absent for a server of one process, whose sessions live in it. */
  readonly replica?: Replica | undefined;
}

/** One MCP server at its address: Streamable HTTP of both eras. */
export class ServedServer {
  readonly liveServer: LiveServer;
  readonly #services: ServerServices;
  readonly #replica: Replica | undefined;
  readonly #handshake: HandshakeServer;
  readonly #clients: StatelessClients | undefined;
  readonly #classifier = new Classifier();
  readonly #exchanges: OpenExchanges;
  readonly #streams: OpenExchanges;
  #stateless:
    | { readonly definition: ResolvedServer; readonly identity: string; readonly server: Promise<StatelessServer> }
    | undefined;

  constructor({ liveServer, services, now, observe, replica }: ServedOptions) {
    this.liveServer = liveServer;
    this.#services = services;
    this.#replica = replica;
    this.#exchanges = new OpenExchanges(replica?.maxOfCaller.requests, replica?.load);
    this.#streams = new OpenExchanges(replica?.maxOfCaller.streams);
    this.#handshake = new HandshakeServer({
      liveServer,
      services,
      now,
      observe: observe && (() => observe('http')),
      replica,
      exchanges: this.#exchanges,
      streams: this.#streams,
    });
    this.#clients = observe && new StatelessClients(() => observe('http-stateless'), now);
  }

  /** Answers one HTTP request that the guard has accepted. */
  async handle(request: IncomingMessage, response: ServerResponse, caller?: Caller): Promise<void> {
    switch (request.method) {
      case 'POST':
        return this.#post(request, response, caller);
      case 'GET':
        return this.#handshake.get(request, response, caller);
      case 'DELETE':
        return this.#handshake.delete(request, response, caller);
      default:
        refuse(response, {
          status: 405,
          message: 'Use POST, GET or DELETE here.',
          headers: { allow: 'POST, GET, DELETE' },
        });
    }
  }

  sweep(): void {
    // First what the clients have left unread: a keep-alive comment, too, waits in the response until this turn ends.
    const closedCount = this.#exchanges.sweep() + this.#streams.sweep();
    this.#handshake.sweep();
    this.#clients?.sweep();
    if (closedCount > 0)
      this.#services.log(
        'warning',
        `${closedCount} connections were closed because their clients did not read what was sent.`,
      );
    this.#stateless?.server.then((server) => server.keepAlive()).catch(() => {});
  }

  /** The number of requests that wait for their answer. */
  get underWay(): number {
    return this.#exchanges.size;
  }

  /** The number of open streams. */
  get openStreams(): number {
    return this.#streams.size;
  }

  /** Ends all streams as their revision describes, and continues to answer requests. */
  async endStreams(): Promise<void> {
    this.#handshake.endStreams();
    (await this.#stateless?.server)?.endSubscriptions();
  }

  async close(): Promise<void> {
    await this.#handshake.close();
    this.#clients?.close();
    await (await this.#stateless?.server)?.close();
  }

  async #post(request: IncomingMessage, response: ServerResponse, caller: Caller | undefined): Promise<void> {
    const accept = request.headers.accept ?? '*/*';
    if (!/application\/json|application\/\*|\*\/\*/i.test(accept))
      return refuse(response, { status: 406, message: 'The Accept header must allow application/json.' });
    const body = await readJson(request);
    if (body.kind === 'refused') return refuse(response, body.refusal);
    const forbidden = caller?.refuse?.(methodsIn(body.value));
    if (forbidden) return refuse(response, forbidden, idOf(body.value));
    if (!speaksModern(request, body.value)) return this.#handshake.post(request, response, body.value, caller);
    const route = this.#classifier.classify(request.headers, body.value);
    switch (route.kind) {
      case 'modern':
        return this.#postModern(request, response, route, caller);
      case 'legacy':
        return this.#handshake.post(request, response, body.value, caller);
      case 'reject':
        return refuse(response, { ...route, status: route.httpStatus }, idOf(body.value));
    }
  }

  async #postModern(
    request: IncomingMessage,
    response: ServerResponse,
    route: InboundModernRoute,
    caller: Caller | undefined,
  ): Promise<void> {
    const { revision } = route.classification;
    if (revision !== MODERN_REVISION) return refuse(response, refuseRevision(revision), idOf(route.message));
    if (route.messageKind === 'notification') {
      response.writeHead(202).end();
      return;
    }
    const { message } = route;
    const refusal =
      checkStandardHeaders(request.headers, message) ??
      (message.method === 'tools/call'
        ? checkParamHeaders(request.headers, message, await withUpstream(this.liveServer.current(), this.#services))
        : undefined);
    if (refusal) return refuse(response, refusal, message.id);
    const isSubscription = message.method === 'subscriptions/listen';
    const exchanges = isSubscription ? this.#streams : this.#exchanges;
    const excess = exchanges.admit(caller?.key ?? statelessClient(message), response);
    if (excess) return refuse(response, excess, message.id);
    const server = await this.#statelessServer();
    const observedRequest = this.#clients?.ask(message);
    if (isSubscription) {
      const open = (onClosed: () => void) => openEventStream(response, onClosed);
      const error = server.listen(message, (onClosed) => observedRequest?.stream(open, onClosed) ?? open(onClosed));
      if (error) observedRequest?.answer(error);
      if (error) sendJson(response, 200, error);
      return;
    }
    const reply = new ExchangeReply(request, response);
    const position = this.#replica?.position() ?? '';
    const start = performance.now();
    const notify = (notification: JSONRPCMessage) => {
      observedRequest?.said(notification);
      reply.notify(notification);
    };
    const delivery = server.request(message, notify, caller?.key);
    response.once('close', delivery.abandon);
    const answer = await delivery.answer;
    observedRequest?.answer(answer?.message);
    this.#replica?.record?.({
      request: message,
      answer: answer?.message,
      caller,
      client: clientIn(message),
      revision,
      position,
      durationMs: performance.now() - start,
    });
    if (!answer) return;
    if (!this.#replica) return reply.answer(answer.status, answer.message);
    const caching = this.#replica.caching(message.method, revision, position);
    if (caching && !response.headersSent) response.setHeader('etag', caching.etag);
    const messageWithMeta = withMeta(answer.message, this.#replica.meta(position));
    reply.answer(answer.status, caching ? withCaching(messageWithMeta, caching) : messageWithMeta);
  }

  /** One server for all stateless requests, recreated when its identity or capabilities change. */
  #statelessServer(): Promise<StatelessServer> {
    const definition = this.liveServer.current();
    if (this.#stateless?.definition === definition) return this.#stateless.server;
    const { name, title, version, instructions, websiteUrl, icons } = definition;
    const identity = JSON.stringify([name, title, version, instructions, websiteUrl, icons]);
    if (this.#stateless?.identity !== identity)
      this.#stateless?.server.then((server) => server.close()).catch(() => {});
    const server =
      this.#stateless?.identity === identity
        ? this.#stateless.server
        : createStatelessServer(this.liveServer, this.#services, this.#replica);
    this.#stateless = { definition, identity, server };
    return server;
  }
}

/** The client's name: the only identity of a stateless client. */
function statelessClient({ params }: JSONRPCRequest): string {
  return JSON.stringify(params?._meta?.[CLIENT_INFO_META_KEY] ?? null);
}

function methodsIn(body: unknown): readonly string[] {
  return [body]
    .flat()
    .flatMap((message) => (isJsonObject(message) && typeof message.method === 'string' ? message.method : []));
}

function clientIn({ params }: JSONRPCRequest): { name: string; version: string } | undefined {
  const info = params?._meta?.[CLIENT_INFO_META_KEY];
  if (!isJsonObject(info) || typeof info.name !== 'string') return undefined;
  return { name: info.name, version: typeof info.version === 'string' ? info.version : '' };
}

/** Whether the body has the envelope of the stateless revision, or the header announces it. */
function speaksModern({ headers }: IncomingMessage, body: unknown): boolean {
  const version = headers['mcp-protocol-version'];
  if (typeof version === 'string' && version >= MODERN_REVISION) return true;
  const meta = (body as { params?: { _meta?: unknown } } | null)?.params?._meta;
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}

function refuseRevision(requestedRevision = 'unknown'): Refusal {
  return {
    status: 400,
    code: UNSUPPORTED_PROTOCOL_VERSION,
    message: `Unsupported protocol version: ${requestedRevision}.`,
    data: { supported: [MODERN_REVISION], requested: requestedRevision },
  };
}
