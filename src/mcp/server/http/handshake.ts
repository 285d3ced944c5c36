import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInitializeRequest, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { idOf, messageFault } from '../answer/message.ts';
import { buildServer } from '../build-server.ts';
import { LAST_WITH_BATCHES, REVISIONS } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { openEventStream } from './event-stream.ts';
import { ExchangeReply } from './exchange-reply.ts';
import type { OpenExchanges } from './open-exchanges.ts';
import { type Caller, type Replica, type SessionState, withMeta } from './replica.ts';
import { type Refusal, refuse, sendJson } from './reply.ts';
import { Session } from './session.ts';
import { Sessions } from './sessions.ts';

const INVALID_REQUEST = -32600;

/** The first revision whose clients expect an event without data when a stream opens. */
const firstWithPriming = '2025-11-25';

export interface HandshakeOptions {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  readonly now: () => number;
  readonly observe: (() => ObservedConnection) | undefined;
  readonly replica: Replica | undefined;
  readonly exchanges: OpenExchanges;
  readonly streams: OpenExchanges;
}

/** What a session of a replica is, beside its messages. */
interface Details {
  readonly state: SessionState;
  readonly caller: Caller | undefined;
}

/** The handshake revisions of one MCP server over HTTP: sessions, and their streams. */
export class HandshakeServer {
  readonly #options: HandshakeOptions;
  readonly #sessions: Sessions;
  readonly #details = new WeakMap<Session, Details>();

  constructor(options: HandshakeOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options.now);
  }

  sweep(): void {
    this.#sessions.sweep();
  }

  endStreams(): void {
    this.#sessions.endStreams();
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }

  async post(request: IncomingMessage, response: ServerResponse, body: unknown, caller?: Caller): Promise<void> {
    const messages: unknown[] = Array.isArray(body) ? body : [body];
    const fault = messages.length === 0 ? 'the list is empty' : messages.map(messageFault).find(Boolean);
    if (fault) return refuse(response, invalid(fault), idOf(body));
    if (isInitialize(body) && request.headers['mcp-session-id'] === undefined)
      return this.#initialize(body as unknown as JSONRPCRequest, response, caller);
    const result = await this.#findSession(request, caller);
    if ('refusal' in result) return refuse(response, result.refusal, idOf(body));
    const { session } = result;
    if (Array.isArray(body) && (session.revision ?? '') > LAST_WITH_BATCHES)
      return refuse(
        response,
        invalid(`protocol revision ${session.revision} has no batches; send one message at a time`),
      );
    await this.#exchange(session, messages as JSONRPCMessage[], Array.isArray(body), request, response);
  }

  async get(request: IncomingMessage, response: ServerResponse, caller?: Caller): Promise<void> {
    if (!request.headers.accept?.includes('text/event-stream'))
      return refuse(response, { status: 406, message: 'The Accept header must allow text/event-stream.' });
    const result = await this.#findSession(request, caller);
    if ('refusal' in result) return refuse(response, result.refusal);
    const { session } = result;
    const { replica, streams } = this.#options;
    const excess = streams.admit(caller?.key ?? session, response);
    if (excess) return refuse(response, excess);
    const headers = { 'mcp-session-id': session.sessionId ?? '' };
    const stream = openEventStream(response, () => session.removeStream(stream), headers, replica?.announced);
    if (replica && (session.revision ?? '') >= firstWithPriming) stream.prime();
    session.addStream(stream, this.#missed(session, request.headers['last-event-id']));
  }

  async delete(request: IncomingMessage, response: ServerResponse, caller?: Caller): Promise<void> {
    const result = await this.#findSession(request, caller);
    if ('refusal' in result) return refuse(response, result.refusal);
    await this.#sessions.end(result.session);
    // The session is in its id, so another replica would continue it (MCP 2025-11-25, "Session Management").
    if (this.#options.replica)
      return refuse(response, {
        status: 405,
        message: 'Sessions of this server end by themselves: forget the id.',
        headers: { allow: 'POST, GET' },
      });
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  async #initialize(message: JSONRPCRequest, response: ServerResponse, caller: Caller | undefined): Promise<void> {
    const { replica } = this.#options;
    const position = replica?.position() ?? '';
    const start = performance.now();
    const session = await this.#openSession(caller);
    const answer = await session.request(message);
    if (!answer || !('result' in answer)) {
      await session.close();
      return sendJson(response, 200, answer);
    }
    // The client may send `initialized` to another replica, so this one counts it as received: until the client has sent it,
    // it has no stream here that a message could reach.
    if (replica) session.notify(initializedMessage);
    const state = stateOf(message, session.revision ?? '', replica?.announced() ?? '');
    this.#details.set(session, { state, caller });
    this.#sessions.add(replica?.seal(state, caller) ?? randomUUID(), session);
    this.#record(session, message, answer, position, start);
    const reply = replica ? withMeta(answer, replica.meta(position)) : answer;
    sendJson(response, 200, reply, { 'mcp-session-id': session.sessionId ?? '' });
  }

  #openSession(caller: Caller | undefined): Promise<Session> {
    const { liveServer, services, now, observe, replica } = this.#options;
    return Session.open({
      server: buildServer(liveServer, services),
      now: now(),
      observedConnection: observe?.(),
      replies: replica?.replies,
      callerKey: caller?.key,
    });
  }

  /** Continues a session that began at another replica, or before this process started. */
  async #continueSession(state: SessionState, caller: Caller | undefined): Promise<Session> {
    const session = await this.#openSession(caller);
    const { revision, client, elicitation } = state;
    const capabilities = { ...(elicitation && { elicitation }) };
    const params = { protocolVersion: revision, capabilities, clientInfo: client };
    await session.request({ jsonrpc: '2.0', id: 'continue', method: 'initialize', params });
    session.notify(initializedMessage);
    this.#details.set(session, { state, caller });
    return session;
  }

  async #exchange(
    session: Session,
    messages: readonly JSONRPCMessage[],
    isBatch: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { replica, exchanges } = this.#options;
    const requests = messages.filter((message): message is JSONRPCRequest => 'method' in message && 'id' in message);
    const ids = new Set<unknown>();
    const duplicate = requests.find(({ id }) => session.isUnderWay(id) || ids.size === ids.add(id).size);
    if (duplicate) return refuse(response, invalid(`the id ${JSON.stringify(duplicate.id)} is in use`), duplicate.id);
    const excess = exchanges.admit(this.#details.get(session)?.caller?.key ?? session, response);
    if (excess) return refuse(response, excess, requests[0]?.id);
    let isWaiting = true;
    // A response emits `close` also after its end, when the next exchange may already use the same ids.
    response.once('close', () => {
      if (isWaiting) for (const { id } of requests) session.abandon(id);
    });
    for (const message of messages) if (!('method' in message && 'id' in message)) session.notify(message);
    if (requests.length === 0) {
      response.writeHead(202).end();
      return;
    }
    const position = replica?.position() ?? '';
    const [onlyRequest, ...otherRequests] = requests;
    const caching =
      otherRequests.length === 0 && onlyRequest
        ? replica?.caching(onlyRequest.method, session.revision ?? '', position)
        : undefined;
    if (caching) response.setHeader('etag', caching.etag);
    const reply = new ExchangeReply(request, response);
    const answers = await Promise.all(
      requests.map(async (message) => {
        const start = performance.now();
        const answer = await session.request(message, reply.notify);
        this.#record(session, message, answer, position, start);
        return answer && replica ? withMeta(answer, replica.meta(position)) : answer;
      }),
    );
    isWaiting = false;
    const givenAnswers = answers.filter((answer) => answer !== undefined);
    if (givenAnswers.length === 0) {
      if (session.closed) return refuse(response, noSession);
      // Cancelled requests have no answer, so nothing is left to send.
      reply.end();
      return;
    }
    reply.answer(200, isBatch ? givenAnswers : givenAnswers[0]);
  }

  /** The changes that a client may not have heard of: it was connected to another replica, or to none. */
  #missed(session: Session, lastEventId: string | string[] | undefined): readonly JSONRPCMessage[] {
    const { replica } = this.#options;
    const lastPosition = typeof lastEventId === 'string' ? lastEventId : this.#details.get(session)?.state.position;
    if (
      !replica ||
      lastPosition === undefined ||
      (lastPosition === replica.announced() && lastPosition === replica.position())
    )
      return [];
    return ['prompts', 'tools', 'resources'].map((list) => ({
      jsonrpc: '2.0',
      method: `notifications/${list}/list_changed`,
    }));
  }

  #record(
    session: Session,
    request: JSONRPCRequest,
    answer: JSONRPCMessage | undefined,
    position: string,
    start: number,
  ): void {
    const details = this.#details.get(session);
    this.#options.replica?.record?.({
      request,
      answer,
      caller: details?.caller,
      client: details?.state.client,
      revision: session.revision ?? '',
      position,
      durationMs: performance.now() - start,
    });
  }

  async #findSession(
    { headers }: IncomingMessage,
    caller: Caller | undefined,
  ): Promise<{ session: Session } | { refusal: Refusal }> {
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
    const { replica } = this.#options;
    if (!replica) {
      const session = this.#sessions.use(id);
      return session ? { session } : { refusal: noSession };
    }
    // Each request proves its session, because authorization may change during one.
    const state = replica.open(id, caller);
    const session = state && (await this.#sessions.findOrOpen(id, () => this.#continueSession(state, caller)));
    return session ? { session } : { refusal: noSession };
  }
}

/** The SDK parses the whole body by a schema, so the name of the method is compared first. */
function isInitialize(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'initialize' && isInitializeRequest(body);
}

const initializedMessage: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Most UTF-16 code units of a client's name and version in a session's id. */
const maxName = 100;

function stateOf({ params }: JSONRPCRequest, revision: string, position: string): SessionState {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxName) : '');
  const { clientInfo, capabilities } = (params ?? {}) as { clientInfo?: JsonObject; capabilities?: JsonObject };
  const formCapability = capabilities?.elicitation;
  const elicitation = isJsonObject(formCapability)
    ? Object.fromEntries(['form', 'url'].filter((mode) => formCapability[mode] !== undefined).map((mode) => [mode, {}]))
    : undefined;
  return {
    revision,
    client: { name: text(clientInfo?.name), version: text(clientInfo?.version) },
    ...(elicitation && { elicitation }),
    position,
  };
}

const noSession: Refusal = {
  status: 404,
  code: -32001,
  message: 'The Mcp-Session-Id header names no session: it ended or expired; send initialize again.',
};

function invalid(fault: string): Refusal {
  return { status: 400, code: INVALID_REQUEST, message: `Invalid request: ${fault}.` };
}
