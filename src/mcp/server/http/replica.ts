/** What an MCP server needs when it is one of several replicas behind a balancer: any of them may get any request. */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../base/json.ts';
import type { ClientKey } from '../../../sandbox/fair-queue.ts';
import type { Refusal } from './reply.ts';

/** Who sends a request. */
export interface Caller {
  /** Limits count per key. */
  readonly key: string;
  /** The subject that the authorization names; absent if there is none. */
  readonly subject?: string;
  /** The header of this name of the request. */
  readonly traceparent?: string;
  /** The refusal of a body with these methods, if the caller may not send one of them. */
  readonly refuse?: (methods: readonly string[]) => Refusal | undefined;
}

/** The whole state of a handshake session. */
export interface SessionState {
  readonly revision: string;
  readonly client: { readonly name: string; readonly version: string };
  /** The capability `elicitation`, as the client has declared it. */
  readonly elicitation?: JsonObject;
  /** `Replica.announced` when the session began. */
  readonly position: string;
}

/** One answered request, for the records of a replica. */
export interface AnsweredRequest {
  readonly request: JSONRPCRequest;
  /** Undefined if the client no longer waited. */
  readonly answer: JSONRPCMessage | undefined;
  readonly caller: Caller | undefined;
  readonly client: { readonly name: string; readonly version: string } | undefined;
  readonly revision: string;
  /** `Replica.position` when the request came. */
  readonly position: string;
  readonly durationMs: number;
}

export interface Replica {
  /** The id of a session: its state, signed, so that any replica can continue it. */
  seal(state: SessionState, caller: Caller | undefined): string;
  /** The state in the id of a session. Undefined if it is forged, too old, or another caller's. */
  open(id: string, caller: Caller | undefined): SessionState | undefined;
  /** Names what is served now. Visible ASCII without spaces. */
  position(): string;
  /**
   * Names what clients have heard of: the `position` of all replicas. A client that read a list before may have read that of a
   * replica that was behind. Visible ASCII without spaces.
   */
  announced(): string;
  /** `_meta` of every result. @param position when the request came */
  meta(position: string): JsonObject;
  /** How long, and by whom, an answer may be kept; undefined for one that may not be. @param position when the request came */
  caching(method: string, revision: string, position: string): CacheFields | undefined;
  /** Brings the answer to a form to the replica whose call waits for it. */
  readonly replies: ReplyRelay;
  /** Gets every request with its answer. */
  readonly record?: (request: AnsweredRequest) => void;
  /** Most open streams of one server at this replica. */
  readonly maxStreams: number;
  /** Most concurrent requests, and most open streams, of one caller. */
  readonly maxOfCaller: { readonly requests: number; readonly streams: number };
  /** Concurrent requests of all servers. Absent: each server counts its own. */
  readonly load?: CallerLoad | undefined;
}

/** The requests that are under way, by caller. */
export interface CallerLoad {
  count(caller: ClientKey): number;
  /** Counts a request until the function that is returned is called. */
  begin(caller: ClientKey): () => void;
}

/** MCP 2026-07-28, "Caching"; and the header `ETag`. */
export interface CacheFields {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
  readonly etag: string;
}

/** The answers of clients to requests of a server, which may come to another replica than the one that asked. */
export interface ReplyRelay {
  /** The name of this replica: letters and digits. */
  readonly name: string;
  /** Sends the answer to the request `id` to the replica that waits for it. */
  send(replica: string, id: string, answer: JSONRPCMessage): Promise<void>;
  /** Gets the answer to the request `id` if another replica receives it. Returns a function that stops it. */
  receive(id: string, listener: (answer: JSONRPCMessage) => void): () => void;
}

/** Adds how long clients may keep a result of the stateless revision; an error stays as it is. */
export function withCaching(message: JSONRPCMessage, { ttlMs, cacheScope }: CacheFields): JSONRPCMessage {
  return 'result' in message ? { ...message, result: { ...message.result, ttlMs, cacheScope } } : message;
}

/** Adds `meta` to a result. An error stays as it is, and so does an empty result, which clients may compare. */
export function withMeta(message: JSONRPCMessage, meta: JsonObject): JSONRPCMessage {
  if (!('result' in message)) return message;
  const { result } = message;
  if (Object.keys(result).length === 0) return message;
  return { ...message, result: { ...result, _meta: { ...result._meta, ...meta } } };
}
