/** The chat completions API that OpenAI defined and Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and others answer. */
import * as z from 'zod';
import type { Ending, RunProgress, RunRequest } from '../runner.ts';
import { RunError } from '../runner.ts';
import { type Piece, type Takes, turnsOf } from './content.ts';
import { findReason, type ModelQuestion, readEvents, readJson } from './model-answer.ts';

export const openaiTakes: Takes = { image: /^image\// };

export interface ModelService {
  readonly title: string;
  /** Without a slash at the end. */
  readonly address: string;
  readonly key: string | undefined;
}

const count = z.number().optional().catch(undefined);

const chunk = z.object({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional().catch(undefined),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  /** The last event; `cost` is OpenRouter's, in US dollars. */
  usage: z.object({ prompt_tokens: count, completion_tokens: count, cost: count }).nullish(),
  error: z.unknown().optional(),
});

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Sends the messages and streams the answer. @throws RunError */
export async function answerByOpenai(
  service: ModelService,
  model: string,
  { messages }: RunRequest,
  { signal, maxOutputTokens, onText }: RunProgress,
): Promise<Ending> {
  const limit = new URL(service.address).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
  const body = {
    model,
    messages: turnsOf(messages, openaiTakes).map(({ role, pieces }) => ({ role, content: contentOf(pieces) })),
    stream: true,
    stream_options: { include_usage: true },
    [limit]: maxOutputTokens,
  };
  let finish: string | undefined;
  let modelName: string | undefined;
  let usage: z.output<typeof chunk>['usage'];
  await readEvents({ ...questionTo(service, '/chat/completions', signal), body }, (data) => {
    const event = chunk.safeParse(data);
    if (!event.success)
      throw new RunError(
        'broken',
        `${service.title} sent an event that is not part of the chat completions API: check the address.`,
        JSON.stringify(data).slice(0, 2_000),
      );
    if (event.data.error !== undefined) throw makeStreamError(service.title, data);
    modelName ??= event.data.model;
    usage = event.data.usage ?? usage;
    const [choice] = event.data.choices;
    if (choice?.delta?.content) onText(choice.delta.content);
    finish = choice?.finish_reason ?? finish;
    return false;
  }).catch((error: unknown) => {
    // Some services end the stream without the last event, `[DONE]`.
    if (finish === undefined || signal.aborted || !(error instanceof RunError) || error.code !== 'network') throw error;
  });
  return {
    stopReason: stopReasons[finish ?? ''] ?? 'other',
    model: modelName ?? model,
    ...(usage && { tokensIn: usage.prompt_tokens, tokensOut: usage.completion_tokens, costUsd: usage.cost }),
  } as Ending;
}

/** Lists the ids of the models. @throws RunError */
export async function modelsByOpenai(service: ModelService, signal: AbortSignal): Promise<string[]> {
  const list = modelList.safeParse(await readJson(questionTo(service, '/models', signal)));
  return list.success ? list.data.data.map(({ id }) => id) : [];
}

/** Makes the error for a failure after the answer has started. */
export function makeStreamError(title: string, data: unknown): RunError {
  const rawText = JSON.stringify(data, null, 2);
  return new RunError(
    'busy',
    `${title} failed (${findReason(rawText) ?? 'without a reason'}): run again later.`,
    rawText,
  );
}

const stopReasons: Readonly<Record<string, Ending['stopReason']>> = {
  stop: 'end',
  length: 'length',
  content_filter: 'refused',
};

function questionTo({ title, address, key }: ModelService, path: string, signal: AbortSignal): ModelQuestion {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return { url: `${address}${path}`, title, headers, key, signal };
}

/** A single text becomes a string, which every service accepts. */
function contentOf(pieces: readonly Piece[]) {
  const [first] = pieces;
  if (pieces.length === 1 && first?.kind === 'text') return first.text;
  return pieces.map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', text: piece.text }
      : { type: 'image_url', image_url: { url: `data:${piece.mimeType};base64,${piece.data}` } },
  );
}
