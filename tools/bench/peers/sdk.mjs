/**
 * The peer: a plain MCP prompt server on the SDK's low-level `Server`, written as its documentation shows, with the same
 * ten prompts as the floor. `node sdk.mjs` is stdio (`--both-eras` through `serveStdio`); `--http` is Streamable HTTP and
 * prints its port: `/sessions` is the SDK's session transport with JSON answers, `/stateless` its handler for both eras.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

const prompts = Array.from({ length: 10 }, (_, index) => ({
  name: `prompt-${String(index).padStart(5, '0')}`,
  description: `Prompt number ${index} of the bench`,
  arguments: [{ name: 'topic', description: 'What it is about', required: true }],
}));
const names = new Set(prompts.map(({ name }) => name));

function createSdkServer() {
  const capabilities = { prompts: { listChanged: true }, tools: {}, resources: {} };
  const server = new Server({ name: 'sdk', version: '1.0.0' }, { capabilities });
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (!names.has(params.name)) throw new ProtocolError(-32602, 'Unknown prompt');
    const text = `Write about ${params.arguments?.topic}, in the words of prompt ${params.name}.`;
    return { description: 'A prompt', messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

if (process.argv.includes('--http')) serveHttp();
else if (process.argv.includes('--both-eras')) serveStdio(createSdkServer);
else await createSdkServer().connect(new StdioServerTransport());

function serveHttp() {
  const statelessHandler = toNodeHandler(createMcpHandler(createSdkServer));
  const sessions = new Map();
  const http = createServer(async (request, response) => {
    if (request.url === '/stateless') return statelessHandler(request, response);
    const id = request.headers['mcp-session-id'];
    let transport = sessions.get(id);
    if (!transport) {
      transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: true,
        onsessioninitialized: (createdText) => {
          sessions.set(createdText, transport);
        },
      });
      await createSdkServer().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  http.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (http.address()).port}/\n`),
  );
}
