import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CLIENT_INFO_META_KEY,
  type InboundModernRoute,
  isInitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../base/json.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ResolvedServer } from '../../../model/definitions.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { StatelessClients } from '../../traffic/stateless-clients.ts';
import { idOf, messageFault } from '../answer/message.ts';
import { buildServer } from '../build-server.ts';
import { LAST_WITH_BATCHES, MODERN_REVISION, REVISIONS } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { withUpstream } from '../tools/with-upstream.ts';
import { Classifier } from './classify.ts';
import { openEventStream } from './event-stream.ts';
import { ExchangeReply } from './exchange-reply.ts';
import { OpenExchanges } from './open-exchanges.ts';
import { checkParamHeaders } from './param-headers.ts';
import { type Refusal, readJson, refuse, sendJson } from './reply.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { checkStandardHeaders } from './standard-headers.ts';
import { createStatelessServer, type StatelessServer } from './stateless.ts';

const INVALID_REQUEST = -32600;
const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** One MCP server at its address: Streamable HTTP of both eras. */
export class ServedServer {
  readonly source: LiveServer;
  readonly #services: ServerServices;
  readonly #sessions: Sessions;
  readonly #observe: ((transport: 'http' | 'http-stateless') => ObservedConnection) | undefined;
  readonly #clients: StatelessClients | undefined;
  readonly #classifier = new Classifier();
  readonly #exchanges = new OpenExchanges();
  readonly #streams = new OpenExchanges();
  #stateless:
    | { readonly definition: ResolvedServer; readonly identity: string; readonly server: Promise<StatelessServer> }
    | undefined;

  constructor(
    source: LiveServer,
    services: ServerServices,
    now: () => number,
    observe?: (transport: 'http' | 'http-stateless') => ObservedConnection,
  ) {
    this.source = source;
    this.#services = services;
    this.#sessions = new Sessions(now);
    this.#observe = observe;
    this.#clients = observe && new StatelessClients(() => observe('http-stateless'), now);
  }

  /** Answers one HTTP request that the guard has accepted. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.method) {
      case 'POST':
        return this.#post(request, response);
      case 'GET':
        return this.#get(request, response);
      case 'DELETE':
        return this.#delete(request, response);
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
    const closed = this.#exchanges.sweep() + this.#streams.sweep();
    this.#sessions.sweep();
    this.#clients?.sweep();
    if (closed > 0)
      this.#services.log(
        'warning',
        `${closed} connections were closed because their clients did not read what was sent.`,
      );
    this.#stateless?.server.then((server) => server.keepAlive()).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    this.#clients?.close();
    await (await this.#stateless?.server)?.close();
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accept = request.headers.accept ?? '*/*';
    if (!/application\/json|application\/\*|\*\/\*/i.test(accept))
      return refuse(response, { status: 406, message: 'The Accept header must allow application/json.' });
    const body = await readJson(request);
    if (body.kind === 'refused') return refuse(response, body.refusal);
    if (!speaksModern(request, body.value)) return this.#postHandshake(request, response, body.value);
    const route = this.#classifier.classify(request.headers, body.value);
    switch (route.kind) {
      case 'modern':
        return this.#postModern(request, response, route);
      case 'legacy':
        return this.#postHandshake(request, response, body.value);
      case 'reject':
        return refuse(response, { ...route, status: route.httpStatus }, idOf(body.value));
    }
  }

  async #postModern(request: IncomingMessage, response: ServerResponse, route: InboundModernRoute): Promise<void> {
    const { revision } = route.classification;
    if (revision !== MODERN_REVISION) return refuse(response, unsupported(revision), idOf(route.message));
    if (route.messageKind === 'notification') {
      response.writeHead(202).end();
      return;
    }
    const { message } = route;
    const refusal =
      checkStandardHeaders(request.headers, message) ??
      (message.method === 'tools/call'
        ? checkParamHeaders(request.headers, message, await withUpstream(this.source.current(), this.#services))
        : undefined);
    if (refusal) return refuse(response, refusal, message.id);
    const isSubscription = message.method === 'subscriptions/listen';
    const exchanges = isSubscription ? this.#streams : this.#exchanges;
    const excess = exchanges.admit(statelessClient(message), response);
    if (excess) return refuse(response, excess, message.id);
    const server = await this.#statelessServer();
    const observed = this.#clients?.ask(message);
    if (isSubscription) {
      const open = (closed: () => void) => openEventStream(response, closed);
      const error = server.listen(message, (closed) => observed?.stream(open, closed) ?? open(closed));
      if (error) observed?.answer(error);
      if (error) sendJson(response, 200, error);
      return;
    }
    const reply = new ExchangeReply(request, response);
    const delivery = server.request(message, (notification) => {
      observed?.said(notification);
      reply.notify(notification);
    });
    response.once('close', delivery.abandon);
    const answer = await delivery.answer;
    observed?.answer(answer?.message);
    if (answer) reply.answer(answer.status, answer.message);
  }

  /** One server for all stateless requests, recreated when its identity or capabilities change. */
  #statelessServer(): Promise<StatelessServer> {
    const definition = this.source.current();
    if (this.#stateless?.definition === definition) return this.#stateless.server;
    const { name, title, version, instructions, websiteUrl, icons } = definition;
    const identity = JSON.stringify([name, title, version, instructions, websiteUrl, icons]);
    if (this.#stateless?.identity !== identity)
      this.#stateless?.server.then((server) => server.close()).catch(() => {});
    const server =
      this.#stateless?.identity === identity
        ? this.#stateless.server
        : createStatelessServer(this.source, this.#services);
    this.#stateless = { definition, identity, server };
    return server;
  }

  async #postHandshake(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const messages: unknown[] = Array.isArray(body) ? body : [body];
    const fault = messages.length === 0 ? 'the list is empty' : messages.map(messageFault).find(Boolean);
    if (fault) return refuse(response, invalid(fault), idOf(body));
    if (isInitialize(body) && request.headers['mcp-session-id'] === undefined)
      return this.#initialize(body as unknown as JSONRPCRequest, response);
    const found = this.#findSession(request);
    if ('refusal' in found) return refuse(response, found.refusal, idOf(body));
    const { session } = found;
    if (Array.isArray(body) && (session.revision ?? '') > LAST_WITH_BATCHES)
      return refuse(
        response,
        invalid(`protocol revision ${session.revision} has no batches; send one message at a time`),
      );
    await this.#exchange(session, messages as JSONRPCMessage[], Array.isArray(body), request, response);
  }

  async #initialize(message: JSONRPCRequest, response: ServerResponse): Promise<void> {
    const session = await this.#sessions.create(buildServer(this.source, this.#services), this.#observe?.('http'));
    const answer = await session.request(message);
    if (answer && 'result' in answer) return sendJson(response, 200, answer, { 'mcp-session-id': session.sessionId });
    await this.#sessions.end(session);
    sendJson(response, 200, answer);
  }

  async #exchange(
    session: Session,
    messages: readonly JSONRPCMessage[],
    batch: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const requests = messages.filter((message): message is JSONRPCRequest => 'method' in message && 'id' in message);
    const ids = new Set<unknown>();
    const doubled = requests.find(({ id }) => session.isUnderWay(id) || ids.size === ids.add(id).size);
    if (doubled) return refuse(response, invalid(`the id ${JSON.stringify(doubled.id)} is in use`), doubled.id);
    const excess = this.#exchanges.admit(session, response);
    if (excess) return refuse(response, excess, requests[0]?.id);
    let waiting = true;
    // A response emits `close` also after its end, when the next exchange may already use the same ids.
    response.once('close', () => {
      if (waiting) for (const { id } of requests) session.abandon(id);
    });
    for (const message of messages) if (!('method' in message && 'id' in message)) session.notify(message);
    if (requests.length === 0) {
      response.writeHead(202).end();
      return;
    }
    const reply = new ExchangeReply(request, response);
    const answers = await Promise.all(requests.map((message) => session.request(message, reply.notify)));
    waiting = false;
    const present = answers.filter((answer) => answer !== undefined);
    if (present.length === 0) {
      if (session.closed) return refuse(response, noSession);
      // Cancelled requests have no answer, so nothing is left to send.
      reply.end();
      return;
    }
    reply.answer(200, batch ? present : present[0]);
  }

  async #get(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.headers.accept?.includes('text/event-stream'))
      return refuse(response, { status: 406, message: 'The Accept header must allow text/event-stream.' });
    const found = this.#findSession(request);
    if ('refusal' in found) return refuse(response, found.refusal);
    const { session } = found;
    const excess = this.#streams.admit(session, response);
    if (excess) return refuse(response, excess);
    const stream = openEventStream(response, () => session.removeStream(stream), {
      'mcp-session-id': session.sessionId,
    });
    session.addStream(stream);
  }

  async #delete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = this.#findSession(request);
    if ('refusal' in found) return refuse(response, found.refusal);
    await this.#sessions.end(found.session);
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  #findSession({ headers }: IncomingMessage): { session: Session } | { refusal: Refusal } {
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && !(REVISIONS as readonly unknown[]).includes(version))
      return {
        refusal: {
          status: 400,
          message: `This server does not support the revision in the MCP-Protocol-Version header: ${version}.`,
        },
      };
    const id = headers['mcp-session-id'];
    if (typeof id !== 'string')
      return { refusal: { status: 400, message: 'The Mcp-Session-Id header is missing; send initialize first.' } };
    const session = this.#sessions.use(id);
    return session ? { session } : { refusal: noSession };
  }
}

const noSession: Refusal = {
  status: 404,
  code: -32001,
  message: 'The Mcp-Session-Id header names no session: it ended or expired; send initialize again.',
};

/** The SDK parses the whole body by a schema, so the name of the method is compared first. */
function isInitialize(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'initialize' && isInitializeRequest(body);
}

/** The client's name: the only identity of a stateless client. */
function statelessClient({ params }: JSONRPCRequest): string {
  return JSON.stringify(params?._meta?.[CLIENT_INFO_META_KEY] ?? null);
}

/** Whether the body has the envelope of the stateless revision, or the header announces it. */
function speaksModern({ headers }: IncomingMessage, body: unknown): boolean {
  const version = headers['mcp-protocol-version'];
  if (typeof version === 'string' && version >= MODERN_REVISION) return true;
  const meta = (body as { params?: { _meta?: unknown } } | null)?.params?._meta;
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}

function invalid(fault: string): Refusal {
  return { status: 400, code: INVALID_REQUEST, message: `Invalid request: ${fault}.` };
}

function unsupported(requested = 'unknown'): Refusal {
  return {
    status: 400,
    code: UNSUPPORTED_PROTOCOL_VERSION,
    message: `Unsupported protocol version: ${requested}.`,
    data: { supported: [MODERN_REVISION], requested },
  };
}
