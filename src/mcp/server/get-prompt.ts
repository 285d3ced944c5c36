/** Answers `prompts/get`. */
import type { ResolvedPrompt } from '../../model/definitions.ts';
import { mayAsk } from '../../model/prompt/asking.ts';
import type { GetPromptResult } from '../../model/protocol.ts';
import { type ArgumentValues, completeValues, readGiven } from './answer/arguments.ts';
import { messageFor } from './answer/degrade.ts';
import { asProtocolError, invalidParams } from './answer/failure.ts';
import { renderPrompt } from './answer/render.ts';
import type { RenderContext } from './answer/render-context.ts';
import { asksInFunction, dialogueKeys } from './dialogue/asking-function.ts';
import { InputRequired } from './dialogue/input-required.ts';
import { findPrompt } from './prompt-list.ts';
import type { Features } from './revisions.ts';
import type { ToolContext } from './tools/tool-context.ts';

/**
 * @param params of the request, as the client sent them
 * @param features what the connection's revision defines
 * @returns a `GetPromptResult`, or in 2026-07-28 an `InputRequiredResult`
 * @throws ProtocolError −32602 for an unknown prompt or values that do not fit it
 */
export async function getPrompt(
  params: Readonly<Record<string, unknown>>,
  context: ToolContext,
  features: Features,
): Promise<object> {
  const { liveServer, services } = context;
  if (typeof params.name !== 'string') throw invalidParams('prompts/get needs the name of a prompt, as a string.');
  const prompt = findPrompt(liveServer.current(), params.name);
  if (!prompt)
    throw invalidParams(`There is no prompt named "${params.name}". Call prompts/list for the available prompts.`);
  const answer = (resolvedPrompt: ResolvedPrompt, values: unknown) =>
    answerPrompt(resolvedPrompt, values, context, features);
  try {
    return await (services.adaptPrompt
      ? services.adaptPrompt(prompt, params.arguments, answer)
      : answer(prompt, params.arguments));
  } catch (error) {
    // Adapters see only finished prompts.
    if (error instanceof InputRequired) return error.result;
    throw error;
  }
}

async function answerPrompt(
  prompt: ResolvedPrompt,
  rawValues: unknown,
  context: ToolContext,
  features: Features,
): Promise<GetPromptResult> {
  const { services } = context;
  const givenValues = readGiven(prompt, rawValues, services);
  if (!mayAsk(prompt) && !asksInFunction(prompt.content))
    return finishedPrompt(prompt, completeValues(prompt, givenValues), context, features);
  const { playForms } = await import('./dialogue/play-forms.ts');
  return playForms({
    subject: {
      server: context.liveServer.current().name,
      label: `Prompt "${prompt.name}"`,
      definition: prompt,
    },
    prompt,
    givenValues: { ...givenValues },
    client: await context.formClient?.(),
    namesMissingForms: features.missingCapability,
    keys: () => dialogueKeys(services),
    signal: context.signal,
    answer: (values, ask, signal) => {
      const givenValues: ArgumentValues = Object.assign(Object.create(null), values);
      return finishedPrompt(prompt, completeValues(prompt, givenValues), { ...context, ask, signal }, features);
    },
  });
}

async function finishedPrompt(
  prompt: ResolvedPrompt,
  values: ArgumentValues,
  context: RenderContext,
  features: Features,
): Promise<GetPromptResult> {
  try {
    const rendering = await renderPrompt(prompt, values, context);
    const { description = prompt.description, _meta } = rendering;
    const messages = rendering.messages.map((message) => messageFor(features, message));
    const result = description === undefined ? { messages } : { description, messages };
    return _meta ? { ...result, _meta } : result;
  } catch (error) {
    throw asProtocolError(error, `Prompt "${prompt.name}"`, context.services);
  }
}
