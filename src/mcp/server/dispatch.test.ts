import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import { serveStdio } from './stdio/stdio.ts';
import { until } from './testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from './testing/fake-live-server.ts';

let stop: () => Promise<unknown> = async () => {};
afterEach(() => stop());

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A stateless connection on stdio that has chosen its revision. */
async function connect() {
  const input = new PassThrough();
  const answers = new Map<unknown, Record<string, unknown>>();
  let unfinishedLine = '';
  const output = new PassThrough();
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unfinishedLine + text).split('\n');
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) {
      const { id, ...answer } = JSON.parse(line);
      answers.set(id, answer);
    }
  });
  const liveServer = fakeLiveServer(
    resolvedServer([
      prompt({
        name: 'Greet',
        arguments: [{ name: 'name', required: true }],
        content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
      }),
    ]),
  );
  const endedStdio = serveStdio(liveServer, fakeServices(), { input, output });
  stop = () => {
    input.end();
    return endedStdio;
  };
  let lastId = 0;
  const ask = async (method: string, params: object) => {
    const id = ++lastId;
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    await until(() => answers.has(id), `the answer to ${method}`);
    return answers.get(id);
  };
  await ask('server/discover', { _meta: envelope });
  await ask('prompts/list', { _meta: envelope });
  return ask;
}

const oddArbitrary = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 'Greet', {}, [], { name: 'Ada\u202e' }));
const envelopes = fc.oneof(
  fc.constant(envelope),
  fc.record({
    ...Object.fromEntries(
      Object.entries(envelope).map(([key, value]) => [key, fc.oneof(fc.constant(value), oddArbitrary)]),
    ),
    progressToken: fc.constantFrom(undefined, 1),
  }),
);

test('prompts/get and tools/call get the answers of the SDK’s own dispatch, whatever they ask', async () => {
  const ask = await connect();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('prompts/get', 'tools/call'),
      fc.dictionary(fc.constantFrom('name', 'arguments', 'x'), oddArbitrary),
      envelopes,
      async (method, params, _meta) => {
        const answer = await ask(method, { ...params, _meta });
        // The SDK dispatches a request that continues a dialogue.
        expect(answer).toEqual(await ask(method, { ...params, _meta, inputResponses: {} }));
      },
    ),
    casesOf(200),
  );
});

test('an envelope is checked again after it has changed', async () => {
  const ask = await connect();
  const greet = { name: 'Greet', arguments: { name: 'Ada' } };
  expect(await ask('prompts/get', { ...greet, _meta: envelope })).toHaveProperty('result');
  const { 'io.modelcontextprotocol/clientCapabilities': _, ...without } = envelope;
  expect(await ask('prompts/get', { ...greet, _meta: without })).toMatchObject({ error: { code: -32602 } });
  expect(await ask('prompts/get', { ...greet, _meta: envelope })).toHaveProperty('result');
});
