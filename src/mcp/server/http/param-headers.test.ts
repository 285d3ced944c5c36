import { describe, expect, it, test } from 'vitest';
import { readTool } from '../../../model/tool/tool.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../testing/fake-live-server.ts';
import { startHttpEndpoint } from './endpoint.ts';
import { checkParamHeaders } from './param-headers.ts';

const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    page: { type: 'integer', 'x-mcp-header': 'Page' },
    place: { type: 'object', properties: { isNear: { type: 'boolean', 'x-mcp-header': 'Near' } } },
    free: { type: 'string' },
  },
};
const server = resolvedServer([], { tools: [tool({ name: 'find', inputSchema })] });
const call = (args: object) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'tools/call',
  params: { name: 'find', arguments: args },
});

describe('An argument with x-mcp-header', () => {
  it.each<[object, Record<string, string>]>([
    [{}, {}],
    [{ region: null, free: 'x' }, { 'mcp-param-region': 'anything' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'Zürich' }, { 'mcp-param-region': `=?base64?${Buffer.from('Zürich').toString('base64')}?=` }],
    [{ page: 42 }, { 'mcp-param-page': '42.0' }],
    [{ place: { isNear: true } }, { 'mcp-param-near': 'true' }],
  ])('%j fits the headers %j', (args, headers) => {
    expect(checkParamHeaders(headers, call(args), server)).toBeUndefined();
  });

  it.each<[object, Record<string, string>, string]>([
    [{ region: 'eu' }, {}, 'the Mcp-Param-Region header is missing; it must repeat region'],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }, 'the Mcp-Param-Region header differs from region'],
    [{ region: 'eu' }, { 'mcp-param-region': '=?base64?%%?=' }, 'is not valid Base64'],
    [{ page: 42 }, { 'mcp-param-page': '0x2a' }, 'differs from page'],
    [{ place: { isNear: true } }, { 'mcp-param-near': 'false' }, 'differs from place.isNear'],
  ])('%j contradicts the headers %j', (args, headers, sentence) => {
    expect(checkParamHeaders(headers, call(args), server)).toMatchObject({
      status: 400,
      code: -32020,
      message: expect.stringContaining(sentence),
    });
  });
});

test('a stateless call without the header of an argument is refused over HTTP', async () => {
  const endpoint = await startHttpEndpoint({
    findServer: () => fakeLiveServer(server),
    services: fakeServices(),
    token: 'secret',
    port: 0,
  });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { params, ...rest } = call({ region: 'eu' });
  const post = (headers: Record<string, string>) =>
    fetch(endpoint.url('Docs'), {
      method: 'POST',
      headers: {
        authorization: 'Bearer secret',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'find',
        ...headers,
      },
      body: JSON.stringify({ ...rest, params: { ...params, _meta } }),
    });
  expect((await post({})).status).toBe(400);
  const answeredResponse = await post({ 'mcp-param-region': 'eu' });
  expect(await answeredResponse.json()).toMatchObject({ id: 1, result: { isError: false } });
  await endpoint.close();
});

test.each<[string, object, (string | number)[]]>([
  ['on a number', { properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }, ['properties', 'a', 'x-mcp-header']],
  [
    'that is not a name',
    { properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } },
    ['properties', 'a', 'x-mcp-header'],
  ],
  [
    'used twice',
    { properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } } },
    ['properties', 'b', 'x-mcp-header'],
  ],
  [
    'in a list',
    { properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } } },
    ['properties', 'a', 'items', 'x-mcp-header'],
  ],
])('An x-mcp-header %s is an error of the schema', (_, schema, at) => {
  const { findings } = readTool({ Name: 't', Content: 'T', InputSchema: { type: 'object', ...schema } });
  expect(findings).toMatchObject([{ severity: 'error', at: ['InputSchema', ...at] }]);
});
