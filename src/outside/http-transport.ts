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
  readonly allowsPrivate: boolean;
  /** Receives the messages that a server sends outside of any answer. */
  readonly listens?: boolean;
}

/** How many streams outside of answers one connection opens. A server that keeps ending them is no longer heard. */
const maxListeningStreams = 20;

/** A JSON-RPC code for implementation-defined errors. */
const streamEnded = -32_000;

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

export class LimitedHttpTransport extends StreamableHTTPClientTransport {
  readonly #budget: AnswerBudget;
  readonly #fetch: LimitedFetch;
  /** For streams outside of any answer: their failures are not reasons for a missing answer. Absent if nothing listens. */
  readonly #listeningFetch: LimitedFetch | undefined;
  #listeningCount = 0;
  #limitError: LimitError | undefined;
  /** Ids of requests whose answers have not arrived. */
  readonly #unansweredIds = new Set<string | number>();

  constructor(url: URL, { headers, redirect, budget, allowsPrivate, listens = false }: HttpTransportOptions) {
    const options = { budget, allowsPrivate, onLimit: (error: LimitError) => this.#breakOff(error) };
    const limitedFetch = createLimitedFetch(options);
    super(url, {
      fetch: (url, init) => this.#ask(url, init),
      requestInit: { headers: { ...headers }, ...(redirect && { redirect }) },
    });
    this.#fetch = limitedFetch;
    this.#listeningFetch = listens ? createLimitedFetch({ ...options, isStream: () => true }) : undefined;
    this.#budget = budget;
    // The client calls this handler before its own.
    this.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.#unansweredIds.delete(message.id);
    };
  }

  /** The failure of the latest answer. */
  failure(): OutsideError | undefined {
    return this.#limitError ?? this.#fetch.failure();
  }

  override async send(message: JSONRPCMessage, options: SendOptions = {}): Promise<void> {
    if (!('method' in message)) {
      if (this.#isWithinLimits(() => this.#budget.countRequestBack())) await super.send(message, options);
      return;
    }
    if (!('id' in message)) return super.send(message, options);
    const { id } = message;
    this.#unansweredIds.add(id);
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.();
      if (this.#unansweredIds.has(id)) this.#answerWithProblem(id);
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
    this.#listeningFetch?.close();
  }

  /**
   * The SDK opens a stream for messages outside of any answer, and reopens it whenever it ends; this refuses it if nothing
   * listens. A stream that breaks off during an answer may be resumed.
   */
  async #ask(...[url, init]: Parameters<Fetch>): Promise<Response> {
    const headers = new Headers(init?.headers);
    const isResumed = headers.has('last-event-id');
    const refusal = new Response(null, { status: 405 });
    if ((init?.method === 'GET' && !isResumed) || headers.get('mcp-method') === 'subscriptions/listen') {
      const mayListen = this.#listeningFetch !== undefined && this.#listeningCount++ < maxListeningStreams;
      return mayListen ? this.#listeningFetch.fetch(url, init) : refusal;
    }
    const mayAsk = init?.method !== 'GET' || this.#isWithinLimits(() => this.#budget.countReconnection());
    return mayAsk ? this.#fetch.fetch(url, init) : refusal;
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
    this.#limitError ??= error;
    inBackground(this.close());
  }
}
