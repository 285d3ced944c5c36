/** The Messages API of Anthropic, version 2023-06-01, as a stream. */
import * as z from 'zod';
import { type Ending, RunError, type RunProgress, type RunRequest } from '../runner.ts';
import { type Piece, type Takes, turnsOf } from './content.ts';
import { type ModelQuestion, readEvents, readJson } from './model-answer.ts';
import { type ModelService, makeStreamError } from './openai.ts';

export const anthropicTakes: Takes = {
  image: /^image\/(?:jpeg|png|gif|webp)$/,
  document: /^application\/pdf$/,
};

const count = z.number().optional().catch(undefined);
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});

/** The events that matter here; there are others. */
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ model: z.string(), usage }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usage.optional(),
  }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.literal('error'), error: z.unknown() }),
]);
const anyEvent = z.object({ type: z.string() });

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Sends the messages and streams the answer. @throws RunError */
export async function answerByAnthropic(
  service: ModelService,
  model: string,
  { messages }: RunRequest,
  { signal, maxOutputTokens, onText }: RunProgress,
): Promise<Ending> {
  const body = {
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    messages: turnsOf(messages, anthropicTakes).map(({ role, pieces }) => ({ role, content: pieces.map(blockOf) })),
  };
  let stop: string | undefined;
  let modelName = model;
  let tokensIn: number | undefined;
  let tokensOut: number | undefined;
  await readEvents({ ...questionTo(service, '/v1/messages', signal), body }, (data) => {
    const result = event.safeParse(data);
    if (!result.success) {
      const { success, data: otherEvent } = anyEvent.safeParse(data);
      if (success && !knownEventTypes.has(otherEvent.type)) return false;
      throw new RunError(
        'broken',
        `${service.title} sent an event that is not part of the Messages API: check the address.`,
        JSON.stringify(data).slice(0, 2_000),
      );
    }
    switch (result.data.type) {
      case 'message_start': {
        const {
          input_tokens = 0,
          cache_read_input_tokens = 0,
          cache_creation_input_tokens = 0,
        } = result.data.message.usage;
        tokensIn = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
        modelName = result.data.message.model;
        return false;
      }
      case 'content_block_delta':
        if (result.data.delta.type === 'text_delta') onText(result.data.delta.text ?? '');
        return false;
      case 'message_delta':
        stop = result.data.delta.stop_reason ?? stop;
        tokensOut = result.data.usage?.output_tokens ?? tokensOut;
        return false;
      case 'message_stop':
        return true;
      case 'error':
        throw makeStreamError(service.title, data);
    }
  });
  return { stopReason: stopReasons[stop ?? ''] ?? 'other', model: modelName, tokensIn, tokensOut } as Ending;
}

/** Lists the ids of the models. @throws RunError */
export async function modelsByAnthropic(service: ModelService, signal: AbortSignal): Promise<string[]> {
  const list = modelList.safeParse(await readJson(questionTo(service, '/v1/models?limit=1000', signal)));
  return list.success ? list.data.data.map(({ id }) => id) : [];
}

const knownEventTypes = new Set<string>(event.options.map(({ shape }) => shape.type.value));

const stopReasons: Readonly<Record<string, Ending['stopReason']>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  max_tokens: 'length',
  refusal: 'refused',
};

function questionTo({ title, address, key }: ModelService, path: string, signal: AbortSignal): ModelQuestion {
  const headers: Record<string, string> = { 'anthropic-version': '2023-06-01' };
  if (key !== undefined) headers['x-api-key'] = key;
  return { url: `${address}${path}`, title, headers, key, signal };
}

function blockOf(piece: Piece) {
  return piece.kind === 'text'
    ? { type: 'text', text: piece.text }
    : { type: piece.kind, source: { type: 'base64', media_type: piece.mimeType, data: piece.data } };
}
