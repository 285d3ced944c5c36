/** One prompt in one client application: from the line that a person types to the text that the model reads. */
import type { Simulation, SimulationLoss } from '../../contract/contract.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import { mayAsk } from '../../model/prompt/asking.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import { adaptationsOf } from '../adapters/adaptations.ts';
import type { ClientApplication } from '../applications/application.ts';
import type { Reading, SimulationRules } from '../applications/simulation-rules.ts';
import { cutFixes, wordsReason } from './cut-words.ts';
import { fixesFor } from './fixes.ts';
import { placeholderWords } from './line.ts';
import type { Values } from './line-split.ts';
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
import type { ServerProbe, SimulationRequest } from './request.ts';
import { formOf, piecesOf, sentValues, type TypedInput, typeLine, valuesOnServer } from './typed-input.ts';

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

function answersOf({ application, isAdapted }: SimulationRequest) {
  return isAdapted ? adaptationsOf(application)?.answers : undefined;
}

/** An adapted server writes into text what the client application would not read. */
function adaptedReading(reading: Reading, answers: ReturnType<typeof answersOf>): Reading {
  if (answers === undefined || answers === 'unchanged') return reading;
  const asText = { image: 'noted', audio: 'noted', resource: 'inlined', file: 'noted', link: 'noted' } as const;
  return answers === 'texts' ? { ...reading, ...asText } : { ...reading, messages: 'all', roles: 'written', ...asText };
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
