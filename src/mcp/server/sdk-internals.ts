/**
 * The parts of the MCP SDK that this server uses although the SDK declares them private or protected: nothing else in the
 * program touches them. `sdk-internals.test.ts` fails when the SDK's version changes; check each method here against the
 * new version, then change `checkedSdkVersion`. The bundle also replaces one private module of the SDK (`sdk-shims.ts`).
 */
import {
  type InitializeRequest,
  type InitializeResult,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestId,
  SERVER_INFO_META_KEY,
  Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { inBackground } from '../../base/in-background.ts';
import { CheckedEnvelope } from './envelope.ts';
import { Exchange, type RelatedSenders, type RequestContext } from './exchange.ts';

/** The version of `@modelcontextprotocol/server` that this file was checked against. */
export const checkedSdkVersion = '2.4.0';

/** JSON-RPC 2.0: an error without a code. */
const INTERNAL_ERROR = -32603;

/** Computes the result of a request; rejects with an error that has a JSON-RPC code. */
export type Handler = (params: Record<string, unknown>, request: RequestContext) => Promise<Record<string, unknown>>;

/**
 * An error of a connection in one sentence. For a notification whose parameters are not those of its method, the SDK's
 * error has the list of mistakes as JSON over many lines.
 */
export function connectionFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('Uncaught error in notification handler: ')
    ? 'A notification of the client has wrong parameters, so it is ignored.'
    : message;
}

export abstract class OpenServer extends Server {
  /** Requests that `dispatch` has taken and that have no answer yet. */
  readonly #exchanges = new Map<RequestId, Exchange>();

  readonly #senders: RelatedSenders = {
    notifyAbout: (id) => (notification) => this.notification(notification, { relatedRequestId: id }),
    sendAbout: (id) => (request, options) => this.request(request, { ...options, relatedRequestId: id }),
  };

  readonly #envelope = new CheckedEnvelope();

  /** The `_meta` of a result that has none (MCP 2026-07-28, `ResultMetaObject`). */
  #identity: { readonly [SERVER_INFO_META_KEY]: unknown } | undefined;

  /** Whether the connection speaks the stateless revision. */
  protected abstract get isModern(): boolean;

  /** The connection has ended. */
  protected abstract connectionClosed(): void;

  /** Passes a request to its handler without the four schemas by which the SDK would classify the message. */
  protected handleRequest(request: JSONRPCRequest, extra: MessageExtraInfo | undefined): void {
    // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
    this['_onrequest'](request, extra);
  }

  /** The same for a notification. */
  protected handleNotification(notification: JSONRPCNotification, extra: MessageExtraInfo | undefined): void {
    // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
    this['_onnotification'](notification, extra);
  }

  /**
   * Answers a request of a method of both eras without the SDK's dispatch, which takes more than half the time of a call
   * of a text prompt: the context it makes, and the garbage of it. The SDK's codec still checks and encodes.
   * @param callerKey of the transport
   * @returns false if the SDK has to dispatch it: its envelope is not valid, or it continues a dialogue
   */
  protected dispatch(request: JSONRPCRequest, handler: Handler, callerKey?: string): boolean {
    const { id, params = {} } = request;
    const transport = this.transport;
    if (!transport || 'inputResponses' in params || 'requestState' in params) return false;
    if (this.isModern && !this.#isEnvelopeValid(params._meta)) return false;
    const exchange = new Exchange(id, params._meta, this.#senders, callerKey);
    this.#exchanges.set(id, exchange);
    inBackground(this.#answer(request, exchange, transport, handler));
    return true;
  }

  #isEnvelopeValid(meta: RequestContext['_meta'] = {}): boolean {
    return this.#envelope.isValid(meta, () => this._wireCodec().checkInboundEnvelope({ envelope: meta }) === undefined);
  }

  /** MCP, "Cancellation". */
  protected cancelExchange(id: unknown, reason: unknown): void {
    this.#exchanges.get(id as RequestId)?.abort(reason);
  }

  async #answer(request: JSONRPCRequest, exchange: Exchange, transport: Transport, handler: Handler): Promise<void> {
    const { id, method, params = {} } = request;
    const codec = this._wireCodec();
    let answer: JSONRPCMessage;
    try {
      const result = this.#withStamps(await handler(params, exchange));
      answer = { jsonrpc: '2.0', id, result: codec.encodeResult(method, result, this._outboundServerInfo()) };
    } catch (error) {
      const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown };
      answer = {
        jsonrpc: '2.0',
        id,
        error: {
          code: codec.encodeErrorCode(Number.isSafeInteger(code) ? (code as number) : INTERNAL_ERROR),
          message: message ?? 'Internal error',
          ...(data !== undefined && { data }),
        },
      };
    }
    if (this.#exchanges.get(id) === exchange) this.#exchanges.delete(id);
    if (exchange.isAborted) return;
    try {
      await transport.send(answer);
    } catch (error) {
      this.onerror?.(new Error(`Couldn't send an answer: ${error}`));
    }
  }

  /**
   * Adds what the codec of 2026-07-28 would add by two copies of the result. The copy comes last: V8 needs ten times as long
   * for a literal that adds keys after one (Node 20).
   */
  #withStamps(result: Record<string, unknown>): Record<string, unknown> {
    if (!this.isModern || result.resultType !== undefined || result._meta !== undefined) return result;
    this.#identity ??= { [SERVER_INFO_META_KEY]: this._outboundServerInfo() };
    return { resultType: 'complete', _meta: this.#identity, ...result };
  }

  /** Negotiates the revision of a handshake connection, as the SDK's own handler of `initialize` does. */
  protected negotiate(request: InitializeRequest): Promise<InitializeResult> {
    // biome-ignore lint/complexity/useLiteralKeys: the SDK declares it private
    return this['_oninitialize'](request);
  }

  protected override _onclose(): void {
    this.connectionClosed();
    for (const exchange of this.#exchanges.values()) exchange.abort();
    this.#exchanges.clear();
    super._onclose();
  }

  /**
   * The SDK checks requests and results of `tools/call` against schemas that it builds for this purpose. This server
   * reads requests by hand, and the compiler checks its results.
   */
  protected override _wrapHandler(
    method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): ReturnType<Server['_wrapHandler']> {
    return method === 'tools/call' ? handler : super._wrapHandler(method, handler);
  }
}
