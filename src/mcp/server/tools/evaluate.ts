/** `WolframLanguageEvaluator`: its arguments, and its answer as content. */

import type { JsonObject } from '../../../base/json.ts';
import { evaluateWolfram } from '../../../wolfram/kernel/evaluator.ts';
import type { FilledAnswer } from './answer.ts';

/** @param args what the tool's schema admits, defaults filled in */
export async function evaluate({ code, timeConstraint }: JsonObject, signal: AbortSignal): Promise<FilledAnswer> {
  const { text, isError } = await evaluateWolfram({ code: String(code), seconds: Number(timeConstraint), signal });
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}
