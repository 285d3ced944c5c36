/**
 * A recorder on loopback in place of a model's address: it keeps what a client application sends, and answers every request
 * with one word in the shape of that API.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

export interface RecordedRequest {
  readonly path: string;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface Recorder {
  /** The origin: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** What was sent since the last call, in order. */
  take(): readonly RecordedRequest[];
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  let recordedRequests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, (entry) => recordedRequests.push(entry)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const requests = recordedRequests;
      recordedRequests = [];
      return requests;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  record: (entry: RecordedRequest) => unknown,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const events = request.method === 'POST' ? answers.find(({ path }) => path.test(pathname))?.events : undefined;
  const body = await textOf(request);
  if (!events) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  record({ path: pathname, body: JSON.parse(body) });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.join(''));
}

const event = (data: { readonly type?: string; readonly [key: string]: unknown }) =>
  `${data.type === undefined ? '' : `event: ${data.type}\n`}data: ${JSON.stringify(data)}\n\n`;
const choice = (delta: object, finish_reason: string | null) =>
  event({
    id: '1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'recorder',
    choices: [{ index: 0, delta, finish_reason }],
  });

const responsesItem = {
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'ok', annotations: [] }],
};

/** As the APIs document them. */
const answers: readonly { readonly path: RegExp; readonly events: readonly string[] }[] = [
  {
    path: /\/v1\/messages$/,
    events: [
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'recorder',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } }),
      event({ type: 'content_block_stop', index: 0 }),
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 1 },
      }),
      event({ type: 'message_stop' }),
    ],
  },
  {
    path: /\/chat\/completions$/,
    events: [choice({ role: 'assistant', content: 'ok' }, null), choice({}, 'stop'), 'data: [DONE]\n\n'],
  },
  {
    path: /\/responses$/,
    events: [
      event({ type: 'response.created', response: { id: 'resp_1' } }),
      event({ type: 'response.output_item.done', output_index: 0, item: responsesItem }),
      event({
        type: 'response.completed',
        response: {
          id: 'resp_1',
          output: [responsesItem],
          usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
        },
      }),
    ],
  },
  {
    path: /:streamGenerateContent$/,
    events: [
      event({
        candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      }),
    ],
  },
];
