/** A prompt that asks, in a client application that shows its form: which values are typed, and which are entered there. */
import { readGiven } from '../../mcp/server/answer/arguments.ts';
import type { Argument, ResolvedPrompt } from '../../model/definitions.ts';
import { continueDialogue, nextStep } from '../../model/dialogue/dialogue.ts';
import { askingOf } from '../../model/prompt/asking.ts';
import { joinWords } from '../adapters/rest-of-line.ts';
import type { Slot, Values } from './line-split.ts';

/**
 * The values that a person types for a client application that gives each argument one word. From the first one that
 * does not arrive whole, the form takes them, if it asks for all of them; else all values are typed.
 * @param slots begin with the declared arguments, as they are listed
 * @param takesRest whether further arguments take the rest of the line
 */
export function typedValues(
  prompt: ResolvedPrompt,
  slots: readonly Slot[],
  takesRest: boolean,
  values: Values,
): Values {
  const allArguments = prompt.arguments;
  const textOf = ({ name }: Argument) => values[name] ?? '';
  const arrives = (argument: Argument, index: number) => {
    const value = textOf(argument);
    const hasRoom = takesRest && argument.restOfLine === true && index === allArguments.length - 1;
    return /^\S+$/.test(value) || (hasRoom && value !== '' && joinWords(value.split(/\s+/)) === value);
  };
  const firstLostIndex = allArguments.findIndex((argument, index) => !arrives(argument, index));
  if (firstLostIndex < 0) return values;
  const isAsked = (argument: Argument, index: number) =>
    askingOf(prompt, argument) !== 'never' && slots[index]?.required !== true;
  const isLeft = allArguments.every(
    (allArgument, index) => index < firstLostIndex || textOf(allArgument) === '' || isAsked(allArgument, index),
  );
  const declaredBefore = allArguments.slice(0, firstLostIndex);
  return isLeft ? Object.fromEntries(declaredBefore.map((argument) => [argument.name, textOf(argument)])) : values;
}

export type Form =
  /** All values, and those that are entered in forms. */
  | { readonly kind: 'values'; readonly values: Values; readonly formValues: Values }
  /** The form waits for a value that fits. */
  | { readonly kind: 'waiting'; readonly message: string };

/**
 * Fills in the forms that a call opens.
 * @param startValues the values of the call
 * @param values what a person enters; a value of the call stays where there is none
 * @returns undefined if the call opens no form
 */
export function fillForms(prompt: ResolvedPrompt, startValues: Values, values: Values): Form | undefined {
  const formValues = valuesOfCall(prompt, startValues);
  if (!formValues) return undefined;
  let step = nextStep(prompt, { values: formValues, asked: [], rounds: 0 });
  if (step.kind !== 'question') return undefined;
  const enteredValues = new Map<string, string>();
  while (step.kind === 'question') {
    const { question, state } = step;
    const [fault] = Object.entries(state.faults ?? {});
    if (fault) return { kind: 'waiting', message: `Its form waits for another value: ${fault.join(' ')}` };
    const content = question.fields.flatMap(({ name, value = '' }): [string, string][] => {
      const answer = (values[name] ?? '') === '' ? value : (values[name] ?? '');
      return answer === '' ? [] : [[name, answer]];
    });
    for (const [name, value] of content) enteredValues.set(name, value);
    step = continueDialogue(prompt, state, { action: 'accept', content: Object.fromEntries(content) });
  }
  return step.kind === 'refused'
    ? { kind: 'waiting', message: step.message }
    : { kind: 'values', values: step.state.values, formValues: Object.fromEntries(enteredValues) };
}

/** The values as a dialogue begins with them; undefined if the server refuses one. */
function valuesOfCall(prompt: ResolvedPrompt, values: Values): Values | undefined {
  try {
    return { ...readGiven(prompt, values, { log: () => {} }) };
  } catch {
    return undefined;
  }
}
