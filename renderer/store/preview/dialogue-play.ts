/** Plays the dialogue of a prompt that asks, as a client of MCP 2026-07-28 does, with the server's own rules. */
import type { PromptSummary } from '../../../src/contract/contract.ts';
import {
  beginDialogue,
  continueDialogue,
  type Question,
  type Reply,
  type Step,
  type Values,
} from '../../../src/model/dialogue/dialogue.ts';
import { formSchema } from '../../../src/model/dialogue/form-schema.ts';
import { isAbsent, readValue, typedValue } from '../../../src/model/prompt/read-value.ts';
import type { JsonObject } from '../definition/json.ts';

/** One form, with the answer to it and the messages around it. */
export interface Round {
  readonly question: Question;
  /** Absent while the form waits. */
  readonly reply?: Reply;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

export interface PlayedDialogue {
  readonly rounds: readonly Round[];
  /** How it ended; absent while a form waits. */
  readonly end?: Exclude<Step, { kind: 'question' }>;
  /** The request that got the end. */
  readonly lastRequest?: JsonObject;
}

/** The values of a request: those that fit, each as `readValue` writes it; what is wrong with the others, in sentences. */
export function givenValues(
  { arguments: declared }: PromptSummary,
  typed: Values,
): { values: Values; faults: string[] } {
  const values: [string, string][] = [];
  const faults: string[] = [];
  for (const argument of declared) {
    const raw = Object.hasOwn(typed, argument.name) ? typed[argument.name] : undefined;
    if (raw === '' || isAbsent(argument, raw)) continue;
    const { value, fault } = readValue(argument, raw);
    if (fault === undefined) values.push([argument.name, value]);
    else faults.push(`${argument.title ?? argument.name} ${fault}`);
  }
  return { values: Object.fromEntries(values), faults };
}

/** @param replies to the forms so far, in order */
export function playDialogue(prompt: PromptSummary, given: Values, replies: readonly Reply[]): PlayedDialogue {
  const rounds: Round[] = [];
  let request = requestOf(prompt, given, 1);
  let step = beginDialogue(prompt, given);
  for (const reply of [...replies, undefined]) {
    if (step.kind !== 'question') break;
    const { question, state } = step;
    rounds.push({ question, request, response: responseOf(question, rounds.length + 1), ...(reply && { reply }) });
    if (!reply) return { rounds };
    step = continueDialogue(prompt, state, reply);
    request = requestOf(prompt, given, rounds.length + 1, reply);
  }
  return step.kind === 'question' ? { rounds } : { rounds, end: step, lastRequest: request };
}

/** What the form sends for typed texts: each value of its kind, and a text that is no such value as it is. */
export function acceptedContent({ fields }: Question, typed: Values): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field): [string, JsonObject[string]][] => {
      const raw = typed[field.name] ?? '';
      if (raw === '' || isAbsent(field, raw)) return [];
      const { value } = readValue(field, raw);
      const sent = value === undefined ? raw : typedValue(field, value);
      return [[field.name, Array.isArray(sent) ? [...sent] : (sent as string | number | boolean)]];
    }),
  );
}

/** Replaces the state in the shown messages. */
const signedState = '… signed by the server …';

function requestOf({ name }: PromptSummary, given: Values, id: number, reply?: Reply): JsonObject {
  const answered = reply && { inputResponses: { form: { ...(reply as JsonObject) } }, requestState: signedState };
  return { jsonrpc: '2.0', id, method: 'prompts/get', params: { name, arguments: { ...given }, ...answered } };
}

function responseOf({ message, fields }: Question, id: number): JsonObject {
  const params = { mode: 'form', message, requestedSchema: formSchema(fields, true) as JsonObject };
  const inputRequests = { form: { method: 'elicitation/create', params } };
  return { jsonrpc: '2.0', id, result: { resultType: 'input_required', inputRequests, requestState: signedState } };
}
