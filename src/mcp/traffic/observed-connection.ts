/**
 * One client's connection, observed in the process that serves it. It is part of every start of `serve`, so it only
 * records the client's name and whether it has the newest list; it parses messages once there is a listener.
 */
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { LiveServer } from '../../library/types.ts';
import { watchPromptList } from '../server/list-changed.ts';
import { featuresOf } from '../server/revisions.ts';
import type { Direction, MessageKey, NotedMessage } from './traffic-message.ts';

/** How a client is connected. */
export type TrafficTransport = 'preview' | 'http' | 'http-stateless' | 'stdio';

/** Whether a client has fetched the list of prompts since the last change that it could see. */
export type ListState = 'never' | 'fresh' | 'stale';

/** Facts about a connection and its client. */
export interface ConnectionFacts {
  readonly server: string;
  readonly transport: TrafficTransport;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly client?: { readonly name: string; readonly version: string };
  /** The id of the client application that the server is adapted to. */
  readonly application?: string;
  readonly revision?: string;
  readonly lastRequest?: number;
  readonly list: ListState;
}

/** The listener of a connection, for messages in its own form. */
export interface ConnectionSink<Message> {
  message(message: Message): void;
  /** The client's name, its revision or the state of its list has changed. */
  changed(): void;
  /** The client no longer waits for this answer. */
  unanswered(key: MessageKey): void;
  /** The number of messages that were dropped before the listener came. */
  missed(count: number): void;
  closed(): void;
}

/**
 * Starts to observe a connection to the server of this name.
 * @param application the client application that the server is adapted to
 */
export type Observe = (
  server: string,
  transport: TrafficTransport,
  liveServer: LiveServer,
  application?: string,
) => ObservedConnection;

/** Limits of the backlog for a listener that comes right after the start: messages, and characters. */
const earlyLimit = { messages: 20_000, characters: 4 * 1024 * 1024 };

/** Observes one connection: the client’s name, its revision, the state of its list, and every message. */
export class ObservedConnection {
  #facts: ConnectionFacts;
  #lastRequestAt: number | undefined;
  readonly #listRequestKeys = new Set<MessageKey>();
  readonly #sinks = new Map<Omit<ConnectionSink<never>, 'message'>, (message: NotedMessage) => void>();
  readonly #unwatch: () => void;
  #earlyMessages: NotedMessage[] | undefined = [];
  #earlyCharacters = 0;
  #missedCount = 0;
  #handshake: MessageKey | undefined;
  #isClosed = false;

  constructor(server: string, transport: TrafficTransport, liveServer: LiveServer, application?: string) {
    this.#facts = {
      server,
      transport,
      since: Date.now(),
      list: 'never',
      ...(application !== undefined && { application }),
    };
    this.#unwatch = watchPromptList(
      liveServer,
      () => featuresOf(this.#facts.revision),
      () => this.#facts.list === 'fresh' && this.#change({ list: 'stale' }),
    );
  }

  get facts(): ConnectionFacts {
    return this.#lastRequestAt === undefined ? this.#facts : { ...this.#facts, lastRequest: this.#lastRequestAt };
  }

  /**
   * Passes the backlog, then every new message, to a listener. Returns the unsubscriber.
   * @param describe brings a message into the listener's form; the listener supplies it, so that only a process with a
   *   listener loads that code
   */
  listen<Message>(sink: ConnectionSink<Message>, describe: (message: NotedMessage) => Message): () => void {
    const pass = (message: NotedMessage) => sink.message(describe(message));
    this.#sinks.set(sink, pass);
    for (const message of this.#earlyMessages ?? []) pass(message);
    if (this.#missedCount > 0) sink.missed(this.#missedCount);
    return () => this.#sinks.delete(sink);
  }

  /** Drops the backlog: no further listener will come. */
  forget(): void {
    this.#earlyMessages = undefined;
    this.#missedCount = 0;
  }

  /** Records a message. An arrow function, so that it can be passed without its object. */
  readonly tap = (
    direction: Direction,
    message: JSONRPCMessage,
    text?: string,
    key?: MessageKey,
    within?: MessageKey,
  ): void => {
    this.#learn(direction, message, key);
    if (this.#sinks.size === 0 && !this.#earlyMessages) return;
    const note: NotedMessage = {
      direction,
      message,
      at: performance.timeOrigin + performance.now(),
      text,
      key,
      within,
    };
    if (this.#earlyMessages) this.#keep(this.#earlyMessages, note);
    for (const pass of this.#sinks.values()) pass(note);
  };

  /** The client stopped waiting for an answer without a cancellation message. */
  unanswered(key: MessageKey): void {
    for (const sink of this.#sinks.keys()) sink.unanswered(key);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unwatch();
    for (const sink of this.#sinks.keys()) sink.closed();
    this.#sinks.clear();
    this.#earlyMessages = undefined;
  }

  #keep(earlyNotes: NotedMessage[], note: NotedMessage): void {
    this.#earlyCharacters += note.text?.length ?? 0;
    const hasRoom = earlyNotes.length < earlyLimit.messages && this.#earlyCharacters <= earlyLimit.characters;
    if (hasRoom) earlyNotes.push(note);
    else this.#missedCount++;
  }

  #learn(direction: Direction, message: JSONRPCMessage, key?: MessageKey): void {
    if (direction === 'in') {
      if ('method' in message && 'id' in message) this.#asked(message, key ?? message.id);
      return;
    }
    if ('method' in message) return;
    const requestKey = key ?? message.id ?? null;
    if (requestKey === this.#handshake) {
      this.#handshake = undefined;
      const revision = 'result' in message ? message.result.protocolVersion : undefined;
      if (typeof revision === 'string') this.#change({ revision });
    }
    if (this.#listRequestKeys.size > 0 && this.#listRequestKeys.delete(requestKey) && 'result' in message)
      this.#change({ list: 'fresh' });
  }

  #asked({ method, params }: Extract<JSONRPCMessage, { method: string }>, key: MessageKey): void {
    this.#lastRequestAt = Date.now();
    // The first page counts as the list: some clients fetch no more.
    if (method === 'prompts/list' && params?.cursor === undefined) this.#listRequestKeys.add(key);
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
