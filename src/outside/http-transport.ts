/** The SDK's Streamable HTTP transport over a limited `fetch`. */
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { inBackground } from '../base/in-background.ts';
import { createLimitedFetch, type Fetch, type LimitedFetch } from './limited-fetch.ts';
import type { AnswerBudget, LimitError, OutsideError } from './limits.ts';

export interface HttpTransportOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** `error` when only this address may receive the headers. */
  readonly redirect?: 'error';
  readonly budget: AnswerBudget;
  /** Allows this computer and private networks. */
  readonly allowPrivate: boolean;
}

/** A JSON-RPC code for implementation-defined errors. */
const streamEnded = -32_000;

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

export class LimitedHttpTransport extends StreamableHTTPClientTransport {
  readonly #budget: AnswerBudget;
  readonly #fetch: LimitedFetch;
  #limit: LimitError | undefined;
  /** Ids of requests whose answers have not arrived. */
  readonly #unanswered = new Set<string | number>();

  constructor(url: URL, { headers, redirect, budget, allowPrivate }: HttpTransportOptions) {
    const limited = createLimitedFetch({ budget, allowPrivate, onLimit: (error) => this.#breakOff(error) });
    super(url, {
      fetch: (url, init) => this.#ask(url, init),
      requestInit: { headers: { ...headers }, ...(redirect && { redirect }) },
    });
    this.#fetch = limited;
    this.#budget = budget;
    // The client calls this handler before its own.
    this.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
    };
  }

  /** The failure of the latest answer. */
  failure(): OutsideError | undefined {
    return this.#limit ?? this.#fetch.failure();
  }

  override async send(message: JSONRPCMessage, options: SendOptions = {}): Promise<void> {
    if (!('method' in message)) {
      if (this.#isWithinLimits(() => this.#budget.countRequestBack())) await super.send(message, options);
      return;
    }
    if (!('id' in message)) return super.send(message, options);
    const { id } = message;
    this.#unanswered.add(id);
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.();
      if (this.#unanswered.has(id)) this.#answerWithProblem(id);
    };
    await super.send(message, { ...options, onRequestStreamEnd });
  }

  /** Without this, the SDK would wait until the timeout for an answer whose stream has ended. */
  #answerWithProblem(id: string | number): void {
    const message = this.failure()?.message ?? 'it ended the stream before its answer';
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: streamEnded, message } });
  }

  override async close(): Promise<void> {
    await super.close();
    this.#fetch.close();
  }

  /**
   * The SDK opens a stream for unsolicited messages, and reopens it whenever it ends; this refuses it, because nothing
   * uses them. A stream that breaks off during an answer may be resumed.
   */
  async #ask(...[url, init]: Parameters<Fetch>): Promise<Response> {
    const isListening = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
    const mayAsk = init?.method !== 'GET' || this.#isWithinLimits(() => this.#budget.countReconnection());
    return isListening || !mayAsk ? new Response(null, { status: 405 }) : this.#fetch.fetch(url, init);
  }

  #isWithinLimits(count: () => void): boolean {
    try {
      count();
      return true;
    } catch (error) {
      this.#breakOff(error as LimitError);
      return false;
    }
  }

  #breakOff(error: LimitError): void {
    this.#limit ??= error;
    inBackground(this.close());
  }
}
