/** What only some revisions have on stdio: batches, and a revision in each request. */
import { PassThrough } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../serve-connection.ts';
import { serveConnection } from '../serve-connection.ts';
import { until } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../testing/fake-live-server.ts';
import { LineTransport, maxLineBytes } from './stdio-transport.ts';

const clientInfo = { name: 'test', version: '1' };
let connection: Connection | undefined;
afterEach(() => connection?.close());

/** A server over lines; `send` resolves with the next line of the answer. */
function serve() {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: unknown[] = [];
  let unfinishedLine = '';
  output.on('data', (chunk) => {
    const parts = `${unfinishedLine}${chunk}`.split('\n');
    unfinishedLine = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  connection = serveConnection(
    fakeLiveServer(resolvedServer([prompt({ name: 'Text' })])),
    fakeServices(),
    new LineTransport(input, output),
  );
  return async (message: unknown): Promise<unknown> => {
    const count = lines.length;
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    await until(() => lines.length > count, 'an answer');
    return lines.at(-1);
  };
}

const request = (id: number | string, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params });

async function openSession(protocolVersion: string) {
  const send = serve();
  await send(request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo }));
  return send;
}

describe('A batch', () => {
  const get = (id: number | string) => request(id, 'prompts/get', { name: 'Text' });
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };

  it('gets its answers in one list in 2025-03-26', async () => {
    const send = await openSession('2025-03-26');
    const answers = (await send([note, get(1), get('b'), { jsonrpc: '2.0', id: 9 }, 7])) as JSONRPCMessage[];
    expect(answers.map((answer) => ('id' in answer ? answer.id : undefined)).toSorted()).toEqual([1, 9, 'b', null]);
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 9, error: expect.objectContaining({ code: -32600 }) }),
    );
    expect(await send(get(2))).toMatchObject({ id: 2, result: {} });
    expect(await send([7])).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it('that is empty is refused, and so is a batch in a later revision', async () => {
    const send = await openSession('2025-03-26');
    expect(await send([])).toMatchObject({ id: null, error: { code: -32600 } });
    const sendInLater = await openSession('2025-06-18');
    expect(await sendInLater([get(1)])).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('without a cancelled request is answered', async () => {
    const send = await openSession('2025-03-26');
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect(await send([get(1), cancel, get(2)])).toMatchObject([{ id: 2 }]);
  });
});

it('a stateless request that names another revision is refused, even after a good one', async () => {
  const send = serve();
  const list = (id: number, revision: string) => {
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: revision,
      [CLIENT_INFO_META_KEY]: clientInfo,
      [CLIENT_CAPABILITIES_META_KEY]: {},
    };
    return request(id, 'prompts/list', { _meta });
  };
  expect(await send(list(1, '2026-07-28'))).toMatchObject({ result: { prompts: [{}] } });
  expect(await send(list(2, '2031-01-01'))).toMatchObject({
    id: 2,
    error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } },
  });
  expect(await send(list(3, '2026-07-28'))).toMatchObject({ id: 3, result: {} });
});

describe('A line that is too long is refused with', () => {
  const longText = 'x'.repeat(maxLineBytes);
  it.each<[string, string, unknown]>([
    ['its id', `{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":8,"a":"${longText}"}}`, 7],
    ['its id after the parameters', `{"params":{"a":"\\"}${longText}","id":8},"id" : "ä\\n7" }`, 'ä\n7'],
    ['no id if it is a notification', `{"method":"id","params":{"a":"${longText}"}}`, null],
    ['no id if it is a batch', `[{"id":7,"a":"${longText}"}]`, null],
    ['no id if the id is invalid', `{"id":{"id":7},"a":"${longText}"}`, null],
  ])('%s', async (_, line, id) => {
    const send = await openSession('2025-11-25');
    expect(await send(line)).toMatchObject({ id, error: { message: expect.stringContaining('bytes') } });
    expect(await send(request(1, 'ping'))).toMatchObject({ id: 1, result: {} });
  });
});
