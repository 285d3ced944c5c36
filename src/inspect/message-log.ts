/** The messages of one connection, for a person to read. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { InspectMessage } from '../contract/contract.ts';

/** The JSON-RPC messages of one request. */
export interface Exchange {
  readonly method: string;
  request?: JSONRPCMessage;
  response?: JSONRPCMessage;
  milliseconds: number;
}

/** The oldest messages are dropped. */
const maxMessages = 1_000;
const maxTotalLength = 8_000_000;
/** Of one message. */
const maxShownLength = 100_000;

export class MessageLog {
  #messages: InspectMessage[] = [];
  #totalLength = 0;
  #seq = 0;
  /** Exchanges whose request the client has not sent yet. */
  readonly #unsentExchanges: Exchange[] = [];
  /** Sent requests without an answer, by direction and id. */
  readonly #unansweredRequests = new Map<string, { method: string; sentAt: number; exchange: Exchange | undefined }>();

  /** To be called right before the client sends a request: the next request of that method belongs to the exchange. */
  expect(exchange: Exchange): void {
    this.#unsentExchanges.push(exchange);
  }

  record(direction: InspectMessage['direction'], message: JSONRPCMessage): void {
    const text = JSON.stringify(message);
    const ownMessage = this.#follow(direction, message);
    const shownText = text.length > maxShownLength ? text.slice(0, maxShownLength) : text;
    this.#messages.push({
      ...ownMessage,
      seq: ++this.#seq,
      at: Date.now(),
      direction,
      text: shownText,
      size: Buffer.byteLength(text),
    });
    this.#totalLength += shownText.length;
    while (this.#messages.length > maxMessages || this.#totalLength > maxTotalLength)
      this.#totalLength -= this.#messages.shift()?.text.length ?? 0;
  }

  after(seq: number): InspectMessage[] {
    return this.#messages.filter((message) => message.seq > seq);
  }

  #follow(
    direction: InspectMessage['direction'],
    message: JSONRPCMessage,
  ): Pick<InspectMessage, 'kind' | 'method' | 'milliseconds'> {
    if ('method' in message) {
      if (!('id' in message)) return { kind: 'notification', method: message.method };
      const index =
        direction === 'sent' ? this.#unsentExchanges.findIndex(({ method }) => method === message.method) : -1;
      const [exchange] = index < 0 ? [] : this.#unsentExchanges.splice(index, 1);
      if (exchange) exchange.request = message;
      const sentAt = performance.now();
      this.#unansweredRequests.set(`${direction} ${message.id}`, { method: message.method, sentAt, exchange });
      return { kind: 'request', method: message.method };
    }
    const key = `${direction === 'sent' ? 'received' : 'sent'} ${message.id}`;
    const request = this.#unansweredRequests.get(key);
    this.#unansweredRequests.delete(key);
    const milliseconds = request && performance.now() - request.sentAt;
    if (request?.exchange && milliseconds !== undefined) {
      request.exchange.response = message;
      request.exchange.milliseconds = milliseconds;
    }
    return {
      kind: 'error' in message ? 'error' : 'answer',
      method: request?.method ?? '',
      ...(milliseconds !== undefined && { milliseconds }),
    };
  }
}
