/**
 * The peer for tools: a plain MCP tool server on the SDK's low-level `Server`, written as its documentation shows, which
 * checks arguments with ajv. The same ten tools as the product's in this bench. `node sdk-tools.mjs` is stdio.
 */
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** @type {import('@modelcontextprotocol/server').Tool['inputSchema']} */
const inputSchema = {
  type: 'object',
  properties: {
    topic: { type: 'string', description: 'What it is about' },
    words: { type: 'integer', default: 100 },
    tone: { type: 'string', enum: ['plain', 'formal'] },
  },
  required: ['topic'],
};
const tools = Array.from({ length: 10 }, (_, index) => ({
  name: `tool-${index}`,
  description: `Tool number ${index} of the bench`,
  inputSchema,
}));
const ajv = new Ajv2020();
const checks = new Map(tools.map((tool) => [tool.name, ajv.compile(tool.inputSchema)]));

const server = new Server({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
server.setRequestHandler('tools/list', () => ({ tools }));
server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) => {
  const check = checks.get(name);
  if (!check) throw new ProtocolError(-32602, `Unknown tool: ${name}`);
  if (!check(args)) return { content: [{ type: 'text', text: ajv.errorsText(check.errors) }], isError: true };
  const { topic, words = 100, tone = '' } = args;
  return { content: [{ type: 'text', text: `Write ${words} ${tone} words about ${topic}, for ${name}.` }] };
});
await server.connect(new StdioServerTransport());
