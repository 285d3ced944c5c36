/** Importing from an address: real servers of both SDKs over loopback, with and without a token, and strangers. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { startHttpEndpoint } from '../../mcp/server/http/endpoint.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../../mcp/server/testing/fake-live-server.ts';
import type { ImportResult } from '../importer.ts';
import { connectTo } from '../server/running-server.ts';
import { mcpServer, readServer } from './mcp-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The address of a server that answers requests so. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function readFrom(url: string, token?: string): Promise<ImportResult> {
  const target = { kind: 'url', url, ...(token !== undefined && { token }) } as const;
  return mcpServer.read({ kind: 'server', target }, AbortSignal.timeout(10_000));
}

const messages = (notes: readonly { message: string }[] = []) => notes.map(({ message }) => message);

/** SDK v1, as most servers that are there today. */
const reviewer: RequestListener = async (request, response) => {
  const server = new McpServer({ name: 'Code helper', version: '1.0.0' }, { instructions: 'Review kindly.' });
  server.registerPrompt(
    'review',
    {
      title: 'Review code',
      description: 'Reviews a change',
      argsSchema: { code: z.string().describe('What to review'), focus: z.string().optional() },
    },
    ({ code, focus = 'bugs' }) => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `Review this for ${focus}:\n\n${code}` } },
        { role: 'assistant', content: { type: 'text', text: 'I begin with the tests.' } },
      ],
    }),
  );
  const transport = new StreamableHTTPServerTransport();
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
};

const reviewPrompt = {
  Name: 'review',
  Title: 'Review code',
  Description: 'Reviews a change',
  Arguments: [
    { Name: 'code', Description: 'What to review', Required: true },
    { Name: 'focus', Default: 'bugs' },
  ],
  Content: {
    Messages: [
      { Role: 'user', Content: { StringTemplate: 'Review this for `focus`:\n\n`code`' } },
      { Role: 'assistant', Content: 'I begin with the tests.' },
    ],
  },
};

describe('a server at an address', () => {
  test('gives its prompts as templates', async () => {
    const { items, problems, server } = await readFrom(await startServer(reviewer));
    expect(problems).toEqual([]);
    expect(server).toEqual({ name: 'Code-helper', instructions: 'Review kindly.' });
    expect(items.map(({ data, notes }) => [data, notes])).toEqual([[reviewPrompt, []]]);
  });

  test('that requires a token gets the given one, and its refusal differs from that of other servers', async () => {
    const url = await startServer((request, response) => {
      if (request.headers.authorization === 'Bearer sesame') return reviewer(request, response);
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('No.');
    });
    expect((await readFrom(url, 'sesame')).items.map(({ data }) => data)).toEqual([reviewPrompt]);
    for (const token of [undefined, 'wrong']) {
      const { items, problems } = await readFrom(url, token);
      expect(items).toEqual([]);
      expect(messages(problems)).toEqual([
        `${url} needs a valid token (HTTP 401): enter it with the address, or name its variable with --token-env on the command line.`,
      ]);
    }
  });

  test('may be another workbench', async () => {
    const greet = prompt({
      name: 'Greet',
      arguments: [{ name: 'name', required: true }],
      content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
    });
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const endpoint = await startHttpEndpoint({
      findServer: () => liveServer,
      services: fakeServices(),
      token: 'sesame',
      port: 0,
    });
    closing.push(() => endpoint.close());
    const { items, problems } = await readFrom(endpoint.url('Docs'), 'sesame');
    expect(problems).toEqual([]);
    expect(items.map(({ data }) => data.Content)).toEqual([{ StringTemplate: 'Hello, `name`!' }]);
  });

  test('that becomes slow keeps the prompts that were read', async () => {
    const url = await startServer(async (request, response) => {
      const text = (await request.toArray()).join('');
      const { id, method, params } = text === '' ? {} : JSON.parse(text);
      // The second prompt never comes.
      if (method === 'prompts/get' && params.name === 'b') return;
      const result = id !== undefined && twoPrompts(method);
      response.writeHead(result ? 200 : id === undefined ? 202 : 400, { 'content-type': 'application/json' });
      response.end(result ? JSON.stringify({ jsonrpc: '2.0', id, result }) : '');
    });
    const { items, problems } = await readServer((signal) => connectTo({ kind: 'url', url }, signal), undefined, 1500);
    expect(items.map(({ name }) => name)).toEqual(['a']);
    expect(messages(problems)).toEqual(['b and all later prompts are left out. The server took too long.']);
  });
});

function twoPrompts(method: string): unknown {
  if (method === 'prompts/list') return { prompts: [{ name: 'a' }, { name: 'b' }] };
  if (method === 'prompts/get') return { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }] };
  if (method !== 'initialize') return undefined;
  return { protocolVersion: '2025-06-18', capabilities: { prompts: {} }, serverInfo: { name: 'slow', version: '1' } };
}

describe('an address with something else behind it', () => {
  const answerWith =
    (type: string, body: string): RequestListener =>
    (_, response) => {
      response.setHeader('content-type', type);
      response.end(body);
    };
  const flood =
    (type: string, start: string): RequestListener =>
    (_, response) => {
      const pour = () => {
        while (response.write('x'.repeat(1_000_000)));
      };
      response.setHeader('content-type', type);
      response.write(start);
      response.on('drain', pour);
      pour();
    };
  const none = (why: string) =>
    `does not answer as an MCP server (${why}): check the address, and that the server runs.`;
  test.each<[string, RequestListener, string]>([
    ['a web page', answerWith('text/html', '<html></html>'), none('it answered with text/html')],
    ['no JSON', answerWith('application/json', '{"jsonrpc": nonsense'), 'is not valid JSON'],
    ['another JSON', answerWith('application/json', '[1, 2]'), none('its answer does not match the protocol')],
    ['an error', (_, response) => response.writeHead(500).end('\u001b[31mboom'), none('it answered with HTTP 500')],
    [
      'a circle',
      (_, response) => response.writeHead(302, { location: '/mcp' }).end(),
      none('it answered with HTTP 302'),
    ],
    ['a hang-up', (_, response) => response.destroy(), none('it ended the connection before its answer was complete')],
    ['endless JSON', flood('application/json', '{"result":"'), none('it sent more than 20 MB')],
    ['an endless event', flood('text/event-stream', 'data: '), none('it sent more than 20 MB')],
  ])('%s gives one sentence, soon and without filling the memory', async (_, answer, sentence) => {
    const { items, problems } = await readFrom(await startServer(answer));
    expect(items).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(sentence);
    expect(problems[0]?.message).not.toMatch(/\p{Cc}/u);
  });

  test('a missing server gives one sentence', async () => {
    const url = await startServer(() => undefined);
    closing.splice(0).forEach((close) => void close());
    const { problems } = await readFrom(url);
    expect(messages(problems)).toEqual([`${url} ${none('nothing listens there')}`]);
  });

  test('a server that never answers is abandoned when the caller cancels', async () => {
    const url = await startServer(() => undefined);
    const reading = mcpServer.read({ kind: 'server', target: { kind: 'url', url } }, AbortSignal.timeout(300));
    await expect(reading).rejects.toThrow();
  });
});
