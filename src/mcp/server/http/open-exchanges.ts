import type { ServerResponse } from 'node:http';
import type { ClientKey } from '../../../sandbox/fair-queue.ts';
import type { CallerLoad } from './replica.ts';
import type { Refusal } from './reply.ts';

/** Most concurrent requests of one client of one process, including those whose answer it has not read. */
const defaultMaxUnderWay = 32;
/** Most unread bytes of answers before a client's requests are refused. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The open responses, by client. Unread bytes stay in this process's memory. */
export class OpenExchanges {
  readonly #openResponses = new Map<ClientKey, Map<ServerResponse, number>>();
  readonly #maxUnderWay: number;
  readonly #load: CallerLoad | undefined;

  /**
   * @param maxUnderWay most concurrent requests of one client
   * @param load of all servers together; by default, the limit is for this one
   */
  constructor(maxUnderWay = defaultMaxUnderWay, load?: CallerLoad) {
    this.#maxUnderWay = maxUnderWay;
    this.#load = load;
  }

  /** The number of open responses. */
  get size(): number {
    let size = 0;
    for (const exchanges of this.#openResponses.values()) size += exchanges.size;
    return size;
  }

  /** Tracks a response until it closes. @returns the refusal if the client is over a limit */
  admit(client: ClientKey, response: ServerResponse): Refusal | undefined {
    const exchanges = this.#openResponses.get(client) ?? new Map<ServerResponse, number>();
    if ((this.#load?.count(client) ?? exchanges.size) >= this.#maxUnderWay)
      return tooMany(
        `${this.#maxUnderWay} requests of this client are under way; wait for an answer before the next one.`,
      );
    if (unreadOf(exchanges) > maxUnreadBytes)
      return tooMany('This client has left more than 16 MB of answers unread; read them before the next request.');
    this.#openResponses.set(client, exchanges.set(response, 0));
    const end = this.#load?.begin(client);
    response.once('close', () => {
      end?.();
      exchanges.delete(response);
      if (exchanges.size === 0 && this.#openResponses.get(client) === exchanges) this.#openResponses.delete(client);
    });
    return undefined;
  }

  /** Closes connections whose client has read nothing since the last sweep. @returns their number */
  sweep(): number {
    let closedCount = 0;
    for (const exchanges of this.#openResponses.values())
      for (const [response, before] of exchanges) {
        const unreadBytes = response.writableLength;
        exchanges.set(response, unreadBytes);
        if (before === 0 || unreadBytes < before) continue;
        response.destroy();
        closedCount += 1;
      }
    return closedCount;
  }
}

function unreadOf(responses: ReadonlyMap<ServerResponse, number>): number {
  let byteCount = 0;
  for (const { writableLength } of responses.keys()) byteCount += writableLength;
  return byteCount;
}

function tooMany(message: string): Refusal {
  return { status: 429, message, headers: { 'retry-after': '1' } };
}
