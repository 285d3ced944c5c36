/** Plays the dialogue of a prompt that asks, as a client of MCP 2026-07-28 does, with the server's own rules. */
import type { DialogueStep, FormReply, PromptSummary } from '../../../src/contract/contract.ts';
import {
  beginDialogue,
  continueDialogue,
  type Question,
  type Reply,
  type Step,
  type Values,
} from '../../../src/model/dialogue/dialogue.ts';
import { fieldsOfForm, formSchema } from '../../../src/model/dialogue/form-schema.ts';
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
  { arguments: argumentList }: PromptSummary,
  typedValues: Values,
): { values: Values; faults: string[] } {
  const values: [string, string][] = [];
  const faults: string[] = [];
  for (const argument of argumentList) {
    const typedText = Object.hasOwn(typedValues, argument.name) ? typedValues[argument.name] : undefined;
    if (typedText === '' || isAbsent(argument, typedText)) continue;
    const { value, fault } = readValue(argument, typedText);
    if (fault === undefined) values.push([argument.name, value]);
    else faults.push(`${argument.title ?? argument.name} ${fault}`);
  }
  return { values: Object.fromEntries(values), faults };
}

/** @param replies to the forms so far, in order */
export function playDialogue(prompt: PromptSummary, values: Values, replies: readonly Reply[]): PlayedDialogue {
  const rounds: Round[] = [];
  let request = requestOf(prompt, values, 1);
  let step = beginDialogue(prompt, values);
  for (const reply of [...replies, undefined]) {
    if (step.kind !== 'question') break;
    const { question, state } = step;
    rounds.push({ question, request, response: responseOf(question, rounds.length + 1), ...(reply && { reply }) });
    if (!reply) return { rounds };
    step = continueDialogue(prompt, state, reply);
    request = requestOf(prompt, values, rounds.length + 1, reply);
  }
  return step.kind === 'question' ? { rounds } : { rounds, end: step, lastRequest: request };
}

/** A form that a function has asked for, and the answer to it. */
export interface FunctionReply {
  readonly question: Question;
  readonly reply: FormReply;
}

/**
 * Adds the forms of the function to a dialogue whose arguments have their values.
 * @param valuesGiven the values of the request
 * @param replies the forms of the function so far
 * @param next what the function does after them; absent while it runs
 */
export function withFunctionForms(
  prompt: PromptSummary,
  valuesGiven: Values,
  dialogue: PlayedDialogue,
  replies: readonly FunctionReply[],
  next: DialogueStep | undefined,
): PlayedDialogue {
  const rounds = [...dialogue.rounds];
  let request = dialogue.lastRequest ?? requestOf(prompt, valuesGiven, 1);
  const add = (question: Question, reply?: Reply) => {
    rounds.push({ question, request, response: responseOf(question, rounds.length + 1), ...(reply && { reply }) });
    if (reply) request = requestOf(prompt, valuesGiven, rounds.length + 1, reply);
  };
  for (const { question, reply } of replies) add(question, reply);
  if (!next) return { rounds };
  if (next.kind === 'question') {
    add({ message: next.message, fields: fieldsOfForm(next.schema) });
    return { rounds };
  }
  if (next.kind === 'answer') return { ...dialogue, rounds, lastRequest: request };
  const reason = replies.at(-1)?.reply.action === 'cancel' ? 'cancelled' : 'invalid';
  return { rounds, end: { kind: 'refused', reason, message: next.message }, lastRequest: request };
}

/** What the form sends for typed texts: each value in its kind; a text that is not such a value stays as it is. */
export function acceptedContent({ fields }: Question, values: Values): NonNullable<FormReply['content']> {
  return Object.fromEntries(
    fields.flatMap((field): [string, string | number | boolean | string[]][] => {
      const rawValue = values[field.name] ?? '';
      if (rawValue === '' || isAbsent(field, rawValue)) return [];
      const { value } = readValue(field, rawValue);
      const fieldValue = value === undefined ? rawValue : typedValue(field, value);
      return [[field.name, Array.isArray(fieldValue) ? [...fieldValue] : (fieldValue as string | number | boolean)]];
    }),
  );
}

/** Replaces the state in the shown messages. */
const signedState = '… signed by the server …';

function requestOf({ name }: PromptSummary, values: Values, id: number, reply?: Reply): JsonObject {
  const continuation = reply && { inputResponses: { form: { ...(reply as JsonObject) } }, requestState: signedState };
  return { jsonrpc: '2.0', id, method: 'prompts/get', params: { name, arguments: { ...values }, ...continuation } };
}

function responseOf({ message, fields }: Question, id: number): JsonObject {
  const params = { mode: 'form', message, requestedSchema: formSchema(fields, true) as JsonObject };
  const inputRequests = { form: { method: 'elicitation/create', params } };
  return { jsonrpc: '2.0', id, result: { resultType: 'input_required', inputRequests, requestState: signedState } };
}
