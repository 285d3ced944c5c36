/** The SDK's transport for HTTP+SSE (MCP 2024-11-05) over a limited `fetch`: one stream for all that the server sends. */
import { type JSONRPCMessage, SSEClientTransport } from '@modelcontextprotocol/client';
import { inBackground } from '../base/in-background.ts';
import type { HttpTransportOptions } from './http-transport.ts';
import { createLimitedFetch, type Fetch, type LimitedFetch } from './limited-fetch.ts';
import { type AnswerBudget, type LimitError, OutsideError } from './limits.ts';

export class LimitedSseTransport extends SSEClientTransport {
  readonly #budget: AnswerBudget;
  readonly #fetch: LimitedFetch;
  readonly #redirect: RequestInit['redirect'];
  #hasStream = false;
  #failure: OutsideError | undefined;

  constructor(url: URL, { headers, redirect, budget, allowsPrivate }: Omit<HttpTransportOptions, 'listens'>) {
    super(url, { fetch: (url, init) => this.#ask(url, init), requestInit: { headers: { ...headers } } });
    const onLimit = (error: LimitError) => this.#breakOff(error);
    this.#fetch = createLimitedFetch({
      budget,
      allowsPrivate,
      onLimit,
      isStream: ({ method = 'GET' }) => method === 'GET',
    });
    this.#budget = budget;
    this.#redirect = redirect;
  }

  /** The known reason for a missing answer. */
  failure(): OutsideError | undefined {
    return this.#failure;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      if (!('method' in message)) this.#budget.countRequestBack();
    } catch (error) {
      return this.#breakOff(error as LimitError);
    }
    await super.send(message);
  }

  override async close(): Promise<void> {
    await super.close();
    this.#fetch.close();
  }

  async #ask(...[url, init]: Parameters<Fetch>): Promise<Response> {
    const isStream = init?.method !== 'POST';
    // The SDK would open the stream again, which is another session without a handshake.
    if (isStream && this.#hasStream) {
      this.#breakOff(new OutsideError('it ended its stream'));
      return new Response(null, { status: 204 });
    }
    this.#hasStream ||= isStream;
    try {
      const response = await this.#fetch.fetch(url, { ...init, ...(this.#redirect && { redirect: this.#redirect }) });
      // The answer itself comes on the stream.
      if (!response.ok) this.#failure ??= this.#fetch.failure();
      return response;
    } catch (error) {
      this.#failure ??= this.#fetch.failure();
      throw error;
    }
  }

  #breakOff(error: OutsideError): void {
    this.#failure ??= error;
    inBackground(this.close());
  }
}
