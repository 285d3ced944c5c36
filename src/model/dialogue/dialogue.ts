/**
 * The dialogue of a prompt that asks: which values a form asks for, and what an answer changes. It knows no transport, so
 * that the server and the window play the same dialogue. Between two rounds, everything is in `DialogueState`.
 */
import { isJsonObject } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { Argument, PromptDefinition } from '../definitions.ts';
import { askingOf, isRelevant, missingArguments } from '../prompt/asking.ts';
import { isAbsent, readValue } from '../prompt/read-value.ts';

/** Argument values, each as `readValue` returns it; no key for an absent one. */
export type Values = Readonly<Record<string, string>>;

/** What a dialogue needs of a prompt. */
export type AskingPrompt = Pick<PromptDefinition, 'name' | 'title' | 'description' | 'message' | 'ask' | 'arguments'>;

export interface DialogueState {
  readonly values: Values;
  /** Arguments that a form has asked for. */
  readonly asked: readonly string[];
  /** Forms so far. */
  readonly rounds: number;
  /** What was wrong with the last answer, by argument: the end of a sentence about it. */
  readonly faults?: Values;
}

/** One form. */
export interface Question {
  readonly message: string;
  readonly fields: readonly Field[];
}

/** A field of a form; `value` fills it at first. */
export interface Field extends Argument {
  readonly value?: string;
}

/** What a client sends back (MCP 2026-07-28, `ElicitResult`), not checked yet. */
export interface Reply {
  readonly action?: unknown;
  readonly content?: unknown;
}

export type Step =
  | { readonly kind: 'question'; readonly question: Question; readonly state: DialogueState }
  /** Nothing is left to ask: the state has the values, without defaults. */
  | { readonly kind: 'values'; readonly state: DialogueState }
  /** `cancelled`: the person stopped the call. `invalid`: the answers are missing or wrong. */
  | { readonly kind: 'refused'; readonly reason: 'cancelled' | 'invalid'; readonly message: string };

/** Most forms of one call. */
export const maxRounds = 5;

/** @param values the values that the request has */
export function beginDialogue(prompt: AskingPrompt, values: Values): Step {
  return nextStep(prompt, { values, asked: [], rounds: 0 });
}

/** @param reply to the question that `nextStep` asks in this state */
export function continueDialogue(prompt: AskingPrompt, state: DialogueState, reply: Reply): Step {
  switch (reply.action) {
    case 'accept':
      return nextStep(prompt, stateAfter(prompt, state, isJsonObject(reply.content) ? reply.content : {}));
    case 'decline': {
      const missingNames = missingArguments(prompt.arguments, state.values);
      if (missingNames.length === 0)
        return { kind: 'values', state: { ...state, asked: prompt.arguments.map(({ name }) => name) } };
      return refuse(
        `Prompt "${prompt.name}" needs ${wordList(missingNames.map((name) => `"${name}"`))}, but the form was declined: send ${missingNames.length > 1 ? 'values' : 'a value'}.`,
      );
    }
    case 'cancel':
      return { kind: 'refused', reason: 'cancelled', message: cancelledSentence(prompt) };
    default:
      return refuse('The action of an answer must be accept, decline or cancel.');
  }
}

/** The question of a state, or the values if nothing is left to ask. */
export function nextStep(prompt: AskingPrompt, state: DialogueState): Step {
  const fields = fieldsOf(prompt, state);
  if (fields.length === 0) return { kind: 'values', state };
  const faults = Object.entries(state.faults ?? {}).map(([name, fault]) => `${labelOf(fields, name)} ${fault}`);
  if (state.rounds >= maxRounds)
    return refuse(`Prompt "${prompt.name}" has asked ${maxRounds} times: ${faults.join(' ') || 'values are missing.'}`);
  const message = [...faults, messageOf(prompt)].join('\n');
  return { kind: 'question', question: { message, fields }, state };
}

function refuse(message: string): Step {
  return { kind: 'refused', reason: 'invalid', message };
}

/** The fields of the next form: arguments whose condition waits for another answer come in a later one. */
function fieldsOf(prompt: AskingPrompt, { values, asked }: DialogueState): readonly Field[] {
  const pending = new Set<string>();
  const fields: Field[] = [];
  for (const argument of prompt.arguments) {
    const { name, askWhen } = argument;
    const asking = askingOf(prompt, argument);
    if (asking === 'never' || asked.includes(name)) continue;
    const givenValue = Object.hasOwn(values, name) ? values[name] : undefined;
    if (asking === 'missing' && givenValue !== undefined) continue;
    if (askWhen && Object.keys(askWhen).some((key) => pending.has(key))) {
      // Conditions on this one wait too.
      pending.add(name);
      continue;
    }
    if (!isRelevant(argument, prompt.arguments, values)) continue;
    pending.add(name);
    const value = givenValue ?? argument.default;
    fields.push({ ...argument, ...(value !== undefined && { value }) });
  }
  return fields;
}

/** An absent optional value counts as answered; a wrong or absent required one is asked for again. */
function stateAfter(
  prompt: AskingPrompt,
  state: DialogueState,
  content: Readonly<Record<string, unknown>>,
): DialogueState {
  const values = new Map(Object.entries(state.values));
  const askedNames = [...state.asked];
  const faults = new Map<string, string>();
  for (const field of fieldsOf(prompt, state)) {
    const rawContent = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    if (isAbsent(field, rawContent) || (field.required && rawContent === '')) {
      values.delete(field.name);
      if (field.required) faults.set(field.name, 'is missing.');
      else askedNames.push(field.name);
      continue;
    }
    const { value, fault } = readValue(field, rawContent);
    if (fault === undefined) {
      values.set(field.name, value);
      askedNames.push(field.name);
    } else faults.set(field.name, fault);
  }
  return {
    values: Object.fromEntries(values),
    asked: askedNames,
    rounds: state.rounds + 1,
    ...(faults.size > 0 && { faults: Object.fromEntries(faults) }),
  };
}

function labelOf(fields: readonly Field[], name: string): string {
  return fields.find((field) => field.name === name)?.title ?? `"${name}"`;
}

function messageOf({ message, title, name, description }: AskingPrompt): string {
  return message ?? description ?? `Values for ${title ?? name}`;
}

function cancelledSentence(prompt: AskingPrompt): string {
  const names = prompt.arguments.filter((argument) => askingOf(prompt, argument) !== 'never').map(({ name }) => name);
  return `Prompt "${prompt.name}" was cancelled, or this program cannot show its form. Without the form, give the values with the command: ${wordList(names)}.`;
}
