/** A stub of the model's API for Claude Code: it answers every request with one word and records the requests. */
import { createServer } from 'node:http';

const events = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'stub',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Listens on a free port of this machine.
 * @returns {Promise<{ url: string, take(): object[], close(): Promise<void> }>} `take` hands over the bodies of the
 *   message requests since it was last called
 */
export async function startApiStub() {
  let bodies = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    if (request.method !== 'POST' || !/^\/v1\/messages(\?|$)/.test(request.url ?? '')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    bodies.push(JSON.parse(text));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = bodies;
      bodies = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
