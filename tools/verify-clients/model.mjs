/**
 * A stand-in for a model on loopback: it records its requests, and answers one text in the shape of each API. With a command,
 * it first calls the agent's tool for commands.
 */
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** @param {string} text the answer @param {string} [command] to run first, once for each conversation */
export async function startModel(text, command) {
  /** @type {string[]} */
  const requests = [];
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const respond = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await readText(request);
    const answer = request.method === 'POST' ? answerOf(pathname, text, makeCommandCall(body, command)) : undefined;
    if (answer === undefined) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    requests.push(`${pathname} ${body}`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** The paths and bodies of the requests, in order. */
    requests,
    /** Removes the requests. @returns {any[]} their bodies */
    take: () => requests.splice(0).map((request) => JSON.parse(request.slice(request.indexOf(' ')))),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** The agents' tools for commands. */
const commandTools = ['Bash', 'bash', 'run_shell_command'];

/**
 * Makes the call of the agent's tool for commands; undefined if the request offers none, or follows the call.
 * @param {string} body @param {string | undefined} command
 */
function makeCommandCall(body, command) {
  const name = commandTools.find((tool) => body.includes(`"name":"${tool}"`));
  const isCalled = /"type":"tool_result"|"role":"tool"|"functionResponse"/.test(body);
  if (command === undefined || name === undefined || isCalled) return undefined;
  return { name, input: { command, description: 'Make a file' } };
}

/** @param {string} path @param {string} text @param {ReturnType<typeof makeCommandCall>} call */
function answerOf(path, text, call) {
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
    const tool = call && { name: call.name, arguments: JSON.stringify(call.input) };
    const delta = tool
      ? { role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: tool }] }
      : { role: 'assistant', content: text };
    return `${chunk(delta, null)}${chunk({}, tool ? 'tool_calls' : 'stop')}data: [DONE]\n\n`;
  }
  if (path.endsWith(':streamGenerateContent')) {
    const part = call ? { functionCall: { name: call.name, args: call.input } } : { text };
    return event({
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    });
  }
  if (path.endsWith('/v1/messages')) {
    const namedEvent = (/** @type {{ type: string, [key: string]: unknown }} */ data) =>
      `event: ${data.type}\n${event(data)}`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const about = { id: 'msg_1', type: 'message', role: 'assistant', model: 'model', content: [], usage };
    const block = call ? { type: 'tool_use', id: 'toolu_1', name: call.name, input: {} } : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text };
    return [
      { type: 'message_start', message: { ...about, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ]
      .map(namedEvent)
      .join('');
  }
  return undefined;
}
