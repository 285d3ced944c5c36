/** The reply to one POST: JSON, or an event stream if notifications come before the answer (MCP, "Transports"). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { type EventStream, openEventStream } from './event-stream.ts';
import { sendJson } from './reply.ts';

export class ExchangeReply {
  readonly #response: ServerResponse;
  /** A client that accepts only JSON gets no notifications: progress is optional. */
  readonly #takesStream: boolean;
  #stream: EventStream | undefined;
  #isAnswered = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#response = response;
    this.#takesStream = request.headers.accept?.includes('text/event-stream') ?? false;
  }

  /** Sends a notification about the request now. An arrow function, so that it can be passed without its object. */
  readonly notify = (message: JSONRPCMessage): void => {
    if (!this.#takesStream || this.#response.destroyed || this.#isAnswered) return;
    this.#stream ??= openEventStream(this.#response, () => {});
    this.#stream.send(message);
  };

  /** Ends the exchange with one message, or with the messages of a batch. */
  answer(status: number, answer: JSONRPCMessage | readonly JSONRPCMessage[] | undefined): void {
    this.#isAnswered = true;
    if (!this.#stream) {
      sendJson(this.#response, status, answer);
      return;
    }
    for (const message of [answer ?? []].flat() as readonly JSONRPCMessage[]) this.#stream.send(message);
    this.#stream.end();
  }

  /** Ends the exchange without an answer, with 202, for which clients expect no body. */
  end(): void {
    this.#isAnswered = true;
    if (this.#stream) this.#stream.end();
    else this.#response.writeHead(202).end();
  }
}
