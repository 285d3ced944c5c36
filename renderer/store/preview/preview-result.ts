/** Reads a preview's answer from the recorded exchange. */

import { isSameData } from '../../../src/base/json.ts';
import { isObject, type Json } from '../definition/json.ts';
import type { PreviewAnswer, PreviewResult, PreviewState, ReceivedMessage } from '../state/preview.ts';

/** Reads the result of a `prompts/get`, which the MCP client has already validated. */
export function readResult(answer: PreviewAnswer): PreviewResult {
  const { response } = answer.exchange;
  const result = isObject(response) && isObject(response.result) ? response.result : {};
  const { description, messages } = result;
  return {
    ...answer,
    ...(typeof description === 'string' ? { description } : {}),
    messages: Array.isArray(messages) ? messages.flatMap(readMessage) : [],
  };
}

/** Whether request and answer are the same, apart from ids and times. */
export function isSameAnswer(a: PreviewResult, b: PreviewResult): boolean {
  const { exchange: exchangeOfA, ...ofA } = a;
  const { exchange: exchangeOfB, ...ofB } = b;
  return isSameData(ofA, ofB) && isSameData(paramsOf(exchangeOfA), paramsOf(exchangeOfB));
}

function paramsOf({ request }: PreviewAnswer['exchange']): Json | undefined {
  return isObject(request) ? request.params : undefined;
}

/** The answer to show: the newest, or the last good one, drawn in grey. */
export function shownResult(preview: PreviewState): PreviewResult | undefined {
  if (preview.status === 'result') return preview.result;
  return 'lastGood' in preview ? preview.lastGood : undefined;
}

function readMessage(value: Json): ReceivedMessage[] {
  if (!isObject(value)) return [];
  return [{ role: value.role === 'assistant' ? 'assistant' : 'user', content: value.content ?? null }];
}
