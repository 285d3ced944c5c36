/** The newest messages of all connections, requests paired with their answers. */
import type { ConnectionFacts, TrafficTransport } from './observed-connection.ts';
import { type Body, type Direction, type MessageKey, type TrafficMessage, wireTime } from './traffic-message.ts';

/** How much the log keeps; beyond it the oldest entries go. */
export interface TrafficLogLimits {
  readonly entries: number;
  /** Memory for all bodies together. */
  readonly bytes: number;
}

const defaultLimits: TrafficLogLimits = { entries: 50_000, bytes: 64 * 1024 * 1024 };

/** How it stands with a request: `unanswered` is one that nobody waits for any more. A `notification` has no answer. */
export type EntryState = 'waiting' | 'answered' | 'error' | 'unanswered' | 'notification';

/** A request with its answer, or a notification. Immutable: an answer replaces the entry by a newer one of the same id. */
export interface TrafficEntry {
  /** In the order in which the log heard of them: a server that a client has just started tells a little late. */
  readonly id: number;
  /** Grows with every change of the log; this entry's last one. */
  readonly seq: number;
  readonly at: number;
  readonly direction: Direction;
  readonly server: string;
  readonly transport: TrafficTransport;
  readonly client?: { readonly name: string; readonly version: string };
  readonly revision?: string;
  readonly method: string;
  readonly subject?: string;
  readonly state: EntryState;
  readonly error?: { readonly code: number; readonly message: string };
  readonly milliseconds?: number;
  readonly request?: Body;
  readonly answer?: Body;
}

/** What the log shows for the method of an answer to something that was no request. */
export const unreadable = '(not a message)';

/** What the log shows for the method of a request that was refused before it was read. */
export const refused = '(refused)';

/** The messages in the order in which they came to be known, each request with its answer; in memory only. */
export class TrafficLog {
  readonly #limits: TrafficLogLimits;
  readonly #changed: () => void;
  /** By id, oldest first. */
  readonly #entries = new Map<number, TrafficEntry>();
  /** By `seq`, oldest change first. */
  readonly #bySeq = new Map<number, TrafficEntry>();
  /** By connection and key: the id of the request that has no answer yet. */
  readonly #waiting = new Map<number, Map<string, number>>();
  #lastId = 0;
  #seq = 0;
  #bytes = 0;

  constructor(changed: () => void = () => {}, limits: TrafficLogLimits = defaultLimits) {
    this.#changed = changed;
    this.#limits = limits;
  }

  /** The newest change. */
  get seq(): number {
    return this.#seq;
  }

  /** The newest entry. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The oldest entry that is kept, or the one that comes next where there is none. */
  get firstId(): number {
    return this.#entries.keys().next().value ?? this.#lastId + 1;
  }

  /** Takes a message of a connection. An answer to what was not seen is left out. */
  add(connection: number, facts: ConnectionFacts, message: TrafficMessage): void {
    if (message.kind === 'answer') {
      this.#answer(connection, facts, message);
      return;
    }
    const { key, cancels } = message;
    if (cancels !== undefined) this.unanswered(connection, cancels, message.direction);
    const entry = this.#put({
      id: ++this.#lastId,
      ...this.#common(facts, message),
      method: message.method ?? unreadable,
      ...(message.subject !== undefined && { subject: message.subject }),
      state: message.kind === 'request' ? 'waiting' : 'notification',
      request: message.body,
    });
    if (message.kind === 'request' && key !== undefined) {
      this.unanswered(connection, key, message.direction);
      this.#waitingOf(connection).set(waitingKey(message.direction, key), entry.id);
    }
  }

  /** Takes a request that was refused before anything in it was read. */
  refused(
    facts: Pick<ConnectionFacts, 'server' | 'transport' | 'client'>,
    error: Required<TrafficEntry>['error'],
  ): void {
    this.#put({
      id: ++this.#lastId,
      at: wireTime(),
      direction: 'in',
      ...facts,
      method: refused,
      state: 'error',
      error,
    });
  }

  /** The answer to this request will not come, or not be seen. */
  unanswered(connection: number, key: MessageKey, direction: Direction = 'in'): void {
    const waiting = this.#waiting.get(connection);
    const id = waiting?.get(waitingKey(direction, key));
    if (id === undefined) return;
    waiting?.delete(waitingKey(direction, key));
    this.#end(id);
  }

  /** No answer to anything of this connection will be seen. */
  allUnanswered(connection: number): void {
    for (const id of this.#waiting.get(connection)?.values() ?? []) this.#end(id);
    this.#waiting.delete(connection);
  }

  /** Entries changed after `seq`, in the order of their changes, at most `limit`. */
  changedAfter(seq: number, limit: number): TrafficEntry[] {
    const changed: TrafficEntry[] = [];
    if (seq >= this.#seq) return changed;
    for (const [each, entry] of this.#bySeq) {
      if (each <= seq) continue;
      if (changed.length === limit) break;
      changed.push(entry);
    }
    return changed;
  }

  get(id: number): TrafficEntry | undefined {
    return this.#entries.get(id);
  }

  clear(): void {
    for (const id of this.#entries.keys()) this.#remove(id);
    this.#waiting.clear();
    this.#seq++;
    this.#changed();
  }

  #answer(connection: number, facts: ConnectionFacts, message: TrafficMessage): void {
    const { direction, key = null, error, at } = message;
    const waiting = this.#waiting.get(connection);
    const name = waitingKey(direction === 'in' ? 'out' : 'in', key);
    const id = waiting?.get(name);
    waiting?.delete(name);
    const outcome = { state: error ? ('error' as const) : ('answered' as const), ...(error && { error }) };
    const asked = id === undefined ? undefined : this.#entries.get(id);
    if (asked) {
      const { revision = facts.revision } = asked;
      const milliseconds = Math.max(0, at - asked.at);
      const known = revision === undefined ? {} : { revision };
      this.#put({ ...asked, ...known, ...outcome, milliseconds, answer: message.body });
    } else if (key === null) {
      const common = this.#common(facts, message);
      this.#put({ id: ++this.#lastId, ...common, method: unreadable, ...outcome, answer: message.body });
    }
  }

  #common({ server, transport, client, revision }: ConnectionFacts, { at, direction }: TrafficMessage) {
    return { at, direction, server, transport, ...(client && { client }), ...(revision !== undefined && { revision }) };
  }

  #end(id: number): void {
    const entry = this.#entries.get(id);
    if (entry) this.#put({ ...entry, state: 'unanswered' });
  }

  #put(change: Omit<TrafficEntry, 'seq'>): TrafficEntry {
    const entry: TrafficEntry = { ...change, seq: ++this.#seq };
    const before = this.#entries.get(entry.id);
    if (before) this.#bySeq.delete(before.seq);
    this.#bytes += memoryOf(entry) - (before ? memoryOf(before) : 0);
    this.#entries.set(entry.id, entry);
    this.#bySeq.set(entry.seq, entry);
    for (const id of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      this.#remove(id);
    }
    this.#changed();
    return entry;
  }

  #remove(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#bySeq.delete(entry.seq);
    this.#bytes -= memoryOf(entry);
  }

  #waitingOf(connection: number): Map<string, number> {
    const known = this.#waiting.get(connection) ?? new Map<string, number>();
    this.#waiting.set(connection, known);
    return known;
  }
}

/** JSON-RPC tells the id 1 from "1", and each side counts its own requests. */
function waitingKey(direction: Direction, key: MessageKey): string {
  return `${direction} ${JSON.stringify(key)}`;
}

/** Bytes: a text of Latin letters takes one for a character, any other two. */
function memoryOf({ request, answer }: TrafficEntry): number {
  const of = (body: Body | undefined) => (body ? body.text.length * (body.size === body.text.length ? 1 : 2) : 0);
  return of(request) + of(answer) + 200;
}
