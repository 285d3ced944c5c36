/**
 * The clients of the stateless revision, identified only by the name in each request. A client counts as disconnected
 * after some time without a request or an open stream.
 */
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server';
import type { EventStream } from '../server/http/event-stream.ts';
import type { ObservedConnection } from './observed-connection.ts';

/** Time without a request until a client counts as disconnected. */
const idleMs = 5 * 60 * 1000;
/** Names in memory: a limit against a client that uses a new name for each request. */
const maxClients = 256;

interface Client {
  readonly connection: ObservedConnection;
  lastSeen: number;
  streams: number;
}

/** One pending request of a client. */
export interface ObservedRequest {
  /** A notification about the request before its answer. */
  said(message: JSONRPCMessage): void;
  /** @param message undefined if the client disconnected first */
  answer(message: JSONRPCMessage | undefined): void;
  /** Opens the stream that answers the request, and observes its messages. */
  stream(open: (onClosed: () => void) => EventStream, onClosed: () => void): EventStream;
}

export class StatelessClients {
  readonly #observe: () => ObservedConnection;
  readonly #now: () => number;
  readonly #clients = new Map<string, Client>();
  #lastKey = 0;

  constructor(observe: () => ObservedConnection, now: () => number) {
    this.#observe = observe;
    this.#now = now;
  }

  /** Records a request. */
  ask(request: JSONRPCRequest): ObservedRequest {
    const client = this.#client(request);
    const { connection } = client;
    // Clients with the same name may use the same request ids.
    const key = ++this.#lastKey;
    connection.tap('in', request, undefined, key);
    return {
      said: (message) => connection.tap('out', message),
      answer(message) {
        if (message) connection.tap('out', message, undefined, key);
        else connection.unanswered(key);
      },
      stream(open, onClosed) {
        client.streams++;
        const stream = open(() => {
          client.streams--;
          connection.unanswered(key);
          onClosed();
        });
        return {
          ...stream,
          send(message) {
            connection.tap('out', message, undefined, 'method' in message ? undefined : key);
            stream.send(message);
          },
        };
      },
    };
  }

  /** Removes clients that have been silent for too long. */
  sweep(): void {
    const now = this.#now();
    for (const [name, { connection, lastSeen, streams }] of this.#clients) {
      if (streams > 0 || now - lastSeen <= idleMs) continue;
      connection.close();
      this.#clients.delete(name);
    }
  }

  close(): void {
    for (const { connection } of this.#clients.values()) connection.close();
    this.#clients.clear();
  }

  #client(request: JSONRPCRequest): Client {
    const name = JSON.stringify(request.params?._meta?.[CLIENT_INFO_META_KEY] ?? null);
    const now = this.#now();
    const existingClient = this.#clients.get(name);
    if (existingClient) existingClient.lastSeen = now;
    if (existingClient) return existingClient;
    const oldestClient = this.#clients.size >= maxClients ? this.#clients.entries().next().value : undefined;
    oldestClient?.[1].connection.close();
    if (oldestClient) this.#clients.delete(oldestClient[0]);
    const client: Client = { connection: this.#observe(), lastSeen: now, streams: 0 };
    this.#clients.set(name, client);
    return client;
  }
}
