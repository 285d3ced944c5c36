/** A stand-in for a model on loopback: it keeps what it is asked, and answers one text in the shape of each API. */
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

/** @param {string} said what it answers */
export async function startModel(said) {
  /** @type {string[]} */
  const asked = [];
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const respond = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await textOf(request);
    const answer = request.method === 'POST' ? answerOf(pathname, said) : undefined;
    if (answer === undefined) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    asked.push(`${pathname} ${body}`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** The paths and bodies, in order. */
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** @param {string} path @param {string} said */
function answerOf(path, said) {
  const event = (/** @type {object} */ data) => `data: ${JSON.stringify(data)}\n\n`;
  if (path.endsWith('/chat/completions')) {
    const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason) =>
      event({
        id: '1',
        object: 'chat.completion.chunk',
        created: 0,
        model: 'model',
        choices: [{ index: 0, delta, finish_reason }],
      });
    return `${chunk({ role: 'assistant', content: said }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  }
  if (path.endsWith(':streamGenerateContent'))
    return event({
      candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    });
  return undefined;
}
