/**
 * The requests of a replica's server to its client. Their ids name the replica, because the client's answer is a new HTTP
 * request, which the balancer may send elsewhere; no other client can guess them.
 */
import { randomBytes } from 'node:crypto';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/server';
import type { ReplyRelay } from './replica.ts';

interface WaitingRequest {
  /** The server's own id of the request. */
  readonly id: RequestId;
  readonly stop: () => void;
}

export class OutgoingRequests {
  readonly #relay: ReplyRelay;
  readonly #deliver: (answer: JSONRPCMessage) => void;
  /** By the ids that the client sees. */
  readonly #waitingRequests = new Map<string, WaitingRequest>();

  /** @param deliver passes an answer to the server */
  constructor(relay: ReplyRelay, deliver: (answer: JSONRPCMessage) => void) {
    this.#relay = relay;
    this.#deliver = deliver;
  }

  /** The request as it goes to the client. */
  sent(request: JSONRPCRequest): JSONRPCRequest {
    const id = `${this.#relay.name}:${randomBytes(12).toString('base64url')}`;
    const stop = this.#relay.receive(id, (answer) => this.#take(id, answer));
    this.#waitingRequests.set(id, { id: request.id, stop });
    return { ...request, id };
  }

  /** Takes an answer of the client, for this server or for another replica. */
  answered(answer: JSONRPCMessage): void {
    const id = 'id' in answer ? answer.id : undefined;
    if (typeof id !== 'string' || this.#take(id, answer)) return;
    const replica = id.split(':', 1)[0];
    if (replica !== undefined && replica !== this.#relay.name && id.length > replica.length)
      this.#relay.send(replica, id, answer).catch(() => {});
  }

  #take(id: string, answer: JSONRPCMessage): boolean {
    const request = this.#waitingRequests.get(id);
    if (!request) return false;
    this.#waitingRequests.delete(id);
    request.stop();
    this.#deliver({ ...answer, id: request.id } as JSONRPCMessage);
    return true;
  }

  close(): void {
    for (const { stop } of this.#waitingRequests.values()) stop();
    this.#waitingRequests.clear();
  }
}
