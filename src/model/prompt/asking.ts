/** Which arguments a prompt asks a person for. */
import type { Argument, Asking } from '../definitions.ts';
import { valuesIn } from './read-value.ts';

/** The prompt, as far as it says what its arguments ask. */
interface AskingPrompt {
  readonly ask?: Asking | undefined;
}

type ArgumentToAsk = Pick<Argument, 'name' | 'title' | 'required' | 'ask' | 'askWhen'>;

/** When a prompt asks for an argument. A form never asks for a secret (MCP 2026-07-28, "Elicitation"). */
export function askingOf({ ask }: AskingPrompt, argument: ArgumentToAsk): Asking {
  if (isSecret(argument)) return 'never';
  if (argument.ask) return argument.ask;
  if (ask === 'always') return 'always';
  if (argument.askWhen) return 'missing';
  return ask === 'missing' && argument.required ? 'missing' : 'never';
}

const askingPrompts = new WeakMap<object, boolean>();

/** Whether a prompt may ask for anything. Most prompts never do, and every call wants to know. */
export function mayAsk(prompt: AskingPrompt & { readonly arguments: readonly ArgumentToAsk[] }): boolean {
  let asks = askingPrompts.get(prompt);
  if (asks === undefined) {
    asks = prompt.arguments.some((argument) => askingOf(prompt, argument) !== 'never');
    askingPrompts.set(prompt, asks);
  }
  return asks;
}

const secretWords =
  /\b(?:passwords?|passwd|passphrase|passcode|pin code|api keys?|private key|secret key|client secret|access token|refresh token|auth token|bearer token|credit card|card number|cvv|cvc|ssn|social security)\b/i;

/** Whether the name or the title of an argument says that its value is a secret. */
export function isSecret({ name, title }: Pick<Argument, 'name' | 'title'>): boolean {
  const words = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-./\s]+/g, ' ');
  return secretWords.test(words(name)) || (title !== undefined && secretWords.test(words(title)));
}

/** Whether a condition holds for the values of the other arguments, written as `readValue` returns them. */
export function isRelevant(
  { askWhen }: Pick<Argument, 'askWhen'>,
  declaredArguments: readonly Argument[],
  values: Readonly<Record<string, string>>,
): boolean {
  if (!askWhen) return true;
  return Object.entries(askWhen).every(([name, allowedValues]) => {
    const value = Object.hasOwn(values, name)
      ? values[name]
      : declaredArguments.find((argument) => argument.name === name)?.default;
    if (value === undefined) return false;
    const isList = declaredArguments.some((argument) => argument.name === name && argument.kind === 'choices');
    return isList ? valuesIn(value).some((item) => allowedValues.includes(item)) : allowedValues.includes(value);
  });
}

/** The required arguments without a value. One that is asked for under a condition is only required under it. */
export function missingArguments(
  declaredArguments: readonly Argument[],
  values: Readonly<Record<string, string>>,
): string[] {
  return declaredArguments
    .filter(
      (argument) =>
        argument.required && !Object.hasOwn(values, argument.name) && isRelevant(argument, declaredArguments, values),
    )
    .map(({ name }) => name);
}
