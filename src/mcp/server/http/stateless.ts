import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type RequestId,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { LiveServer } from '../../../library/types.ts';
import { buildServer } from '../build-server.ts';
import { ResourceUpdates, resourceSubscriptionsOf } from '../resource-updates.ts';
import { MODERN_REVISION } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import type { EventStream } from './event-stream.ts';
import type { Replica } from './replica.ts';

/** Most open streams of `subscriptions/listen` per server of one process. */
const defaultMaxStreams = 1_000;
/** Most resources of one. */
const maxResources = 1_000;

/** The answer to one request, with its HTTP status. */
export interface Answer {
  readonly status: number;
  readonly message: JSONRPCMessage;
}

/** The subjects of a subscription (2026-07-28, `SubscriptionFilter`), with their notifications. */
const subjects = {
  promptsListChanged: 'notifications/prompts/list_changed',
  toolsListChanged: 'notifications/tools/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
} as const;

interface Subscription {
  readonly id: RequestId;
  readonly methods: readonly string[];
  readonly uris: readonly string[];
}

type Notify = (message: JSONRPCMessage) => void;

/** A request under way. */
interface Delivery {
  /** Undefined if the client disconnects first. */
  readonly answer: Promise<Answer | undefined>;
  /** Cancels it; harmless after its answer. */
  abandon(): void;
}

/** Serves the 2026-07-28 revision of one MCP server to all clients together: requests do not identify a client. */
export interface StatelessServer {
  /** @param notify receives the notifications before the answer @param callerKey what the request counts for; by default, the client's name */
  request(request: JSONRPCRequest, notify: Notify, callerKey?: string): Delivery;
  /** Serves `subscriptions/listen`: returns the error, or opens the stream. */
  listen(request: JSONRPCRequest, open: (onClosed: () => void) => EventStream): JSONRPCMessage | undefined;
  keepAlive(): void;
  /** Ends all subscriptions. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/**
 * The SDK creates a server for each request. Here one server answers all, because it has no state of a request. Request
 * ids are replaced, because clients use the same numbers.
 */
class SharedTransport extends PerRequestHTTPServerTransport {
  readonly #waitingRequests = new Map<
    RequestId,
    { id: RequestId; answer: (answer: Answer | undefined) => void; notify: Notify }
  >();
  readonly #notify: Notify;
  #nextId = 0;
  /** True while a message is dispatched: an error sent during that time comes from before any handler ran. */
  #isDelivering = false;

  constructor(notify: Notify) {
    super({ classification: { era: 'modern', revision: MODERN_REVISION } });
    this.#notify = notify;
  }

  override async start(): Promise<void> {}

  deliver(request: JSONRPCRequest, notify: Notify, callerKey: string | undefined): Delivery {
    const id = this.#nextId++;
    const answer = new Promise<Answer | undefined>((resolve) => {
      this.#waitingRequests.set(id, { id: request.id, answer: resolve, notify });
    });
    const extra = callerKey === undefined ? undefined : { authInfo: { token: '', clientId: callerKey, scopes: [] } };
    this.#isDelivering = true;
    try {
      this.onmessage?.({ ...request, id }, extra);
    } finally {
      this.#isDelivering = false;
    }
    return { answer, abandon: () => this.#abandon(id) };
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const about = options?.relatedRequestId;
      if (about === undefined) this.#notify(message);
      else this.#waitingRequests.get(about)?.notify(message);
      return;
    }
    const request = message.id === undefined ? undefined : this.#waitingRequests.get(message.id);
    if (!request || message.id === undefined) return;
    this.#waitingRequests.delete(message.id);
    const status = 'error' in message ? statusOf(message.error.code, this.#isDelivering) : 200;
    request.answer({ status, message: { ...message, id: request.id } });
  }

  /** Cancels the request of a client that has disconnected. */
  #abandon(id: RequestId): void {
    const request = this.#waitingRequests.get(id);
    if (!request) return;
    this.#waitingRequests.delete(id);
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    request.answer(undefined);
  }

  override async close(): Promise<void> {
    for (const { answer } of this.#waitingRequests.values()) answer(undefined);
    this.#waitingRequests.clear();
    this.onclose?.();
  }
}

/**
 * MCP 2026-07-28, "Transports": an unknown method is HTTP 404, other errors before a handler runs are 400. A missing
 * capability of the client is always 400.
 */
function statusOf(code: number, isBeforeHandler: boolean): number {
  if (code === -32021) return 400;
  if (!isBeforeHandler) return 200;
  if (code === -32601) return 404;
  return code === -32602 ? 200 : 400;
}

/** @param replica absent for a server of one process */
export async function createStatelessServer(
  liveServer: LiveServer,
  services: ServerServices,
  replica?: Replica,
): Promise<StatelessServer> {
  const subscriptions = new Map<EventStream, Subscription>();
  const transport = new SharedTransport((message) => {
    if (!('method' in message)) return;
    for (const [stream, { id, methods }] of subscriptions)
      if (methods.includes(message.method)) stream.send(withSubscription(message, id));
  });
  const server = buildServer(liveServer, services);
  await server.connect(transport);
  const { name, version } = liveServer.current();
  const updates = new ResourceUpdates(liveServer, (uri) => {
    const message: Notification = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
    for (const [stream, { id, uris }] of subscriptions)
      if (uris.includes(uri)) stream.send(withSubscription(message, id));
  });

  return {
    request: (request, notify, callerKey) => transport.deliver(request, notify, callerKey),

    listen(request, open) {
      const filter = request.params?.notifications;
      if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
        return errorFor(request, -32602, 'subscriptions/listen needs params.notifications, an object.');
      if (subscriptions.size >= (replica?.maxStreams ?? defaultMaxStreams))
        return errorFor(request, -32603, 'Too many subscriptions are open; close one first.');
      const kinds = Object.entries(filter).filter(([name, value]) => value === true && Object.hasOwn(subjects, name));
      const uris = resourceSubscriptionsOf(filter);
      if (uris.length > maxResources)
        return errorFor(request, -32602, `A subscription has at most ${maxResources} resources.`);
      const stream = open(() => {
        subscriptions.delete(stream);
        updates.unsubscribe(stream);
      });
      const notifications = { ...Object.fromEntries(kinds), ...(uris.length > 0 && { resourceSubscriptions: uris }) };
      const method = 'notifications/subscriptions/acknowledged';
      stream.send(withSubscription({ jsonrpc: '2.0', method, params: { notifications } }, request.id));
      const methods = kinds.map(([name]) => subjects[name as keyof typeof subjects]);
      if (uris.length > 0) updates.subscribe(stream, uris).catch(() => {});
      if (methods.length + uris.length > 0) subscriptions.set(stream, { id: request.id, methods, uris });
      else endSubscription(stream, request.id);
      return undefined;
    },

    keepAlive() {
      for (const stream of subscriptions.keys()) stream.keepAlive();
    },

    endSubscriptions,

    async close() {
      endSubscriptions();
      updates.close();
      await server.close();
    },
  };

  function endSubscriptions(): void {
    for (const [stream, { id }] of subscriptions) endSubscription(stream, id);
    subscriptions.clear();
  }

  /** Ends the stream gracefully, with the result of the request that opened it. */
  function endSubscription(stream: EventStream, id: RequestId): void {
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: { name, version } };
    stream.send({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } });
    stream.end();
  }
}

type Notification = Extract<JSONRPCMessage, { method: string }>;

function withSubscription(message: Notification, id: RequestId): JSONRPCMessage {
  const _meta = { ...message.params?._meta, [SUBSCRIPTION_ID_META_KEY]: id };
  return { jsonrpc: '2.0', method: message.method, params: { ...message.params, _meta } };
}

function errorFor({ id }: JSONRPCRequest, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
