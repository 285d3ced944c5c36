/** The params of a logged request. */
import type { WireEntry, WireExchange } from '../../../src/contract/contract.ts';
import { repeatableRequests } from '../../../src/model/repeatable-requests.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';

export function canResend({ direction, method }: WireEntry, request: WireExchange['request']): boolean {
  return direction === 'in' && repeatableRequests.has(method) && request !== undefined && !request.isCut;
}

/** The params of a request; undefined if it has none or was too long to log whole. */
export function paramsOf(request: WireExchange['request']): JsonObject | undefined {
  if (!request || request.isCut) return undefined;
  const message = JSON.parse(request.text) as Json;
  return isObject(message) && isObject(message.params) ? message.params : undefined;
}

/** The string arguments of a `prompts/get`; prompts accept no other type. */
export function textValuesOf(params: JsonObject | undefined): Record<string, string> {
  const given = isObject(params?.arguments) ? params.arguments : {};
  return Object.fromEntries(
    Object.entries(given).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}

/** A free name for a sample of these values, made from its first value. */
export function sampleName(values: Readonly<Record<string, string>>, taken: readonly string[]): string {
  const first = Object.values(values).find((value) => value.trim() !== '');
  const name = (first ?? 'Without arguments').trim().replace(/\s+/g, ' ').slice(0, 40);
  for (let count = 1; ; count++) {
    const next = count === 1 ? name : `${name} ${count}`;
    if (!taken.includes(next)) return next;
  }
}
