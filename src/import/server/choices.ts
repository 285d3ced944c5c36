/** Arguments of a server's prompt that take only some values, which the server completes (`completion/complete`). */
import type { Prompt } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../base/json.ts';
import { changeNote, type TransferNote } from '../../model/transfer.ts';
import type { DraftArgument } from '../prompt-data.ts';
import type { ReceivedMessage, Values } from './recover.ts';
import type { RunningServer } from './running-server.ts';

/** The values by the argument's name, at least one each. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/** A server that completes more suggests values; it does not list choices. */
const maxChoices = 50;

/** Servers seldom complete these. */
const booleans = ['true', 'false'];

/**
 * The arguments for which the server refuses a made-up value and takes those that it completes, or `true` and `false`.
 * Empty if it refuses those too.
 * @param markers made-up values for all arguments, which the server has refused together
 */
export async function findChoices(
  server: RunningServer,
  { name, arguments: args = [] }: Prompt,
  markers: Values,
  signal: AbortSignal,
): Promise<Choices> {
  const completions = new Map<string, readonly string[]>();
  for (const argument of args) {
    const values = (await server.complete(name, argument.name, signal)).filter((value) => value.trim() !== '');
    if (values.length > 0 && values.length <= maxChoices) completions.set(argument.name, [...new Set(values)]);
  }
  const isAccepted = async (values: Values) => {
    try {
      await server.get(name, values, signal);
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    }
  };
  const guesses = new Map(args.map((argument) => [argument.name, completions.get(argument.name) ?? booleans] as const));
  for (const candidates of [completions, guesses]) {
    const validValues = { ...markers, ...firstValues(candidates) };
    if (candidates.size === 0 || !(await isAccepted(validValues))) continue;
    const choices = new Map<string, readonly string[]>();
    for (const [argument, values] of candidates)
      if (!(await isAccepted({ ...validValues, [argument]: markers[argument] ?? '' }))) choices.set(argument, values);
    return choices;
  }
  return new Map();
}

/** The first value of each. */
export function firstValues(choices: Choices): Values {
  return Object.fromEntries([...choices].map(([name, values]) => [name, values[0] ?? '']));
}

/**
 * The choices whose value is text of the answer: with the second value, the answer differs by it alone.
 * @param messages the answer to `values`, which has the first of each
 */
export async function findChoicesInText(
  server: RunningServer,
  prompt: string,
  choices: Choices,
  values: Values,
  messages: readonly ReceivedMessage[],
  { signal, notes }: { readonly signal: AbortSignal; readonly notes: TransferNote[] },
): Promise<ReadonlySet<string>> {
  const foundNames = new Set<string>();
  for (const [name, [first = '', second]] of choices) {
    if (second === undefined) continue;
    const otherMessages = (await server.get(prompt, { ...values, [name]: second }, signal)).messages;
    if (textOf(messages) === textOf(otherMessages)) continue;
    const slot = '\u0000';
    if (textOf(messages).replaceAll(first, slot) === textOf(otherMessages).replaceAll(second, slot))
      foundNames.add(name);
    else
      notes.push(changeNote(`The text is the one for ${name} ${first}: with ${second}, the server sends another one.`));
  }
  return foundNames;
}

/** The messages with markers in place of the values of some choices. */
export function withMarkers(
  messages: readonly ReceivedMessage[],
  names: ReadonlySet<string>,
  choices: Choices,
  markers: Values,
): readonly ReceivedMessage[] {
  return messages.map((message) => {
    const { content } = message;
    if (!isJsonObject(content) || typeof content.text !== 'string') return message;
    let { text } = content;
    for (const name of names) text = text.replaceAll(choices.get(name)?.[0] ?? '', markers[name] ?? '');
    return { ...message, content: { ...content, text } };
  });
}

/** The argument with its choices; a default that is none of them is left out. */
export function withChoices(
  { Default: defaultValue, ...argument }: DraftArgument,
  values: readonly string[],
): DraftArgument {
  const isBoolean = values.length === 2 && values.includes('true') && values.includes('false');
  return {
    ...argument,
    ...(isBoolean ? { Kind: 'boolean' } : { Kind: 'choice', Choices: values }),
    ...(defaultValue !== undefined && values.includes(defaultValue) && { Default: defaultValue }),
  };
}

function textOf(messages: readonly ReceivedMessage[]): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, content]));
}
