/** Reads a preview's answer from the recorded exchange. */

import { isSameData } from '../../../src/base/json.ts';
import { selectArgumentNames } from '../arguments/argument-names.ts';
import { selectSlotUses } from '../arguments/argument-selectors.ts';
import { isObject, type Json, valueAt } from '../definition/json.ts';
import { valueIn } from '../selectors.ts';
import type { PreviewAnswer, PreviewResult, PreviewState, ReceivedMessage } from '../state/preview.ts';
import type { WorkbenchState } from '../state.ts';

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

/** The answer to show: the newest, the one for empty values while required ones are missing, or the last good one. */
export function shownResult(preview: PreviewState): PreviewResult | undefined {
  return (preview.status === 'error' ? preview.draft : undefined) ?? lastGoodResult(preview);
}

/** The newest answer for all required values. */
export function lastGoodResult(preview: PreviewState): PreviewResult | undefined {
  if (preview.status === 'result') return preview.result;
  return 'lastGood' in preview ? preview.lastGood : undefined;
}

/** The slots that were empty in an answer: used arguments of the open prompt without a value and without a default. */
export function emptySlots(state: WorkbenchState, { exchange }: PreviewResult): readonly string[] {
  const sentValues = valueAt(paramsOf(exchange), ['arguments']);
  const usedSlots = selectSlotUses(state)?.usedNames ?? [];
  const at = state.definition.status === 'open' ? [...state.definition.view.at, 'Arguments'] : ['Arguments'];
  return selectArgumentNames(state).filter(
    (name, index) =>
      usedSlots.includes(name) &&
      (valueAt(sentValues, [name]) ?? '') === '' &&
      (valueIn(state, [...at, index, 'Default']) ?? '') === '',
  );
}

function readMessage(value: Json): ReceivedMessage[] {
  if (!isObject(value)) return [];
  return [{ role: value.role === 'assistant' ? 'assistant' : 'user', content: value.content ?? null }];
}
