/** The newest messages of all connections, requests paired with their answers. */
import type { ConnectionFacts } from './observed-connection.ts';
import type { EntryState, TrafficEntry, TrafficStep } from './traffic-entry.ts';
import { type Body, type Direction, type MessageKey, type TrafficMessage, trafficTime } from './traffic-message.ts';

/** Limits of the log; above them the oldest entries are removed. */
export interface TrafficLogLimits {
  readonly entries: number;
  /** Bytes of all bodies together. */
  readonly bytes: number;
}

const defaultLimits: TrafficLogLimits = { entries: 50_000, bytes: 64 * 1024 * 1024 };

/** A pending request: an entry, or a step of it. */
interface PendingRequest {
  readonly id: number;
  readonly step?: number;
}

/** Most states of dialogues that may continue. */
const maxAsking = 1_000;

/** The method shown for an answer without a valid request. */
export const unreadable = '(not a message)';

/** The method shown for a request that was refused before it was read. */
const refusedResult = '(refused)';

/** The messages in the order of arrival, each request with its answer; in memory only. */
export class TrafficLog {
  readonly #limits: TrafficLogLimits;
  readonly #onChange: () => void;
  /** By id, oldest first. */
  readonly #entries = new Map<number, TrafficEntry>();
  /** By `seq`, oldest change first. */
  readonly #bySeq = new Map<number, TrafficEntry>();
  /** Pending requests, by connection and key. */
  readonly #pendingRequests = new Map<number, Map<string, PendingRequest>>();
  /** Ids of entries that ask for input, by the digest of the state that continues them; oldest first. */
  readonly #askingEntries = new Map<string, number>();
  #lastId = 0;
  #seq = 0;
  #bytes = 0;

  constructor(onChange: () => void = () => {}, limits: TrafficLogLimits = defaultLimits) {
    this.#onChange = onChange;
    this.#limits = limits;
  }

  /** The number of the newest change. */
  get seq(): number {
    return this.#seq;
  }

  /** The id of the newest entry. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The id of the oldest entry, or of the next one if the log is empty. */
  get firstId(): number {
    return this.#entries.keys().next().value ?? this.#lastId + 1;
  }

  /** Adds a message of a connection. Ignores an answer to an unknown request. */
  add(connection: number, facts: ConnectionFacts, message: TrafficMessage): void {
    if (message.kind === 'answer') {
      this.#answer(connection, facts, message);
      return;
    }
    const { key, cancels, removed } = message;
    if (cancels !== undefined) this.unanswered(connection, cancels, message.direction);
    const call = message.kind === 'request' ? this.#callOf(connection, facts, message) : undefined;
    if (call && key !== undefined) {
      this.#addStep(connection, call, message, key);
      return;
    }
    const entry = this.#put({
      id: ++this.#lastId,
      ...this.#common(facts, message),
      method: message.method ?? unreadable,
      ...(message.subject !== undefined && { subject: message.subject }),
      state: message.kind === 'request' ? 'waiting' : 'notification',
      ...(removed !== undefined && { removed }),
      request: message.body,
    });
    if (message.kind === 'request' && key !== undefined) {
      this.unanswered(connection, key, message.direction);
      this.#waitingOf(connection).set(waitingKey(message.direction, key), { id: entry.id });
    }
  }

  /** Adds a request that was refused before it was read. */
  refused(
    facts: Pick<ConnectionFacts, 'server' | 'transport' | 'client'>,
    error: Required<TrafficEntry>['error'],
  ): void {
    this.#put({
      id: ++this.#lastId,
      at: trafficTime(),
      direction: 'in',
      ...facts,
      method: refusedResult,
      state: 'error',
      error,
    });
  }

  /** Marks a request as unanswered. */
  unanswered(connection: number, key: MessageKey, direction: Direction = 'in'): void {
    const pendingRequests = this.#pendingRequests.get(connection);
    const request = pendingRequests?.get(waitingKey(direction, key));
    if (!request) return;
    pendingRequests?.delete(waitingKey(direction, key));
    this.#end(request);
  }

  /** Marks all pending requests of a connection as unanswered. */
  allUnanswered(connection: number): void {
    for (const request of this.#pendingRequests.get(connection)?.values() ?? []) this.#end(request);
    this.#pendingRequests.delete(connection);
  }

  /** Entries changed after `seq`, in the order of their changes, at most `limit`. */
  changedAfter(seq: number, limit: number): TrafficEntry[] {
    const entries: TrafficEntry[] = [];
    if (seq >= this.#seq) return entries;
    for (const [item, entry] of this.#bySeq) {
      if (item <= seq) continue;
      if (entries.length === limit) break;
      entries.push(entry);
    }
    return entries;
  }

  get(id: number): TrafficEntry | undefined {
    return this.#entries.get(id);
  }

  clear(): void {
    for (const id of this.#entries.keys()) this.#remove(id);
    this.#pendingRequests.clear();
    this.#askingEntries.clear();
    this.#seq++;
    this.#onChange();
  }

  #answer(connection: number, facts: ConnectionFacts, message: TrafficMessage): void {
    const { direction, key = null, error, removed, at, asks } = message;
    const pendingRequests = this.#pendingRequests.get(connection);
    const name = waitingKey(direction === 'in' ? 'out' : 'in', key);
    const request = pendingRequests?.get(name);
    pendingRequests?.delete(name);
    const state: EntryState = error ? 'error' : asks === undefined ? 'answered' : 'asking';
    const outcome = { state, ...(error && { error }), ...(removed !== undefined && { removed }) };
    const entry = request && this.#entries.get(request.id);
    if (entry && asks !== undefined) this.#remember(asks, entry.id);
    if (entry) {
      const { revision = facts.revision, steps } = entry;
      const step = request.step === undefined ? undefined : steps?.[request.step];
      const revisionField = revision === undefined ? {} : { revision };
      const milliseconds = Math.max(0, at - entry.at);
      const stepAnswer = { state, ...(error && { error }), answer: message.body };
      if (!step) this.#put({ ...entry, ...revisionField, ...outcome, milliseconds, answer: message.body });
      else {
        const next = withStep(entry, request.step, { ...step, ...stepAnswer, milliseconds: Math.max(0, at - step.at) });
        // A form's answer does not end the call.
        this.#put(step.direction === 'out' ? next : { ...next, ...outcome, milliseconds });
      }
    } else if (key === null) {
      const commonFields = this.#common(facts, message);
      this.#put({ id: ++this.#lastId, ...commonFields, method: unreadable, ...outcome, answer: message.body });
    }
  }

  #common(
    { server, transport, client, application, revision }: ConnectionFacts,
    { at, direction }: TrafficMessage,
  ): Pick<TrafficEntry, 'at' | 'direction' | 'server' | 'transport' | 'client' | 'application' | 'revision'> {
    return {
      at,
      direction,
      server,
      transport,
      ...(client && { client }),
      ...(application !== undefined && { application }),
      ...(revision !== undefined && { revision }),
    };
  }

  /** The call that a request continues. */
  #callOf(
    connection: number,
    { server }: ConnectionFacts,
    { within, resumes }: TrafficMessage,
  ): TrafficEntry | undefined {
    const request =
      within === undefined ? undefined : this.#pendingRequests.get(connection)?.get(waitingKey('in', within));
    const id = request?.id ?? (resumes === undefined ? undefined : this.#askingEntries.get(resumes));
    const entry = id === undefined ? undefined : this.#entries.get(id);
    return entry?.server === server ? entry : undefined;
  }

  #addStep(connection: number, call: TrafficEntry, message: TrafficMessage, key: MessageKey): void {
    const { at, direction, method = unreadable, body } = message;
    const steps = [...(call.steps ?? []), { at, direction, method, state: 'waiting' as const, request: body }];
    this.unanswered(connection, key, direction);
    this.#put({ ...call, steps, state: 'waiting' });
    this.#waitingOf(connection).set(waitingKey(direction, key), { id: call.id, step: steps.length - 1 });
  }

  #remember(state: string, id: number): void {
    this.#askingEntries.set(state, id);
    const [oldestId] = this.#askingEntries.keys();
    if (this.#askingEntries.size > maxAsking && oldestId !== undefined) this.#askingEntries.delete(oldestId);
  }

  #end({ id, step: index }: PendingRequest): void {
    const entry = this.#entries.get(id);
    const step = index === undefined ? undefined : entry?.steps?.[index];
    if (!entry) return;
    const next = step ? withStep(entry, index, { ...step, state: 'unanswered' }) : entry;
    this.#put(step?.direction === 'out' ? next : { ...next, state: 'unanswered' });
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
    this.#onChange();
    return entry;
  }

  #remove(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#bySeq.delete(entry.seq);
    this.#bytes -= memoryOf(entry);
  }

  #waitingOf(connection: number): Map<string, PendingRequest> {
    const pendingRequests = this.#pendingRequests.get(connection) ?? new Map<string, PendingRequest>();
    this.#pendingRequests.set(connection, pendingRequests);
    return pendingRequests;
  }
}

/** JSON-RPC distinguishes the ids 1 and "1", and each side has its own ids. */
function waitingKey(direction: Direction, key: MessageKey): string {
  return `${direction} ${JSON.stringify(key)}`;
}

function withStep(entry: TrafficEntry, index: number | undefined, step: TrafficStep): TrafficEntry {
  return { ...entry, steps: (entry.steps ?? []).map((trafficStep, place) => (place === index ? step : trafficStep)) };
}

/** Bytes in memory: one per character for a Latin-1 string, else two. */
function memoryOf({ request, answer, steps = [] }: TrafficEntry): number {
  const of = (body: Body | undefined) => (body ? body.text.length * (body.size === body.text.length ? 1 : 2) : 0);
  const ofSteps = steps.reduce((sum, step) => sum + of(step.request) + of(step.answer) + 200, 0);
  return of(request) + of(answer) + ofSteps + 200;
}
