/** One request from its arrival to its answer, as its handler sees it. */
import type { ElicitResult, RequestId, RequestOptions, ServerContext } from '@modelcontextprotocol/server';

type McpRequest = ServerContext['mcpReq'];

/** What a handler uses of a request. The SDK's own context of a request has these parts too. */
export interface RequestContext {
  readonly _meta?: McpRequest['_meta'] | undefined;
  readonly envelope?: McpRequest['envelope'] | undefined;
  readonly signal: AbortSignal;
  readonly send: (
    request: { readonly method: 'elicitation/create'; readonly params: Record<string, unknown> },
    options: RequestOptions,
  ) => Promise<ElicitResult>;
  readonly notify: McpRequest['notify'];
  readonly inputResponses?: McpRequest['inputResponses'] | undefined;
  readonly requestState: () => unknown;
  /** Whom the request counts for, if the transport knows it. */
  readonly callerKey?: string | undefined;
}

/** Makes the functions that send to a client on the stream of one request's answer. */
export interface RelatedSenders {
  notifyAbout(id: RequestId): RequestContext['notify'];
  sendAbout(id: RequestId): RequestContext['send'];
}

/**
 * A request that this server dispatches itself. The SDK makes an abort signal and a dozen functions for each request;
 * here, only a handler that needs one pays for it.
 */
export class Exchange implements RequestContext {
  readonly _meta: RequestContext['_meta'];
  readonly envelope: RequestContext['envelope'];
  readonly callerKey: string | undefined;
  readonly #id: RequestId;
  readonly #senders: RelatedSenders;
  #abort: AbortController | undefined;
  #isAborted = false;

  /** @param meta of the request; in 2026-07-28 it is also the envelope */
  constructor(id: RequestId, meta: RequestContext['_meta'], senders: RelatedSenders, callerKey: string | undefined) {
    this.callerKey = callerKey;
    this.#id = id;
    this._meta = meta;
    this.envelope = meta as RequestContext['envelope'];
    this.#senders = senders;
  }

  /** Whether the client has cancelled the request or the connection has ended: no answer is sent. */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  abort(reason?: unknown): void {
    this.#isAborted = true;
    this.#abort?.abort(reason);
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isAborted) this.#abort.abort();
    return this.#abort.signal;
  }

  get send(): RequestContext['send'] {
    return this.#senders.sendAbout(this.#id);
  }

  get notify(): RequestContext['notify'] {
    return this.#senders.notifyAbout(this.#id);
  }

  /** Undefined: the SDK dispatches a request that continues a dialogue. */
  get inputResponses(): undefined {
    return undefined;
  }

  readonly requestState = noState;
}

const noState = () => undefined;
