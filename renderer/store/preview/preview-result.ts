/** The answer of a preview, read from the exchange. */

import { isSameData } from '../../../src/base/json.ts';
import type { Preview } from '../../../src/contract/contract.ts';
import { isObject, type Json } from '../definition/json.ts';
import type { PreviewState } from '../state.ts';

type Answer = Extract<Preview, { kind: 'result' }>;

/** A protocol message as a client received it. */
export interface ReceivedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Json;
}

/** An answer, with what is read from the exchange: a large prompt crosses the host only once. */
export interface PreviewResult extends Answer {
  readonly description?: string;
  readonly messages: readonly ReceivedMessage[];
}

/** The answer of a real `prompts/get`; its client has checked it already. */
export function readResult(answer: Answer): PreviewResult {
  const { response } = answer.exchange;
  const result = isObject(response) && isObject(response.result) ? response.result : {};
  const { description, messages } = result;
  return {
    ...answer,
    ...(typeof description === 'string' ? { description } : {}),
    messages: Array.isArray(messages) ? messages.flatMap(readMessage) : [],
  };
}

/** Whether the same was asked and answered; ids and times always differ. */
export function isSameAnswer(a: PreviewResult, b: PreviewResult): boolean {
  const { exchange: exchangeOfA, ...ofA } = a;
  const { exchange: exchangeOfB, ...ofB } = b;
  return isSameData(ofA, ofB) && isSameData(paramsOf(exchangeOfA), paramsOf(exchangeOfB));
}

function paramsOf({ request }: Answer['exchange']): Json | undefined {
  return isObject(request) ? request.params : undefined;
}

/** The answer that is to be seen: the newest, or the last good one in grey. */
export function shownResult(preview: PreviewState): PreviewResult | undefined {
  if (preview.status === 'result') return preview.result;
  return 'lastGood' in preview ? preview.lastGood : undefined;
}

function readMessage(value: Json): ReceivedMessage[] {
  if (!isObject(value)) return [];
  return [{ role: value.role === 'assistant' ? 'assistant' : 'user', content: value.content ?? null }];
}
