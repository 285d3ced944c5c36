/**
 * An MCP server whose answers to `prompts/list` and to a call of the tool `hostile` are hostile. It answers everything else
 * as it should.
 *
 *   node hostile-server.mjs http BEHAVIOUR     prints its port
 *   node hostile-server.mjs stdio BEHAVIOUR
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [transport, behaviour] = process.argv.slice(2);

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const schema = { type: 'object', properties: { query: { type: 'string' } } };
const tools = ['kind', 'hostile'].map((name) => ({ name, inputSchema: schema }));
const notification = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'x' },
});
const letters = 'x'.repeat(64 * 1024);
let pings = 0;
const ping = () => JSON.stringify({ jsonrpc: '2.0', id: `ping-${++pings}`, method: 'ping' });

function resultOf({ method }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {}, prompts: {}, logging: {} },
        serverInfo: { name: 'hostile', version: '1' },
      };
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return text('# Kind\n\nHere it is.');
    case 'prompts/list':
      return { prompts: [{ name: 'kind' }] };
    case 'prompts/get':
      return { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] };
    default:
      return undefined;
  }
}

const isHostile = ({ method, params }) =>
  behaviour !== 'kind' && (method === 'prompts/list' || (method === 'tools/call' && params?.name === 'hostile'));

/** Writes pieces as fast as the other side reads them, until it disconnects. */
function pour(writable, piece) {
  const more = () => {
    while (!writable.destroyed && writable.write(piece()));
  };
  writable.on('drain', more).on('error', () => undefined);
  more();
}

/** An answer of a million content blocks, or of a hundred thousand levels, as JSON. */
const monstrousAnswer = (id) => {
  const blocks = Array.from({ length: 1_000_000 }, () => '{"type":"text","text":""}').join();
  const inner =
    behaviour === 'a million content blocks' ? `[${blocks}]` : `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${inner},"prompts":${inner}}}`;
};

/** An answer that costs a little less than the limit, as JSON. */
const largestAnswer = (id) => {
  const blocks = Array.from({ length: 60_000 }, () => ({ type: 'text', text: 'x'.repeat(120) }));
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content: blocks, prompts: [] } });
};

const httpBehaviours = {
  'endless JSON': (response) => {
    response.writeHead(200, json).write('{"jsonrpc":"2.0","result":"');
    pour(response, () => letters);
  },
  'an endless event': (response) => {
    response.writeHead(200, stream).write('data: ');
    pour(response, () => letters);
  },
  'endless events': (response) => pour(response.writeHead(200, stream), () => `data: ${notification}\n\n`.repeat(500)),
  'endless comments': (response) => pour(response.writeHead(200, stream), () => ':\n'.repeat(30_000)),
  'a gzip bomb': (response) => {
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(200_000_000, ' '), { level: 1 }));
  },
  'a Brotli bomb': (response) => {
    response
      .writeHead(200, { ...json, 'content-encoding': 'br' })
      .end(brotliCompressSync(Buffer.alloc(200_000_000, ' '), { params: { 1: 3 } }));
  },
  'a chain of encodings': (response) => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(200_000_000, ' ')));
    response.writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' }).end(bomb);
  },
  'no answer': () => undefined,
  'one byte a second': (response) => {
    response.writeHead(200, json).write('{');
    const timer = setInterval(() => response.write(' '), 1_000);
    response.on('close', () => clearInterval(timer));
  },
  'huge headers': (response) => response.writeHead(200, { ...json, 'x-large': 'x'.repeat(900_000) }).end('{}'),
  'a hundred thousand levels': (response, id) => response.writeHead(200, json).end(monstrousAnswer(id)),
  'a million content blocks': (response, id) => response.writeHead(200, json).end(monstrousAnswer(id)),
  'the largest answer': (response, id) => response.writeHead(200, json).end(largestAnswer(id)),
  'a close in the middle': (response) => {
    response.writeHead(200, stream).write('data: {"jsonrpc"');
    setImmediate(() => response.destroy());
  },
  'requests back': (response) => pour(response.writeHead(200, stream), () => `data: ${ping()}\n\n`),
  'a reconnect storm': (response) => response.writeHead(200, stream).end(`id: ${++pings}\nretry: 0\ndata:\n\n`),
};

const stdioBehaviours = {
  'endless JSON': (out) => pour(out, () => letters),
  'endless events': (out) => pour(out, () => `${notification}\n`.repeat(500)),
  'a flood of stderr': () => pour(process.stderr, () => letters),
  'no answer': () => undefined,
  'one byte a second': (out) => setInterval(() => out.write(' '), 1_000),
  'a hundred thousand levels': (out, id) => out.write(`${monstrousAnswer(id)}\n`),
  'a million content blocks': (out, id) => out.write(`${monstrousAnswer(id)}\n`),
  'the largest answer': (out, id) => out.write(`${largestAnswer(id)}\n`),
  'a close in the middle': (out) => out.write('{"jsonrpc"', () => process.exit(0)),
  'requests back': (out) => pour(out, () => `${ping()}\n`),
};

if (transport === 'http') {
  const server = createServer({ maxHeaderSize: 1_000_000 }, async (request, response) => {
    response.on('error', () => undefined);
    if (request.method === 'GET') {
      // The stream of unsolicited messages, or a resumed one.
      if (behaviour === 'a reconnect storm') return httpBehaviours[behaviour](response);
      return response.writeHead(405).end();
    }
    const body = (await request.toArray().catch(() => [])).join('');
    if (body === '') return response.writeHead(202).end();
    const message = JSON.parse(body);
    if (message.id === undefined || message.method === undefined) return response.writeHead(202).end();
    if (isHostile(message)) return httpBehaviours[behaviour](response, message.id);
    const result = resultOf(message);
    const error = { code: -32601, message: 'Unknown method' };
    response.writeHead(200, json);
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) }));
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${/** @type {import('node:net').AddressInfo} */ (server.address()).port}\n`),
  );
} else {
  const out = process.stdout.on('error', () => undefined);
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const message = JSON.parse(line);
      if (message.id === undefined || message.method === undefined) return;
      if (isHostile(message)) return void stdioBehaviours[behaviour](out, message.id);
      const result = resultOf(message);
      const error = { code: -32601, message: 'Unknown method' };
      out.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) })}\n`);
    })
    .on('close', () => process.exit());
}
