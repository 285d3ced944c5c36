/** Cleans every answer, and remembers what was removed for the traffic log and the preview. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { cleanData, type Removed, removedSentence } from '../../../base/clean-text.ts';

/** Sentences by the result or error that was cleaned; transports copy the message around it. */
const sentences = new WeakMap<object, string>();

/**
 * The answer without characters that hide or change what a model or a person reads. The `id` and tokens stay: a client
 * compares them.
 */
export function cleanAnswer(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: cleaned(message.result) };
  if ('error' in message) return { ...message, error: cleaned(message.error) };
  return message;
}

function cleaned<T extends object>(body: T): T {
  const removed: Removed = { count: 0, names: new Set() };
  const clean = cleanData(body, removed);
  const sentence = removedSentence(removed);
  if (sentence !== undefined) sentences.set(clean, sentence);
  return clean;
}

/** What was removed from an answer, as a sentence; undefined for other messages, and if nothing was. */
export function removedFrom(message: JSONRPCMessage): string | undefined {
  const body = bodyOf(message);
  return body && sentences.get(body);
}

/** Notes for a copy of an answer what was removed from the original. */
export function copyRemoved(from: JSONRPCMessage, to: JSONRPCMessage): void {
  const sentence = removedFrom(from);
  const body = bodyOf(to);
  if (sentence !== undefined && body) sentences.set(body, sentence);
}

function bodyOf(message: JSONRPCMessage): object | undefined {
  return 'result' in message ? message.result : 'error' in message ? message.error : undefined;
}
