/** What a person types or enters for a prompt, and the values that the client application sends for it. */
import type { ResolvedPrompt } from '../../model/definitions.ts';
import { mayAsk } from '../../model/prompt/asking.ts';
import { adaptationsOf } from '../adapters/adaptations.ts';
import { collectWords } from '../adapters/rest-of-line.ts';
import { promptCommand } from '../applications/prompt-command.ts';
import type { SimulationRules } from '../applications/simulation-rules.ts';
import { type Form, fillForms, typedValues } from './form.ts';
import { argumentsText, splitLine } from './line.ts';
import type { LineSplit, Slot, Values } from './line-split.ts';
import type { ListedPrompt, SimulationRequest } from './request.ts';

export interface TypedInput {
  /** Absent for a form. */
  readonly line?: string;
  readonly command: string;
  readonly split: LineSplit;
  /** Why the line does not call this prompt. */
  readonly refusal?: string;
}

/** What a person enters, and how it is split. */
export function typeLine(
  rules: SimulationRules,
  request: SimulationRequest,
  { name, arguments: slots }: ListedPrompt,
): TypedInput {
  const { application, server, prompt, values, isAdapted } = request;
  const command = promptCommand(application, server, name) ?? '';
  if (rules.filling === 'form') {
    const filledSlots = slots.filter((slot) => (values[slot.name] ?? '') !== '');
    return {
      command,
      split: {
        pieces: [],
        values: Object.fromEntries(filledSlots.map((slot) => [slot.name, values[slot.name] ?? ''])),
      },
    };
  }
  const slotValues = drawsForm(request)
    ? typedValues(prompt, slots, isAdapted && adaptationsOf(application)?.addsRoom === true, values)
    : values;
  const text = argumentsText(rules.filling, slots, slotValues);
  const line = request.line ?? (text === '' ? command : `${command} ${text}`);
  const isForPrompt = line === command || (line.startsWith(command) && /\s/.test(line[command.length] ?? ''));
  return isForPrompt
    ? { line, command, split: splitLine(rules.filling, line, command.length, slots) }
    : { line, command, split: { pieces: [], values: {} }, refusal: `The line must begin with ${command}.` };
}

function drawsForm({ application, prompt }: SimulationRequest): boolean {
  return application.forms === 'drawn' && mayAsk(prompt);
}

/** The form that the call opens. What a person typed on a line stays as it is. */
export function formOf(request: SimulationRequest, startValues: Values): Form | undefined {
  if (!drawsForm(request)) return undefined;
  const { prompt, line, values } = request;
  return fillForms(prompt, startValues, line === undefined ? values : { ...values, ...startValues });
}

/** The pieces under the declared names: further arguments belong to the one that takes the rest of the line. */
export function piecesOf(
  { pieces }: LineSplit,
  { arguments: declaredArguments }: ResolvedPrompt,
  { arguments: slots }: ListedPrompt,
) {
  return pieces.map((piece) => {
    if (piece.to.kind !== 'argument') return piece;
    const { name } = piece.to;
    const index = slots.findIndex((slot) => slot.name === name);
    const argument = declaredArguments[Math.min(index, declaredArguments.length - 1)];
    return argument === undefined ? piece : { ...piece, to: { kind: 'argument' as const, name: argument.name } };
  });
}

export function sentValues({ filling }: SimulationRules, slots: readonly Slot[], { values }: LineSplit): Values {
  if (filling === 'none') return {};
  if (filling === 'placeholders') return Object.fromEntries(slots.map(({ name }, index) => [name, `$${index + 1}`]));
  return values;
}

/** The values with which the server fills the prompt; `valuesSent` itself if it changes nothing. */
export function valuesOnServer(
  { application, prompt, isAdapted }: SimulationRequest,
  { arguments: slots }: ListedPrompt,
  valuesSent: Values,
): Values {
  if (!isAdapted || !adaptationsOf(application)?.addsRoom) return valuesSent;
  const { values } = collectWords(prompt.arguments, slots, valuesSent);
  const names = Object.keys(values);
  const isSame =
    names.length === Object.keys(valuesSent).length && names.every((name) => values[name] === valuesSent[name]);
  return isSame ? valuesSent : values;
}
