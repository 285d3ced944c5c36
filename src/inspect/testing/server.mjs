/**
 * An MCP server with the other SDK, for tests.
 *
 *   node server.mjs stdio
 *   node server.mjs http [TOKEN]     prints its port; with a token, it answers 401 without it
 *   node server.mjs session          over HTTP with sessions, which have a stream for announcements
 *   node server.mjs sse              over HTTP+SSE (MCP 2024-11-05) alone
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as types from '@modelcontextprotocol/sdk/types.js';

const [kind, token] = process.argv.slice(2);
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const text = (value) => ({ type: 'text', text: value });
const languages = ['Danish', 'Dutch', 'English', 'French'];

const prompts = [
  {
    name: 'translate',
    title: 'Translate a text',
    description: 'Asks for a translation',
    arguments: [
      { name: 'text', description: 'What to translate', required: true },
      { name: 'language', description: 'The language' },
    ],
  },
  { name: 'picture', description: 'Shows a picture' },
  { name: 'refused', description: 'Answers with an error' },
];

const tools = [
  {
    name: 'add',
    title: 'Add two numbers',
    description: 'Adds',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number', description: 'One' }, b: { type: 'number', description: 'Other' } },
      required: ['a', 'b'],
    },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'draw', description: 'Draws a dot', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'fail', description: 'Fails', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  {
    name: 'sample',
    description: 'Asks the client for a model',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  { name: 'wait', description: 'Never answers', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  {
    name: 'crash',
    description: 'Ends the server',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'environment',
    description: 'Reads a variable',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'grow', description: 'Adds a prompt', inputSchema: { type: 'object' } },
  { name: 'edit', description: 'Changes the guide', inputSchema: { type: 'object' } },
  {
    name: 'erase',
    description: 'Deletes everything',
    inputSchema: { type: 'object' },
    annotations: { destructiveHint: true },
  },
];

const extraTools = [];
let edits = 0;

function create() {
  const server = new Server(
    { name: 'fixture', title: 'Fixture server', version: '3.1.4' },
    {
      capabilities: {
        prompts: { listChanged: true },
        tools: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      instructions: 'Be kind to this server.',
    },
  );
  server.setRequestHandler(types.ListPromptsRequestSchema, ({ params }) =>
    // Two pages.
    params?.cursor === 'second'
      ? { prompts: [...prompts.slice(2), ...extraTools] }
      : { prompts: prompts.slice(0, 2), nextCursor: 'second' },
  );
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    if (name === 'picture')
      return { messages: [{ role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } }] };
    if (name === 'refused') throw new types.McpError(-32602, 'This prompt is not for you');
    const language = args.language || 'English';
    return {
      description: 'A translation',
      messages: [
        { role: 'user', content: text(`Translate into ${language}: ${args.text}`) },
        { role: 'assistant', content: text('Gladly.') },
      ],
    };
  });
  server.setRequestHandler(types.CompleteRequestSchema, ({ params: { argument } }) => {
    const values = argument.name === 'language' ? languages.filter((value) => value.startsWith(argument.value)) : [];
    return { completion: { values } };
  });
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(
    types.CallToolRequestSchema,
    async ({ params: { name, arguments: sentArguments, _meta } }) => {
      const args = /** @type {Record<string, any>} */ (sentArguments ?? {});
      switch (name) {
        case 'add': {
          await server.sendLoggingMessage({ level: 'info', data: 'Adding' });
          const progressToken = _meta?.progressToken;
          if (progressToken !== undefined)
            await server.notification({
              method: 'notifications/progress',
              params: { progressToken, progress: 1, total: 2, message: 'half' },
            });
          const sum = args.a + args.b;
          return { content: [text(String(sum))], structuredContent: { sum } };
        }
        case 'draw':
          return { content: [{ type: 'image', data: png, mimeType: 'image/png' }] };
        case 'fail':
          return { content: [text('It broke')], isError: true };
        case 'sample': {
          const answer = server.request(
            { method: 'sampling/createMessage', params: { messages: [], maxTokens: 10 } },
            types.CreateMessageResultSchema,
          );
          return {
            content: [
              text(
                await answer.then(
                  () => 'sampled',
                  (error) => `No model: ${error.message}`,
                ),
              ),
            ],
          };
        }
        case 'wait':
          return new Promise(() => undefined);
        case 'crash':
          process.stderr.write(`Out of memory with ${process.env.FIXTURE_TOKEN}\n`);
          process.exit(3);
          break;
        case 'environment':
          return { content: [text(process.env[args.name] ?? 'not set')] };
        case 'grow':
          extraTools.push({ name: `grown-${extraTools.length + 1}`, description: 'New' });
          await server.sendPromptListChanged();
          return { content: [text('Grown')] };
        case 'edit':
          edits += 1;
          for (const uri of subscribedUris) await server.sendResourceUpdated({ uri });
          return { content: [text('Edited')] };
        default:
          return { content: [text('Done')] };
      }
    },
  );
  /** @type {Set<string>} */
  const subscribedUris = new Set();
  server.setRequestHandler(types.SubscribeRequestSchema, ({ params: { uri } }) => {
    if (uri !== 'docs://guide') throw new types.McpError(-32602, 'Only the guide changes');
    subscribedUris.add(uri);
    return {};
  });
  server.setRequestHandler(types.UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribedUris.delete(uri);
    return {};
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({
    resources: [{ uri: 'docs://guide', name: 'guide', title: 'The guide', mimeType: 'text/markdown' }],
  }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'docs://{page}', name: 'page', description: 'Any page' }],
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, ({ params: { uri } }) => ({
    contents: [{ uri, mimeType: 'text/markdown', text: `# ${uri}${edits > 0 ? `, edition ${edits + 1}` : ''}` }],
  }));
  return server;
}

/** @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} answer */
function listen(answer) {
  const http = createServer(answer);
  http.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${/** @type {import('node:net').AddressInfo} */ (http.address()).port}\n`),
  );
}

/** @type {Map<string, any>} */
const sessions = new Map();

if (kind === 'session') {
  listen(async (request, response) => {
    const session = sessions.get(String(request.headers['mcp-session-id']));
    if (session) return session.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await create().connect(transport);
    await transport.handleRequest(request, response);
  });
} else if (kind === 'sse') {
  listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST' && pathname === '/messages')
      return sessions.get(searchParams.get('sessionId') ?? '').handlePostMessage(request, response);
    if (request.method !== 'GET') return void response.writeHead(405).end();
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    await create().connect(transport);
  });
} else if (kind === 'http') {
  listen(async (request, response) => {
    const isAllowed = token === undefined || request.headers.authorization === `Bearer ${token}`;
    if (!isAllowed || request.method !== 'POST') {
      response.writeHead(isAllowed ? 405 : 401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await create().connect(transport);
    await transport.handleRequest(request, response);
  });
} else {
  process.stderr.write('Fixture started\n');
  await create().connect(new StdioServerTransport());
}
