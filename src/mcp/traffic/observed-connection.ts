/**
 * One client's connection as the process that serves it sees it. It is part of every start of `serve`, so it only notes
 * who the client is and whether it has the newest list; messages are looked into once somebody listens.
 */
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { LiveServer } from '../../library/types.ts';
import { watchPromptList } from '../server/list-changed.ts';
import { featuresOf } from '../server/revisions.ts';
import type { Direction, MessageKey, Noted, TrafficMessage } from './traffic-message.ts';

/** By which way a client is connected. */
export type TrafficTransport = 'preview' | 'http' | 'http-stateless' | 'stdio';

/** Whether a client has fetched the list of prompts since the last change that it could see. */
export type ListState = 'never' | 'fresh' | 'stale';

/** What is known of a connection and its client. */
export interface ConnectionFacts {
  readonly server: string;
  readonly transport: TrafficTransport;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly client?: { readonly name: string; readonly version: string };
  readonly revision?: string;
  readonly lastRequest?: number;
  readonly list: ListState;
}

/** Who listens to a connection. */
export interface ConnectionSink {
  message(message: TrafficMessage): void;
  /** The client's name, its revision or the state of its list is another now. */
  changed(): void;
  /** Nobody waits for this answer any more. */
  unanswered(key: MessageKey): void;
  /** So many messages had passed before it listened, and were not kept. */
  missed(count: number): void;
  closed(): void;
}

/** Makes a `TrafficMessage`; given by who listens, so that nobody else loads it. */
export type Describe = (noted: Noted) => TrafficMessage;

/** Begins to observe a connection to the server of this name. */
export type Observe = (server: string, transport: TrafficTransport, source: LiveServer) => ObservedConnection;

/** What is kept for a listener that may come right after the start: messages, and characters of them. */
const earlyLimit = { messages: 20_000, characters: 4 * 1024 * 1024 };

/** One connection as an onlooker sees it: the client’s name, its revision, how fresh its list is, and every message. */
export class ObservedConnection {
  #facts: ConnectionFacts;
  readonly #listening = new Set<MessageKey>();
  readonly #sinks = new Map<ConnectionSink, Describe>();
  readonly #unwatch: () => void;
  #early: Noted[] | undefined = [];
  #earlyCharacters = 0;
  #missed = 0;
  #handshake: MessageKey | undefined;
  #closed = false;

  constructor(server: string, transport: TrafficTransport, source: LiveServer) {
    this.#facts = { server, transport, since: Date.now(), list: 'never' };
    this.#unwatch = watchPromptList(
      source,
      () => featuresOf(this.#facts.revision),
      () => this.#facts.list === 'fresh' && this.#change({ list: 'stale' }),
    );
  }

  get facts(): ConnectionFacts {
    return this.#facts;
  }

  /** From now on, and what has been noted since the start while nobody listened. Returns what ends it. */
  listen(sink: ConnectionSink, describe: Describe): () => void {
    this.#sinks.set(sink, describe);
    for (const noted of this.#early ?? []) sink.message(describe(noted));
    if (this.#missed > 0) sink.missed(this.#missed);
    return () => this.#sinks.delete(sink);
  }

  /** Nobody else will listen to what was said so far. */
  forget(): void {
    this.#early = undefined;
    this.#missed = 0;
  }

  /** Takes note of a message that passes. An arrow, so that a transport may hold it alone. */
  readonly tap = (direction: Direction, message: JSONRPCMessage, text?: string, key?: MessageKey): void => {
    this.#learn(direction, message, key);
    if (this.#sinks.size === 0 && !this.#early) return;
    const noted: Noted = { direction, message, at: performance.timeOrigin + performance.now(), text, key };
    if (this.#early) this.#keep(this.#early, noted);
    for (const [sink, describe] of this.#sinks) sink.message(describe(noted));
  };

  /** The client no longer waits for an answer, without a word on the wire. */
  unanswered(key: MessageKey): void {
    for (const sink of this.#sinks.keys()) sink.unanswered(key);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unwatch();
    for (const sink of this.#sinks.keys()) sink.closed();
    this.#sinks.clear();
    this.#early = undefined;
  }

  #keep(early: Noted[], noted: Noted): void {
    this.#earlyCharacters += noted.text?.length ?? 0;
    const hasRoom = early.length < earlyLimit.messages && this.#earlyCharacters <= earlyLimit.characters;
    if (hasRoom) early.push(noted);
    else this.#missed++;
  }

  #learn(direction: Direction, message: JSONRPCMessage, key?: MessageKey): void {
    if (direction === 'in') {
      if ('method' in message && 'id' in message) this.#asked(message, key ?? message.id);
      return;
    }
    if ('method' in message) return;
    const answered = key ?? message.id ?? null;
    if (answered === this.#handshake) {
      this.#handshake = undefined;
      const revision = 'result' in message ? message.result.protocolVersion : undefined;
      if (typeof revision === 'string') this.#change({ revision });
    }
    if (this.#listening.size > 0 && this.#listening.delete(answered) && 'result' in message)
      this.#change({ list: 'fresh' });
  }

  #asked({ method, params }: Extract<JSONRPCMessage, { method: string }>, key: MessageKey): void {
    this.#facts = { ...this.#facts, lastRequest: Date.now() };
    // The first page stands for the list: some clients show no more.
    if (method === 'prompts/list' && params?.cursor === undefined) this.#listening.add(key);
    if (method === 'initialize') this.#handshake = key;
    if (this.#facts.client && method !== 'initialize') return;
    const meta = params?._meta;
    const client = clientIn(method === 'initialize' ? params?.clientInfo : meta?.[CLIENT_INFO_META_KEY]);
    const revision = meta?.[PROTOCOL_VERSION_META_KEY];
    if (client) this.#change({ client, ...(typeof revision === 'string' && { revision }) });
  }

  #change(change: Partial<ConnectionFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    for (const sink of this.#sinks.keys()) sink.changed();
  }
}

function clientIn(info: unknown): ConnectionFacts['client'] {
  if (typeof info !== 'object' || info === null || !('name' in info) || typeof info.name !== 'string') return undefined;
  const version = 'version' in info && typeof info.version === 'string' ? info.version : '';
  return { name: info.name.slice(0, 200), version: version.slice(0, 100) };
}
