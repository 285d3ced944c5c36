/** One prompt in one client application: from the line that a person types to the text that the model reads. */
import type { Simulation, SimulationLoss } from '../../contract/contract.ts';
import type { ResolvedPrompt, ResolvedTool } from '../../model/definitions.ts';
import { askingOf, isSecret, mayAsk } from '../../model/prompt/asking.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import { adaptationsOf } from '../adapters/adaptations.ts';
import { collectWords } from '../adapters/rest-of-line.ts';
import type { ClientApplication } from '../applications/application.ts';
import { promptCommand } from '../applications/prompt-command.ts';
import type { Reading, SimulationRules } from '../applications/simulation-rules.ts';
import { type FixesNeeded, fixesFor } from './fixes.ts';
import { type Form, fillForms, typedValues } from './form.ts';
import { argumentsText, type LineSplit, placeholderWords, type Slot, splitLine, type Values } from './line.ts';
import {
  clashLosses,
  computedLosses,
  defaultLosses,
  droppedLosses,
  interpretedLosses,
  readingLosses,
  valueLosses,
} from './losses.ts';
import { commonResult, plainNameFix, whyHidden, whyNotSent, whyRejected } from './obstacles.ts';
import { type ReadPiece, readMessages, withWords } from './read.ts';

/** The answer to `prompts/get`. */
export type Answer =
  | { readonly kind: 'result'; readonly messages: readonly PromptMessage[] }
  | { readonly kind: 'error'; readonly message: string };

/** A prompt as `prompts/list` returns it. */
export interface ListedPrompt {
  readonly name: string;
  readonly arguments: readonly Slot[];
}

/** A connection to the server, for a simulation. */
export interface ServerProbe {
  /** In the order of the server's prompts. */
  readonly listedPrompts: readonly ListedPrompt[];
  readonly tools: readonly ResolvedTool[];
  get(prompt: string, values: Values): Promise<Answer>;
}

export interface SimulationRequest {
  readonly application: ClientApplication;
  /** The name of the server's entry in the client application. */
  readonly server: string;
  readonly prompt: ResolvedPrompt;
  /** The prompt's place in the list, from 0. */
  readonly index: number;
  readonly values: Values;
  /** What a person types; by default, the line for `values`. */
  readonly line?: string | undefined;
  /** Whether the server adapts to the client application (`serve --for`). */
  readonly isAdapted: boolean;
  /** Reads the definition under canonical keys, for fixes. Absent for a read-only definition. */
  readonly readDefinition?: (() => Promise<unknown>) | undefined;
}

/**
 * @param plainProbe the server as any client gets it
 * @param adaptedProbe the server as this client application gets it; the same object as `plainProbe` without adaptations
 */
export async function simulateClient(
  request: SimulationRequest,
  plainProbe: ServerProbe,
  adaptedProbe: ServerProbe,
): Promise<Simulation> {
  const { application, prompt } = request;
  const result = await simulateLine(request, plainProbe, adaptedProbe);
  if (!mayAsk(prompt) || application.prompts.support === 'no') return result;
  return { ...result, asking: application.forms ?? 'untested' };
}

async function simulateLine(
  request: SimulationRequest,
  plainProbe: ServerProbe,
  adaptedProbe: ServerProbe,
): Promise<Simulation> {
  const { application, prompt, index, readDefinition } = request;
  const listedPrompt = adaptedProbe.listedPrompts[index];
  const rules = application.simulation;
  const commonFields = commonResult(application);
  if (!rules || !listedPrompt || commonFields)
    return notArriving(application, commonFields?.message ?? 'The server no longer lists the prompt.', {
      reach: commonFields?.reach ?? 'none',
    });
  const whyNotShown = whyHidden(rules, listedPrompt, index);
  if (whyNotShown)
    return notArriving(application, whyNotShown, {
      fixes: readDefinition ? plainNameFix(rules, listedPrompt.name) : [],
    });

  const typedLine = typeLine(rules, request, listedPrompt);
  const { split, line, command } = typedLine;
  const lineView =
    line === undefined ? {} : { line: { command, text: line, pieces: piecesOf(split, prompt, listedPrompt) } };
  const refusal = typedLine.refusal ?? whyNotSent(rules, listedPrompt.arguments, split, line?.slice(command.length));
  if (refusal !== undefined) return notArriving(application, refusal, lineView);

  const values = sentValues(rules, listedPrompt.arguments, split);
  const serverValues = valuesOnServer(request, listedPrompt, values);
  const form = formOf(request, serverValues);
  const sentView = {
    ...lineView,
    sentValues: { ...values },
    ...(serverValues !== values && { joinedValues: { ...serverValues } }),
    ...(form?.kind === 'values' && { formValues: { ...form.formValues } }),
  };
  if (form?.kind === 'waiting') return notArriving(application, form.message, sentView);
  // The server joins the words of a line, and not the values of a form.
  const answer = await (form ? plainProbe.get(prompt.name, form.values) : adaptedProbe.get(listedPrompt.name, values));
  if (answer.kind === 'error') return notArriving(application, answer.message, sentView);
  const answerView = { ...sentView, answer: answer.messages as unknown as NonNullable<Simulation['answer']> };
  const answers = answersOf(request);
  const reading = adaptedReading(rules.reading, answers);
  const [first] = answer.messages;
  if (reading.form === 'json' && first && first.content.type !== 'text')
    return notArriving(application, 'It reports an error: the first message is not text.', {
      ...answerView,
      fixes: await fixesFor(readDefinition, { folds: true }),
    });

  const rejection = whyRejected(
    rules,
    answer.messages.map(({ role }) => role),
  );
  if (rejection !== undefined)
    return notArriving(application, rejection, {
      ...answerView,
      fixes: await fixesFor(readDefinition, { folds: true }),
    });

  const filledValues = rules.filling === 'placeholders' ? split.values : (form?.values ?? serverValues);
  // If a person typed the line, its values are the intended ones.
  const intendedValues = withText(request.line === undefined ? request.values : filledValues);
  const plainAnswer = await plainProbe.get(prompt.name, intendedValues);
  const wholeMessages = plainAnswer.kind === 'result' ? plainAnswer.messages : answer.messages;
  const pieces = readAnswer(rules, request, answer.messages, typedLine);
  const reason = wordsReason(rules, request);
  const losses: SimulationLoss[] = [
    ...droppedLosses(rules, split, line),
    ...valueLosses(intendedValues, withoutDefaults(prompt, intendedValues, withText(filledValues))),
    ...defaultLosses(rules, prompt, filledValues),
    ...clashLosses(request, adaptedProbe.listedPrompts, command),
    ...readingLosses(wholeMessages, reading, answers === 'one-text'),
    ...interpretedLosses(rules, pieces, plainAnswer.kind === 'result' ? wholeMessages : [], filledValues),
    ...computedLosses(rules, prompt, pieces, wholeMessages),
  ];
  return {
    client: application.id,
    reach: losses.length === 0 ? 'whole' : 'changed',
    ...(losses.length > 0 && reason !== undefined && { message: reason }),
    ...answerView,
    read: [...pieces],
    losses,
    fixes: await fixesFor(readDefinition, {
      ...(rules.filling === 'words' && !form && cutFixes(request, split)),
      folds: reading.messages === 'first' && wholeMessages.length > 1,
      inlines: losses.flatMap(({ messages, severity }) => (severity === 'changed' ? [] : (messages ?? []))),
    }),
  };
}

function notArriving({ id }: ClientApplication, message: string, fields: Partial<Simulation> = {}): Simulation {
  return { client: id, reach: 'none', message, losses: [], fixes: [], ...fields };
}

interface TypedInput {
  /** Absent for a form. */
  readonly line?: string;
  readonly command: string;
  readonly split: LineSplit;
  /** Why the line does not call this prompt. */
  readonly refusal?: string;
}

/** What a person enters, and how it is split. */
function typeLine(
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
function formOf(request: SimulationRequest, startValues: Values): Form | undefined {
  if (!drawsForm(request)) return undefined;
  const { prompt, line, values } = request;
  return fillForms(prompt, startValues, line === undefined ? values : { ...values, ...startValues });
}

function answersOf({ application, isAdapted }: SimulationRequest) {
  return isAdapted ? adaptationsOf(application)?.answers : undefined;
}

/** An adapted server writes into text what the client application would not read. */
function adaptedReading(reading: Reading, answers: ReturnType<typeof answersOf>): Reading {
  if (answers === undefined || answers === 'unchanged') return reading;
  const asText = { image: 'noted', audio: 'noted', resource: 'inlined', file: 'noted', link: 'noted' } as const;
  return answers === 'texts' ? { ...reading, ...asText } : { ...reading, messages: 'all', roles: 'written', ...asText };
}

/** The pieces under the declared names: further arguments belong to the one that takes the rest of the line. */
function piecesOf(
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

function sentValues({ filling }: SimulationRules, slots: readonly Slot[], { values }: LineSplit): Values {
  if (filling === 'none') return {};
  if (filling === 'placeholders') return Object.fromEntries(slots.map(({ name }, index) => [name, `$${index + 1}`]));
  return values;
}

/** The values with which the server fills the prompt; `valuesSent` itself if it changes nothing. */
function valuesOnServer(
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

/** What lets the words that are cut arrive. */
function cutFixes(request: SimulationRequest, split: LineSplit): Pick<FixesNeeded, 'restOfLine' | 'asks'> {
  const { application, prompt, values, line, isAdapted } = request;
  const cutIndex = prompt.arguments.findIndex(({ name, restOfLine }) => hasWords(values[name]) && !restOfLine);
  const canAsk = application.forms === 'drawn' && isAdapted && line === undefined && cutIndex >= 0;
  const askedArguments = canAsk
    ? prompt.arguments.slice(cutIndex).filter(({ name }) => (values[name] ?? '') !== '')
    : [];
  const asks = askedArguments.filter((argument) => askingOf(prompt, argument) === 'never').map(({ name }) => name);
  return { restOfLine: cutArgument(request, split), asks: askedArguments.some(isSecret) ? [] : asks };
}

/**
 * The argument whose value is cut at a blank: the only one with several words, or the last argument if it is among
 * several. In a line that a person typed, it is the last argument if the line has surplus words.
 */
function cutArgument({ prompt, line, values }: SimulationRequest, { pieces }: LineSplit): string | undefined {
  // Words fill the arguments in their order, so after a missing value none gets its own.
  const last = prompt.arguments.at(-1)?.name;
  if (line !== undefined) return pieces.some(({ to }) => to.kind === 'dropped') ? last : undefined;
  const cutNames = prompt.arguments.map(({ name }) => name).filter((name) => hasWords(values[name]));
  const fixedName = cutNames.length === 1 ? cutNames[0] : cutNames.find((name) => name === last);
  return prompt.arguments.every(({ name }) => name === fixedName || (values[name] ?? '') !== '')
    ? fixedName
    : undefined;
}

/** Why words do not fill the arguments as a person means; undefined for a typed line and other ways of filling. */
function wordsReason(
  { filling }: SimulationRules,
  { prompt, line, values, application }: SimulationRequest,
): string | undefined {
  if (filling !== 'words' || line !== undefined) return undefined;
  const filledArguments = prompt.arguments.filter(({ name }) => (values[name] ?? '') !== '');
  const lastGiven = prompt.arguments.findIndex(({ name }) => name === filledArguments.at(-1)?.name);
  const missingNames = prompt.arguments
    .slice(0, Math.max(lastGiven, 0))
    .find((argument) => !filledArguments.includes(argument));
  const order = `${application.name} fills the arguments with the typed words in their order`;
  if (missingNames) return `${order}: enter a value for ${missingNames.name}, or the words after it move up.`;
  const cutArgument = prompt.arguments.slice(0, -1).find(({ name }) => hasWords(values[name]));
  return (
    cutArgument &&
    `${order}, so only the last argument can have several words: ${cutArgument.name} gets only its first one.`
  );
}

function hasWords(value: string | undefined): boolean {
  return /\s/.test((value ?? '').trim());
}

/** Without what was left out and has its default: a form fills it in. */
function withoutDefaults(
  { arguments: declaredArguments }: ResolvedPrompt,
  intendedValues: Values,
  filledValues: Values,
): Values {
  const isDefault = (name: string, value: string) =>
    intendedValues[name] === undefined &&
    declaredArguments.some((argument) => argument.name === name && argument.default === value);
  return Object.fromEntries(Object.entries(filledValues).filter(([name, value]) => !isDefault(name, value)));
}

function withText(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function readAnswer(
  rules: SimulationRules,
  { server }: SimulationRequest,
  messages: readonly PromptMessage[],
  { command, line = '' }: TypedInput,
): readonly ReadPiece[] {
  const typedText = line.slice(command.length).trim();
  const pieces = readMessages(messages, rules.reading, { command, typedText, server });
  if (!rules.interpretsText) return pieces;
  // Only the blank after the command goes.
  const rawLine = line.slice(command.length + 1);
  const words = placeholderWords(rawLine).map(({ value }) => value);
  return pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: withWords(piece.text, words, rawLine) } : piece,
  );
}
