/** One JSON-RPC message in the traffic log: its kind, method, id and text. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** `in` is from the client to the server. */
export type Direction = 'in' | 'out';

/** What pairs an answer with its request; `null` is the id of an answer to what could not be read. */
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
  /** What the request is about: the name of a prompt, the address of a resource. */
  readonly subject?: string;
  /** The request that a `notifications/cancelled` takes back. */
  readonly cancels?: MessageKey;
  readonly error?: { readonly code: number; readonly message: string };
  readonly body: Body;
}

/** The JSON of a message. */
export interface Body {
  readonly text: string;
  /** Bytes of the whole, also where the text is only its beginning. */
  readonly size: number;
  readonly isCut: boolean;
}

/** Characters; a longer text keeps its beginning only. */
const longest = 1024 * 1024;
const beginning = 64 * 1024;

export interface Noted {
  readonly direction: Direction;
  readonly message: JSONRPCMessage;
  readonly at: number;
  /** The message as it was on the wire, where somebody has it already. */
  readonly text?: string | undefined;
  /** Stands in for the message's id, where ids of several clients meet. */
  readonly key?: MessageKey | undefined;
}

/** Milliseconds since the epoch by the clock that only goes forward. */
export function wireTime(): number {
  return performance.timeOrigin + performance.now();
}

/** What the log keeps of a message. */
export function describe({ direction, message, at, text, key }: Noted): TrafficMessage {
  const body = bodyOf(message, text);
  if (!('method' in message)) {
    const error = 'error' in message ? { code: message.error.code, message: message.error.message } : undefined;
    return { direction, kind: 'answer', at, key: key ?? message.id ?? null, ...(error && { error }), body };
  }
  const { method } = message;
  if (!('id' in message)) {
    const cancels = method === 'notifications/cancelled' ? asKey(message.params?.requestId) : undefined;
    return { direction, kind: 'notification', at, method, ...(cancels !== undefined && { cancels }), body };
  }
  const subject = subjectOf(message.params);
  return {
    direction,
    kind: 'request',
    at,
    key: key ?? message.id,
    method,
    ...(subject !== undefined && { subject }),
    body,
  };
}

function bodyOf(message: JSONRPCMessage, text: string | undefined): Body {
  // Some clients escape all that is not ASCII; who searches the log looks for the letters themselves.
  const whole = text === undefined || text.includes('\\u') ? (jsonOf(message) ?? text ?? '{}') : text;
  const size = Buffer.byteLength(whole);
  if (whole.length <= longest) return { text: whole, size, isCut: false };
  // By way of bytes: a slice would keep the whole text in memory.
  return { text: Buffer.from(whole.slice(0, beginning)).toString(), size, isCut: true };
}

/** Nothing for a message that is nested more deeply than it can be written again. */
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
