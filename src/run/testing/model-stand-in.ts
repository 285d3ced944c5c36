/**
 * A stand-in for a model service: it streams answers as OpenAI documents chat completions and Anthropic documents its
 * Messages API, or fails as a test sets it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Reply = (response: ServerResponse, body: ModelRequest['body']) => void;

export interface ModelRequest {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever the code under test sends
  readonly body: any;
}

export interface ModelStandIn {
  /** The origin: `/v1/chat/completions`, `/v1/messages` and `/v1/models` answer below it. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Sets the answer to the next request; later ones get the documented answer. */
  answerNext(reply: Reply): void;
  /** Counts the open connections. */
  countConnections(): Promise<number>;
  close(): Promise<void>;
}

/** @param words of the answer, one event each @param models the ids of its models */
export async function startModelStandIn(
  words: readonly string[] = ['Hello', ', ', 'world'],
  models: readonly string[] = ['stand-in-model'],
): Promise<ModelStandIn> {
  const requests: ModelRequest[] = [];
  const next: Reply[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET')
      return void replyJson(200, { data: models.map((id) => ({ id })) })(response, undefined);
    const body = await json(request);
    requests.push({ url: request.url, headers: request.headers, body });
    const usualReply = request.url?.split('?')[0]?.endsWith('/messages') ? anthropicAnswer(words) : openaiAnswer(words);
    (next.shift() ?? usualReply)(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerNext: (reply) => void next.push(reply),
    countConnections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function openaiAnswer(words: readonly string[]): Reply {
  return stream([...words.map((content) => openaiChunk(content)), ...openaiEnd, '[DONE]']);
}

export function openaiChunk(content: string): object {
  return {
    id: '1',
    object: 'chat.completion.chunk',
    model: 'stand-in-model',
    choices: [{ index: 0, delta: { content } }],
  };
}

const openaiEnd = [
  { model: 'stand-in-model', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { model: 'stand-in-model', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, cost: 0.0012 } },
];

export function anthropicAnswer(words: readonly string[]): Reply {
  const usage = { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 2 };
  return stream([
    { type: 'message_start', message: { id: 'msg_1', model: 'stand-in-model', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...words.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ]);
}

/** Events one after the other; a text is sent as it is. @param end `false`: the stream stays open */
export function stream(events: readonly (object | string)[], end: 'ends' | 'breaks' | 'stays open' = 'ends'): Reply {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(events.map(eventText).join(''));
    if (end === 'ends') response.end();
    // After the written bytes have left.
    else if (end === 'breaks') response.write('', () => response.destroy());
  };
}

function eventText(event: object | string): string {
  if (typeof event === 'string') return `data: ${event}\n\n`;
  const { type } = event as { type?: string };
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
}

export function replyJson(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
