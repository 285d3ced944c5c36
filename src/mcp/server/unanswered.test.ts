import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import { REVISIONS } from './revisions.ts';
import { serveStdio } from './stdio/stdio.ts';
import { until } from './testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from './testing/fake-live-server.ts';

/** Nested lists, deeper than JSON.stringify can follow on a default stack. */
const deepText = '['.repeat(20_000) + ']'.repeat(20_000);
const clientInfo = { name: 'test', version: '1.0.0' };

let stop: () => Promise<unknown> = async () => {};
afterEach(() => stop());

function start() {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: Record<string, unknown>[] = [];
  let unfinishedLine = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const parts = (unfinishedLine + text).split('\n');
    unfinishedLine = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  const liveServer = fakeLiveServer(
    resolvedServer([prompt({ name: 'Greet', arguments: [{ name: 'name', required: false }] })]),
  );
  const endedStdio = serveStdio(liveServer, fakeServices(), { input, output });
  stop = () => {
    input.end();
    return endedStdio;
  };
  const send = (message: unknown) => input.write(`${JSON.stringify(message)}\n`);
  return { lines, send, write: (line: string) => input.write(`${line}\n`) };
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'initialize',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo },
});

it.each([
  ['a progress token', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":${deepText}}}}`],
  ['a parameter', `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":${deepText}}}`],
  ['a member of the message', `{"jsonrpc":"2.0","id":1,"method":"ping","extra":${deepText}}`],
  ['the answer to nothing', `{"jsonrpc":"2.0","id":1,"result":{"value":${deepText}}}`],
  ['an error about nothing', `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":${deepText}}}`],
])('%s may be nested to any depth, and the next message is served', async (_, line) => {
  const { lines, send, write } = start();
  send(initialize('2025-11-25'));
  write(line);
  send({ jsonrpc: '2.0', id: 2, method: 'ping' });
  await until(() => lines.some(({ id }) => id === 2), 'the answer to ping');
});

it.each(['an opening', 'a later'])('%s message that nests too deeply is answered with an error', async (place) => {
  const { lines, send, write } = start();
  if (place === 'a later') send(initialize('2025-11-25'));
  write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":${deepText}}}}`);
  await until(() => lines.some(({ id }) => id === 1), 'the answer');
  expect(lines.find(({ id }) => id === 1)).toMatchObject({ error: { code: -32600 } });
});

const methods = ['ping', 'prompts/list', 'prompts/get', 'completion/complete', 'resources/list', 'resources/read']
  .concat(['initialize', 'server/discover', 'tools/list', 'notifications/cancelled', 'logging/setLevel', 'constructor'])
  .concat(['subscriptions/listen', 'tasks/get', 'resources/templates/list', 'toString', '']);
const oddArbitrary = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 'Greet', 1.5, {}, []));
const meta = fc.dictionary(
  fc.constantFrom('progressToken', 'io.modelcontextprotocol/related-task', 'io.modelcontextprotocol/clientInfo', 'x'),
  oddArbitrary,
);
const params = fc.oneof(
  oddArbitrary,
  fc.dictionary(
    fc.constantFrom('name', 'arguments', 'cursor', 'uri', 'ref', 'argument', 'inputResponses', 'task'),
    oddArbitrary,
  ),
  fc.record({ _meta: fc.oneof(meta, oddArbitrary) }),
);
const request = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: oddArbitrary }),
    id: fc.oneof(fc.string(), fc.integer(), fc.constantFrom(1e300, 2 ** 53, 0, -1, 1.5)),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: oddArbitrary }),
    params,
    result: oddArbitrary,
    error: oddArbitrary,
    extra: oddArbitrary,
  },
  { requiredKeys: ['jsonrpc', 'id', 'method'] },
);

it.each(REVISIONS.slice(0, -1))(
  'every message with an id and a method is answered, in revision %s',
  async (revision) => {
    const { lines, send } = start();
    send(initialize(revision));
    await until(() => lines.length === 1, 'the answer to initialize');
    let requestCount = lines.length;
    await fc.assert(
      fc.asyncProperty(request, async (message) => {
        send(message);
        requestCount += 1;
        await until(() => lines.length >= requestCount, `the answer to ${JSON.stringify(message)}`);
        const { id } = JSON.parse(JSON.stringify(message));
        expect(lines.at(-1)).toMatchObject({ jsonrpc: '2.0', id });
      }),
      { ...casesOf(80), endOnFailure: true },
    );
  },
);
