/** A transport that records the raw messages, so that a person can read the exact JSON that a client gets. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { jsonCopy } from '../../base/json-copy.ts';
import { copyRemoved, removedFrom } from '../server/answer/clean-message.ts';
import type { ObservedConnection } from '../traffic/observed-connection.ts';

/** The JSON-RPC messages of one call, each absent until it is sent or received. */
export interface Exchange {
  request?: JSONRPCMessage;
  response?: JSONRPCMessage;
  /** Milliseconds from sending the request to receiving the response. */
  milliseconds: number;
  /** The characters that the server removed from its answer, as a sentence. */
  removed?: string;
}

/** The raw result of an exchange. Only for one whose response the client has accepted, and so validated as a `T`. */
export function resultOf<T>({ response }: { readonly response?: unknown }): T {
  return (response as { readonly result: T }).result;
}

/**
 * The call of the current async context. All transports share one storage: on Node 20, every storage that has run a call
 * makes every later promise of the process slower, even after its transport is closed.
 */
const currentCall = new AsyncLocalStorage<{ readonly transport: RecordingTransport; readonly exchange: Exchange }>();

/** Wraps one end of an in-memory pair. */
export class RecordingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #innerTransport: Transport;
  readonly #observedConnection: ObservedConnection | undefined;
  readonly #pendingExchanges = new Map<RequestId, { exchange: Exchange; sentAt: number }>();

  /** @param observedConnection receives every message in both directions */
  constructor(innerTransport: Transport, observedConnection?: ObservedConnection) {
    this.#innerTransport = innerTransport;
    this.#observedConnection = observedConnection;
  }

  async start(): Promise<void> {
    this.#innerTransport.onclose = () => {
      this.#observedConnection?.close();
      this.onclose?.();
    };
    this.#innerTransport.onerror = (error) => this.onerror?.(error);
    this.#innerTransport.onmessage = (message, extra) => this.#receive(this.#recordCopy('out', message), extra);
    await this.#innerTransport.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const copy = this.#recordCopy('in', message);
    // The client assigns request ids itself, so the caller's async context links a call to its message.
    const call = currentCall.getStore();
    if (call?.transport === this && 'method' in copy && 'id' in copy) {
      call.exchange.request = copy;
      this.#pendingExchanges.set(copy.id, { exchange: call.exchange, sentAt: performance.now() });
    }
    await this.#innerTransport.send(copy, options);
  }

  async close(): Promise<void> {
    await this.#innerTransport.close();
  }

  /** Runs one call and records its request, also if the call throws. */
  async record<T>(exchange: Exchange, call: () => Promise<T>): Promise<T> {
    return currentCall.run({ transport: this, exchange }, call);
  }

  /** A copy as JSON has no `undefined`, dates and shared objects, as after a pipe. */
  #recordCopy(direction: 'in' | 'out', message: JSONRPCMessage): JSONRPCMessage {
    const copy = jsonCopy(message) as JSONRPCMessage;
    copyRemoved(message, copy);
    this.#observedConnection?.tap(direction, copy);
    return copy;
  }

  #receive(message: JSONRPCMessage, extra: Parameters<NonNullable<Transport['onmessage']>>[1]): void {
    const id = 'method' in message ? undefined : message.id;
    const request = id === undefined ? undefined : this.#pendingExchanges.get(id);
    if (id !== undefined && request) {
      this.#pendingExchanges.delete(id);
      request.exchange.response = message;
      const removals = removedFrom(message);
      if (removals !== undefined) request.exchange.removed = removals;
      request.exchange.milliseconds = performance.now() - request.sentAt;
    }
    this.onmessage?.(message, extra);
  }
}
