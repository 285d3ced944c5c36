/**
 * The floor: an MCP prompt server written by hand with nothing but Node, which does as little as one can. It speaks one
 * revision, checks nothing and knows ten prompts. `node floor.mjs` is stdio, `node floor.mjs --http` prints its port.
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const prompts = Array.from({ length: 10 }, (_, index) => ({
  name: `prompt-${String(index).padStart(5, '0')}`,
  description: `Prompt number ${index} of the bench`,
  arguments: [{ name: 'topic', description: 'What it is about', required: true }],
}));
const names = new Set(prompts.map(({ name }) => name));

function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  switch (method) {
    case 'initialize':
      return reply(id, {
        protocolVersion: params.protocolVersion,
        capabilities: { prompts: { listChanged: true }, tools: {}, resources: {} },
        serverInfo: { name: 'floor', version: '1.0.0' },
      });
    case 'prompts/list':
      return reply(id, { prompts });
    case 'tools/list':
      return reply(id, { tools: [] });
    case 'resources/list':
      return reply(id, { resources: [] });
    case 'prompts/get': {
      if (!names.has(params.name)) return fail(id, -32602, 'Unknown prompt');
      const text = `Write about ${params.arguments.topic}, in the words of prompt ${params.name}.`;
      return reply(id, { description: 'A prompt', messages: [{ role: 'user', content: { type: 'text', text } }] });
    }
    case 'ping':
      return reply(id, {});
    default:
      return fail(id, -32601, 'Method not found');
  }
}

const reply = (id, result) => JSON.stringify({ jsonrpc: '2.0', id, result });
const fail = (id, code, message) => JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

if (process.argv.includes('--http')) serveHttp();
else serveStdio();

function serveStdio() {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const text = answer(JSON.parse(line));
    if (text) process.stdout.write(`${text}\n`);
  });
  lines.on('close', () => process.exit());
}

function serveHttp() {
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const text = answer(JSON.parse(body));
      if (!text) {
        response.writeHead(202).end();
        return;
      }
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(200, { ...headers, 'mcp-session-id': 'floor' }).end(text);
    });
  });
  http.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (http.address()).port}/\n`),
  );
}
