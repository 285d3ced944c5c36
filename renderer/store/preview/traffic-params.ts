/** The params and values of a logged call. */
import type { PromptSummary, TrafficEntryView, TrafficExchange } from '../../../src/contract/contract.ts';
import { readValue } from '../../../src/model/prompt/read-value.ts';
import { repeatableRequests } from '../../../src/model/repeatable-requests.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';

export function canResend({ direction, method }: TrafficEntryView, request: TrafficExchange['request']): boolean {
  return direction === 'in' && repeatableRequests.has(method) && request !== undefined && !request.isCut;
}

/** The params of a request; undefined if it has none or was too long to log whole. */
export function paramsOf(request: TrafficExchange['request']): JsonObject | undefined {
  return partOf(request, 'params');
}

function partOf(body: TrafficExchange['request'], part: 'params' | 'result'): JsonObject | undefined {
  if (!body || body.isCut) return undefined;
  const message = JSON.parse(body.text) as Json;
  const value = isObject(message) ? message[part] : undefined;
  return isObject(value) ? value : undefined;
}

/**
 * The values of a `prompts/get`: the texts of its request under the names that the prompt declares, and what its forms were
 * answered, as texts too.
 */
export function valuesOfCall(
  { request, declared: asDeclared, steps = [] }: Pick<TrafficExchange, 'request' | 'declared' | 'steps'>,
  argumentList: PromptSummary['arguments'],
): Record<string, string> {
  const sentValues = asDeclared?.values ?? paramsOf(request)?.arguments;
  const values = Object.entries(isObject(sentValues) ? sentValues : {}).filter(
    (item): item is [string, string] => typeof item[1] === 'string',
  );
  for (const content of steps.flatMap(acceptedOf)) {
    for (const argument of argumentList) {
      const rawContent = Object.hasOwn(content, argument.name) ? content[argument.name] : undefined;
      const { value } = rawContent === undefined ? {} : readValue(argument, rawContent);
      if (value !== undefined) values.push([argument.name, value]);
    }
  }
  return Object.fromEntries(values);
}

/** The accepted values of a form: in the request of a stateless client, in the response of any other. */
function acceptedOf({ direction, request, answer }: NonNullable<TrafficExchange['steps']>[number]): JsonObject[] {
  const replies = direction === 'in' ? paramsOf(request)?.inputResponses : { form: partOf(answer, 'result') ?? null };
  return Object.values(isObject(replies) ? replies : {}).flatMap((reply) =>
    isObject(reply) && reply.action === 'accept' && isObject(reply.content) ? [reply.content] : [],
  );
}

/** A free name for a sample of these values, made from its first value. */
export function sampleName(values: Readonly<Record<string, string>>, takenNames: readonly string[]): string {
  const firstValue = Object.values(values).find((value) => value.trim() !== '');
  const name = (firstValue ?? 'Without arguments').trim().replace(/\s+/g, ' ').slice(0, 40);
  for (let count = 1; ; count++) {
    const next = count === 1 ? name : `${name} ${count}`;
    if (!takenNames.includes(next)) return next;
  }
}
