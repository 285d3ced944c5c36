/** Collects all observations: the log of messages, and the connected clients. */
import type { LiveServer } from '../../library/types.ts';
import { coalesce } from '../../state/coalesce.ts';
import {
  type ConnectionFacts,
  type ConnectionSink,
  ObservedConnection,
  type TrafficTransport,
} from './observed-connection.ts';
import { proofClient } from './proof-client.ts';
import { TrafficLog } from './traffic-log.ts';
import { describe, type NotedMessage, type TrafficMessage, trafficTime } from './traffic-message.ts';

/** A connected client. */
export interface LiveConnection extends ConnectionFacts {
  readonly id: number;
  /** Number of messages that came too fast to be recorded. */
  readonly missed: number;
}

/** A connection of another process, which sends the described messages and the facts. */
export interface RemoteConnection extends Omit<ConnectionSink<TrafficMessage>, 'changed'> {
  update(facts: ConnectionFacts): void;
}

/** Whether it is a client of another program, unlike the preview and the proof of a new connection. */
function isClient({ transport, client }: ConnectionFacts): boolean {
  return transport !== 'preview' && client?.name !== proofClient.name;
}

/** Milliseconds between two recorded refusals. */
const refusalPause = 60_000;

interface Refusal {
  readonly status: number;
  readonly message: string;
}

function withoutToken(server: string): string {
  return `A program without the token of this workbench was refused: copy the address and the token from the page of ${server} into its settings.`;
}

/** A program's name from a `User-Agent` header such as `node-fetch/1.2 (…)`, shortened, because it is untrusted. */
function clientOf(userAgent: string | undefined): ConnectionFacts['client'] {
  const [, name, version = ''] = /^([\w.-]{1,60})(?:\/([\w.-]{1,20}))?/.exec(userAgent ?? '') ?? [];
  return name === undefined ? undefined : { name, version };
}

/** Events for a listener, each at most ten times a second. */
export interface TrafficEvents {
  /** The log's newest change. */
  trafficChanged(seq: number): void;
  connectionsChanged(): void;
}

/** Connections of this process and of others, each with its own number. */
export class TrafficHub {
  readonly #log: TrafficLog;
  /** Messages of this process that are not in the log yet. */
  #pendingWrites: (() => void)[] = [];
  readonly #liveConnections = new Map<number, LiveConnection>();
  readonly #listeners = new Set<TrafficEvents>();
  readonly #announceLog = coalesce(() => {
    for (const listener of this.#listeners) listener.trafficChanged(this.log.seq);
  });
  readonly #announceConnections = coalesce(() => {
    for (const listener of this.#listeners) listener.connectionsChanged();
  });
  /** Time of the last recorded refusal, by status and server. */
  readonly #refusalTimes = new Map<string, number>();
  #lastConnection = 0;

  constructor() {
    this.#log = new TrafficLog(this.#announceLog);
  }

  /** The log with all messages so far. */
  get log(): TrafficLog {
    this.#recordWaiting();
    return this.#log;
  }

  /** Records a message soon, because its receiver waits meanwhile: the JSON of 200 kB takes two milliseconds. */
  #recordLater(record: () => void): void {
    if (this.#pendingWrites.length === 0) setImmediate(() => this.#recordWaiting());
    this.#pendingWrites.push(record);
  }

  #recordWaiting(): void {
    const callbacks = this.#pendingWrites;
    this.#pendingWrites = [];
    for (const record of callbacks) record();
  }

  /** Observes a connection that this process serves. */
  readonly observe = (
    server: string,
    transport: TrafficTransport,
    liveServer: LiveServer,
    application?: string,
  ): ObservedConnection => {
    const connection = new ObservedConnection(server, transport, liveServer, application);
    const remote = this.connect(connection.facts);
    const inTurn = (change: () => void) => {
      this.#recordWaiting();
      change();
    };
    connection.listen(
      {
        changed: () => inTurn(() => remote.update(connection.facts)),
        message: (message: NotedMessage) => this.#recordLater(() => remote.message(describe(message))),
        unanswered: (key) => inTurn(() => remote.unanswered(key)),
        missed: (count) => inTurn(() => remote.missed(count)),
        closed: () => inTurn(() => remote.closed()),
      },
      (message) => message,
    );
    connection.forget();
    return connection;
  };

  /** Records a refusal, at most once a minute for each server and reason, because refused programs keep trying. */
  readonly refused = (server: string, { status, message }: Refusal, userAgent: string | undefined): void => {
    const now = trafficTime();
    const about = `${status} ${server}`;
    if (now - (this.#refusalTimes.get(about) ?? Number.NEGATIVE_INFINITY) < refusalPause) return;
    this.#refusalTimes.set(about, now);
    const client = clientOf(userAgent);
    const error = { code: status, message: status === 401 ? withoutToken(server) : message };
    this.log.refused({ server, transport: 'http', ...(client && { client }) }, error);
  };

  /** Records a connection that another process serves. */
  connect(firstFacts: ConnectionFacts): RemoteConnection {
    const id = ++this.#lastConnection;
    let connection: LiveConnection = { ...firstFacts, id, missed: 0 };
    const update = (change: Partial<LiveConnection>) => {
      const wasClient = isClient(connection);
      connection = { ...connection, ...change };
      this.#liveConnections.set(id, connection);
      if (wasClient || isClient(connection)) this.#announceConnections();
    };
    update({});
    return {
      update,
      message: (message) => {
        if (message.kind === 'request' && message.direction === 'in') update({ lastRequest: Math.round(message.at) });
        this.#log.add(id, connection, message);
      },
      unanswered: (key) => this.#log.unanswered(id, key),
      missed: (count) => {
        update({ missed: connection.missed + count });
        this.#log.allUnanswered(id);
      },
      closed: () => {
        this.#log.allUnanswered(id);
        this.#liveConnections.delete(id);
        if (isClient(connection)) this.#announceConnections();
      },
    };
  }

  /** Clients of other programs, oldest first, without the preview and the proof of a new connection. */
  connections(): LiveConnection[] {
    this.#recordWaiting();
    return [...this.#liveConnections.values()].filter(isClient);
  }

  subscribe(listener: TrafficEvents): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#announceLog.stop();
    this.#announceConnections.stop();
  }
}
