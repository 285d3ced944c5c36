import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeLiveServer, resolvedServer } from '../mcp/server/testing/fake-live-server.ts';
import { ObservedConnection } from '../mcp/traffic/observed-connection.ts';
import { type CallKeeper, createCallKeeper } from './call-keeper.ts';
import { openCallLog } from './call-log.ts';
import { saveCallSettings } from './settings.ts';

let stateDir: string;
let keeper: CallKeeper;
let connection: ObservedConnection;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  stateDir = await mkdtemp(join(tmpdir(), 'call-keeper-'));
  const onError = (error: unknown) => expect.unreachable(String(error));
  keeper = createCallKeeper({ stateDir, root: stateDir, onError });
  connection = new ObservedConnection('Docs', 'stdio', fakeLiveServer(resolvedServer([])));
});
afterEach(() => vi.useRealTimers());

let lastId = 0;
function call(name: string): void {
  const id = ++lastId;
  connection.tap('in', { jsonrpc: '2.0', id, method: 'prompts/get', params: { name } });
  connection.tap('out', { jsonrpc: '2.0', id, result: { messages: [] } });
}

async function keptNames(): Promise<readonly string[]> {
  return (await openCallLog(stateDir, stateDir).read('Docs')).map(({ name }) => name);
}

test('calls are kept as soon as the setting says so, without a restart', async () => {
  keeper.follow(connection);
  call('before');
  await saveCallSettings(stateDir, { keeps: 'names', days: 30 });
  vi.advanceTimersByTime(50);
  call('first');
  call('second');
  await keeper.close();
  expect(await keptNames()).toEqual(['first', 'second']);
  call('third');
  expect(await keptNames()).toEqual(['first', 'second', 'third']);
});

test('calls that a connection had before the keeper follows it are kept too', async () => {
  await saveCallSettings(stateDir, { keeps: 'names', days: 30 });
  call('early');
  keeper.follow(connection);
  await keeper.close();
  expect(await keptNames()).toEqual(['early']);
});

test('a request that breaks the protocol is not kept: playing it cannot give the same answer', async () => {
  await saveCallSettings(stateDir, { keeps: 'values', days: 30 });
  keeper.follow(connection);
  const wrongCalls = [
    ['prompts/get', { name: 5 }],
    ['prompts/get', { name: 'list', arguments: ['a'] }],
    ['prompts/get', { name: 'number', arguments: { topic: 5 } }],
    ['tools/call', { name: 'text', arguments: 'a' }],
  ] as const;
  for (const [method, params] of wrongCalls) {
    const id = ++lastId;
    connection.tap('in', { jsonrpc: '2.0', id, method, params } as never);
    connection.tap('out', { jsonrpc: '2.0', id, error: { code: -32602, message: 'wrong' } });
  }
  const id = ++lastId;
  connection.tap('in', { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'right', arguments: { n: 5 } } });
  connection.tap('out', { jsonrpc: '2.0', id, result: { content: [] } });
  await keeper.close();
  expect(await keptNames()).toEqual(['right']);
});
