/** Cleans every message to a client, and remembers what was removed for the traffic log and the preview. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { cleanData, isClean, type RemovedCharacters, removedSentence } from '../../../base/text/clean-text.ts';

/** Parts of a notification that a client compares with what it has sent. */
const comparedKeys: ReadonlySet<string> = new Set(['_meta', 'progressToken', 'requestId']);

/** Sentences by what was cleaned of a message; transports copy the message around it. */
const sentences = new WeakMap<object, string>();

/**
 * The answer or notification without characters that hide or change what a model or a person reads. Ids and tokens stay: a
 * client compares them.
 */
export function cleanMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return withBody(message, 'result', cleanBody(message.result));
  if ('error' in message) return withBody(message, 'error', cleanBody(message.error));
  if ('id' in message || !message.params) return message;
  const entries = Object.entries(message.params);
  const texts = cleanBody(Object.fromEntries(entries.filter(([key]) => !comparedKeys.has(key))));
  const params = { ...texts, ...Object.fromEntries(entries.filter(([key]) => comparedKeys.has(key))) };
  const cleanedMessage = { ...message, params };
  note(cleanedMessage, sentences.get(texts));
  return cleanedMessage;
}

function withBody<M extends object, K extends keyof M>(message: M, key: K, body: M[K]): M {
  return message[key] === body ? message : { ...message, [key]: body };
}

function cleanBody<T extends object>(body: T): T {
  if (isClean(body)) return body;
  const removals: RemovedCharacters = { count: 0, names: new Set() };
  const cleanedBody = cleanData(body, removals);
  const sentence = removedSentence(removals);
  if (sentence !== undefined) sentences.set(cleanedBody, sentence);
  return cleanedBody;
}

/** What was removed from a message, as a sentence; undefined if nothing was. */
export function removedFrom(message: JSONRPCMessage): string | undefined {
  const body = bodyOf(message);
  return body && sentences.get(body);
}

/** Notes for a copy of a message what was removed from the original. */
export function copyRemoved(from: JSONRPCMessage, to: JSONRPCMessage): void {
  note(to, removedFrom(from));
}

function note(message: JSONRPCMessage, sentence: string | undefined): void {
  const body = bodyOf(message);
  if (sentence !== undefined && body) sentences.set(body, sentence);
}

function bodyOf(message: JSONRPCMessage): object | undefined {
  if ('result' in message) return message.result;
  return 'error' in message ? message.error : message.params;
}
