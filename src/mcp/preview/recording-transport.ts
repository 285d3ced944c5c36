/** A transport that keeps what went over the wire, so that a person can read the very JSON a client saw. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ObservedConnection } from '../traffic/observed-connection.ts';

/** What one call sent and received, filled in while it runs: JSON-RPC messages, both absent until they were there. */
export interface Exchange {
  request?: JSONRPCMessage;
  response?: JSONRPCMessage;
  /** From handing over the request to receiving the response. */
  milliseconds: number;
}

/** Wraps one end of an in-memory pair. */
export class RecordingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #inner: Transport;
  readonly #observed: ObservedConnection | undefined;
  // The client numbers its requests itself; the caller's async context is what ties a call to the message it sends.
  readonly #caller = new AsyncLocalStorage<Exchange>();
  readonly #waiting = new Map<RequestId, { exchange: Exchange; sentAt: number }>();

  /** @param observed hears every message that passes */
  constructor(inner: Transport, observed?: ObservedConnection) {
    this.#inner = inner;
    this.#observed = observed;
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      this.#observed?.close();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => this.#receive(this.#overTheWire('out', message), extra);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sent = this.#overTheWire('in', message);
    const exchange = this.#caller.getStore();
    if (exchange && 'method' in sent && 'id' in sent) {
      exchange.request = sent;
      this.#waiting.set(sent.id, { exchange, sentAt: performance.now() });
    }
    await this.#inner.send(sent, options);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** Runs one call and records the request that it sends. The record is filled also when the call throws. */
  async record<T>(exchange: Exchange, call: () => Promise<T>): Promise<T> {
    return this.#caller.run(exchange, call);
  }

  /** JSON has neither `undefined`, dates nor shared objects: what arrives is what a pipe would have carried. */
  #overTheWire(direction: 'in' | 'out', message: JSONRPCMessage): JSONRPCMessage {
    const text = JSON.stringify(message);
    const carried = JSON.parse(text) as JSONRPCMessage;
    this.#observed?.tap(direction, carried, text);
    return carried;
  }

  #receive(message: JSONRPCMessage, extra: Parameters<NonNullable<Transport['onmessage']>>[1]): void {
    const id = 'method' in message ? undefined : message.id;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined && waiting) {
      this.#waiting.delete(id);
      waiting.exchange.response = message;
      waiting.exchange.milliseconds = performance.now() - waiting.sentAt;
    }
    this.onmessage?.(message, extra);
  }
}
