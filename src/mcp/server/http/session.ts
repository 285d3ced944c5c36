import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  Server,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import type { EventStream } from './event-stream.ts';
import { OutgoingRequests } from './outgoing-requests.ts';
import type { ReplyRelay } from './replica.ts';

/** A session expires after this many milliseconds without a request or an open stream. */
export const sessionIdleMs = 30 * 60 * 1000;

/** A pending exchange. */
interface WaitingRequest {
  readonly answer: (message?: JSONRPCMessage) => void;
  readonly notify: ((message: JSONRPCMessage) => void) | undefined;
}

export interface SessionOptions {
  readonly server: Server;
  /** By the endpoint's clock. */
  readonly now: number;
  readonly observedConnection?: ObservedConnection | undefined;
  /** For a replica. */
  readonly replies?: ReplyRelay | undefined;
  /** What the client's requests count for; by default, the session. */
  readonly callerKey?: string | undefined;
}

/**
 * One client of a handshake revision: its own server, and the transport between HTTP exchanges and that server. Answers,
 * and notifications about a request, go back on the exchange of the request; other notifications go to the newest GET
 * stream.
 */
export class Session implements Transport {
  /** Undefined until the answer to `initialize`. */
  sessionId?: string;
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Time of the client's last request, by the endpoint's clock. */
  lastSeenAt: number;

  readonly #answers = new Map<unknown, WaitingRequest>();
  readonly #streams = new Set<EventStream>();
  /** Notifications without an open stream yet, one per method and URI: a repeated `list_changed` adds nothing. */
  readonly #unsentNotifications = new Map<string, JSONRPCMessage>();
  #isClosed = false;

  readonly #server: Server;
  readonly #observedConnection: ObservedConnection | undefined;
  readonly #outgoing: OutgoingRequests | undefined;
  readonly #messageExtra: MessageExtraInfo | undefined;

  private constructor({ server, now, observedConnection, replies, callerKey }: SessionOptions) {
    this.#server = server;
    this.#observedConnection = observedConnection;
    this.lastSeenAt = now;
    this.#outgoing = replies && new OutgoingRequests(replies, (message) => this.onmessage?.(message));
    this.#messageExtra =
      callerKey === undefined ? undefined : { authInfo: { token: '', clientId: callerKey, scopes: [] } };
  }

  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    await options.server.connect(session);
    return session;
  }

  /** The negotiated revision. */
  get revision(): string | undefined {
    return this.#server.getNegotiatedProtocolVersion();
  }

  get busy(): boolean {
    return this.#streams.size > 0 || this.#answers.size > 0;
  }

  async start(): Promise<void> {}

  get closed(): boolean {
    return this.#isClosed;
  }

  /**
   * Passes a request to the server. Resolves with its answer; with undefined if the client or the session ends first.
   * @param notify receives notifications about the request
   */
  request(request: JSONRPCRequest, notify?: (message: JSONRPCMessage) => void): Promise<JSONRPCMessage | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    this.#observedConnection?.tap('in', request);
    return new Promise((resolve) => {
      this.#answers.set(request.id, { answer: resolve, notify });
      this.onmessage?.(request, this.#messageExtra);
    });
  }

  isUnderWay(id: unknown): boolean {
    return this.#answers.has(id);
  }

  /** Cancels a request of a client that no longer waits. */
  abandon(id: string | number): void {
    const request = this.#answers.get(id);
    if (!request) return;
    this.#answers.delete(id);
    this.#observedConnection?.unanswered(id);
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    // The server does not answer cancelled requests, but their exchange must still end.
    request.answer();
  }

  /** Passes a notification, or the answer to a server's request, to the server. */
  notify(message: JSONRPCMessage): void {
    this.#observedConnection?.tap('in', message);
    const isCancellation = 'method' in message && message.method === 'notifications/cancelled';
    const id = isCancellation ? message.params?.requestId : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.abandon(id);
    else if (this.#outgoing && !('method' in message)) this.#outgoing.answered(message);
    else this.onmessage?.(message);
  }

  /** @param missedMessages notifications that the client may have missed before it opened the stream */
  addStream(stream: EventStream, missedMessages: readonly JSONRPCMessage[] = []): void {
    this.#streams.add(stream);
    for (const message of missedMessages) this.#unsentNotifications.set(keyOf(message), message);
    for (const message of this.#unsentNotifications.values()) stream.send(message);
    this.#unsentNotifications.clear();
  }

  removeStream(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  keepAlive(): void {
    for (const stream of this.#streams) stream.keepAlive();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const outgoing = 'id' in message && this.#outgoing ? this.#outgoing.sent(message) : message;
      const about = options?.relatedRequestId;
      if (about !== undefined) {
        const request = this.#answers.get(about);
        if (request) this.#observedConnection?.tap('out', outgoing, undefined, undefined, about);
        request?.notify?.(outgoing);
        return;
      }
      this.#observedConnection?.tap('out', outgoing);
      const newestStream = [...this.#streams].at(-1);
      if (newestStream) newestStream.send(outgoing);
      else if (!('id' in outgoing)) this.#unsentNotifications.set(keyOf(outgoing), outgoing);
      return;
    }
    const waitingRequest = this.#answers.get(message.id);
    if (!waitingRequest) return;
    this.#answers.delete(message.id);
    this.#observedConnection?.tap('out', message);
    waitingRequest.answer(message);
  }

  /** Ends the streams; the client opens another one, perhaps at another replica. */
  endStreams(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.endStreams();
    this.#outgoing?.close();
    for (const { answer } of this.#answers.values()) answer();
    this.#answers.clear();
    this.#observedConnection?.close();
    this.onclose?.();
  }
}

function keyOf(message: JSONRPCMessage): string {
  return 'method' in message ? `${message.method} ${message.params?.uri ?? ''}` : '';
}
