/** One JSON-RPC message in the traffic log: its kind, method, id and text. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { shortSha256 } from '../../files/sha256.ts';
import { removedFrom } from '../server/answer/clean-message.ts';

/** `in` means from the client to the server. */
export type Direction = 'in' | 'out';

/** The id that pairs an answer with its request; `null` in an answer to an unreadable message. */
export type MessageKey = string | number | null;

export interface TrafficMessage {
  readonly direction: Direction;
  readonly kind: 'request' | 'notification' | 'answer';
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
  /** Absent for a notification. */
  readonly key?: MessageKey;
  /** Absent for an answer. */
  readonly method?: string;
  /** The subject of the request: a prompt's name, a resource's URI. */
  readonly subject?: string;
  /** The id of the request that a `notifications/cancelled` cancels. */
  readonly cancels?: MessageKey;
  /** In a request of the server: the id of the client's request that it belongs to. */
  readonly within?: MessageKey;
  /** In an answer that asks for input (MCP 2026-07-28): a digest of its state, which the client's next request returns. */
  readonly asks?: string;
  /** In a request: the digest of the state that it returns. */
  readonly resumes?: string;
  readonly error?: { readonly code: number; readonly message: string };
  /** The characters that the server removed from an answer or a notification, as a sentence. */
  readonly removed?: string;
  readonly body: Body;
}

/** The JSON of a message. */
export interface Body {
  readonly text: string;
  /** Bytes of the whole message, even if the text is only its beginning. */
  readonly size: number;
  readonly isCut: boolean;
}

/** In characters; a longer text is cut. */
const maxTextLength = 1024 * 1024;
const beginning = 64 * 1024;

export interface NotedMessage {
  readonly direction: Direction;
  readonly message: JSONRPCMessage;
  readonly at: number;
  /** The serialized message, if the caller has it already. */
  readonly text?: string | undefined;
  /** Replaces the message's id if several clients share one connection. */
  readonly key?: MessageKey | undefined;
  /** As `TrafficMessage.within`. */
  readonly within?: MessageKey | undefined;
}

/** When this process started, in milliseconds since the epoch. */
const processStartMs = Date.now() - process.uptime() * 1000;

/** Milliseconds since the epoch, monotonic. Node loads a module for `performance`, which each start would wait for. */
export function trafficTime(): number {
  return processStartMs + process.uptime() * 1000;
}

/** Describes a message for the log. */
export function describe({ direction, message, at, text, key, within }: NotedMessage): TrafficMessage {
  const body = bodyOf(message, text);
  const removals = removedFrom(message);
  if (!('method' in message)) {
    const error = 'error' in message ? { code: message.error.code, message: message.error.message } : undefined;
    const result = 'result' in message ? message.result : undefined;
    const asks = result?.resultType === 'input_required' ? digestOf(result.requestState) : undefined;
    return {
      direction,
      kind: 'answer',
      at,
      key: key ?? message.id ?? null,
      ...(error && { error }),
      ...(asks !== undefined && { asks }),
      ...(removals !== undefined && { removed: removals }),
      body,
    };
  }
  const { method } = message;
  if (!('id' in message)) {
    const cancels = method === 'notifications/cancelled' ? asKey(message.params?.requestId) : undefined;
    return {
      direction,
      kind: 'notification',
      at,
      method,
      ...(cancels !== undefined && { cancels }),
      ...(removals !== undefined && { removed: removals }),
      body,
    };
  }
  const subject = subjectOf(message.params);
  const resumes = digestOf(message.params?.requestState);
  return {
    direction,
    kind: 'request',
    at,
    key: key ?? message.id,
    method,
    ...(subject !== undefined && { subject }),
    ...(within !== undefined && { within }),
    ...(resumes !== undefined && { resumes }),
    body,
  };
}

function digestOf(state: unknown): string | undefined {
  return typeof state === 'string' ? shortSha256(state) : undefined;
}

function bodyOf(message: JSONRPCMessage, text: string | undefined): Body {
  // Some clients escape all non-ASCII characters; a search of the log needs the characters themselves.
  const wholeText = text === undefined || text.includes('\\u') ? (jsonOf(message) ?? text ?? '{}') : text;
  const size = Buffer.byteLength(wholeText);
  if (wholeText.length <= maxTextLength) return { text: wholeText, size, isCut: false };
  // Copies through a buffer: a slice would keep the whole string in memory.
  return { text: Buffer.from(wholeText.slice(0, beginning)).toString(), size, isCut: true };
}

/** Undefined if the message is nested too deeply to serialize. */
function jsonOf(message: JSONRPCMessage): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}

function subjectOf(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { name, uri, ref } = params ?? {};
  const of = typeof ref === 'object' && ref !== null ? (ref as Readonly<Record<string, unknown>>) : {};
  return [name, uri, of.name, of.uri].find((value) => typeof value === 'string')?.slice(0, 500);
}

function asKey(value: unknown): MessageKey | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
