/** The MCP server with the test prompts, over stdio. Each `prompts/get` is a line of JSON in the file of its argument. */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answerOf, prompts } from './prompts.mjs';

const [, , log = ''] = process.argv;

/** @param {string} method @param {any} params @returns {object | undefined} */
function resultOf(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { prompts: {} },
        serverInfo: { name: 'test-prompts', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'prompts/list':
      return { prompts: prompts.map((prompt) => ({ ...prompt, description: prompt.name })) };
    case 'prompts/get': {
      const prompt = prompts.find(({ name }) => name === params.name);
      if (!prompt) return undefined;
      const values = params.arguments ?? {};
      appendFileSync(log, `${JSON.stringify({ prompt: prompt.name, values })}\n`);
      return { messages: [{ role: 'user', content: { type: 'text', text: answerOf(prompt, values) } }] };
    }
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = resultOf(method, params);
  const answer = result ? { result } : { error: { code: -32601, message: `Unknown: ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
