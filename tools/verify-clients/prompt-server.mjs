/**
 * The MCP server with the test prompts, over stdio. It appends a line of JSON for each `prompts/get` to the file of its
 * argument: the values, and whether a form opened. The client cancels each form, and then the request fails.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answerOf, isAsking, prompts } from './prompts.mjs';

const [, , log = ''] = process.argv;

/** Whether the client shows forms. */
let hasForms = false;
let forms = 0;
/** Called at the answer to a form, by the id of its request. @type {Map<string, () => void>} */
const waitingRequests = new Map();

const send = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {string} method @param {any} params @returns {object | undefined} */
function resultOf(method, params) {
  switch (method) {
    case 'initialize':
      hasForms = params.capabilities?.elicitation !== undefined;
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { prompts: {} },
        serverInfo: { name: 'test-prompts', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'prompts/list':
      return {
        prompts: prompts.map(({ name, arguments: list }) => ({
          name,
          description: name,
          arguments: list.map((argument) => ({ name: argument.name, required: argument.required })),
        })),
      };
    default:
      return undefined;
  }
}

/** @param {number | string} id @param {any} params */
function getPrompt(id, params) {
  const prompt = prompts.find(({ name }) => name === params.name);
  if (!prompt) {
    send({ id, error: { code: -32602, message: `Unknown: ${params.name}` } });
    return;
  }
  const values = params.arguments ?? {};
  const hasForm = hasForms && isAsking(prompt, values);
  appendFileSync(log, `${JSON.stringify({ prompt: prompt.name, values, hasForm })}\n`);
  if (!hasForm) {
    const content = { type: 'text', text: answerOf(prompt, values) };
    send({ id, result: { messages: [{ role: 'user', content }] } });
    return;
  }
  forms += 1;
  const properties = Object.fromEntries(prompt.arguments.map(({ name }) => [name, { type: 'string' }]));
  const requestedSchema = { type: 'object', properties };
  waitingRequests.set(`form-${forms}`, () => send({ id, error: { code: -32603, message: 'The form was cancelled.' } }));
  send({ id: `form-${forms}`, method: 'elicitation/create', params: { message: 'Values', requestedSchema } });
}

/** @param {any} message */
function answer({ id, method, params }) {
  if (method === 'prompts/get') getPrompt(id, params);
  else if (method === undefined) waitingRequests.get(id)?.();
  else {
    const result = resultOf(method, params);
    send({ id, ...(result ? { result } : { error: { code: -32601, message: `Unknown: ${method}` } }) });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined) answer(message);
});
