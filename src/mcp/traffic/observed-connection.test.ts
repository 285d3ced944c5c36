import { expect, test } from 'vitest';
import { fakeLiveServer, prompt, resolvedServer } from '../server/testing/fake-live-server.ts';
import { ObservedConnection } from './observed-connection.ts';
import { describe, type TrafficMessage } from './traffic-message.ts';

const openServer = () => fakeLiveServer(resolvedServer([prompt({ name: 'Greet', title: 'Greets' })]));

function handshake(connection: ObservedConnection, protocolVersion = '2025-11-25'): void {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'tester', version: '2.1.0' } };
  connection.tap('in', { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  connection.tap('out', { jsonrpc: '2.0', id: 0, result: { protocolVersion } });
}

function list(connection: ObservedConnection, cursor?: string): void {
  const params = cursor === undefined ? {} : { cursor };
  connection.tap('in', { jsonrpc: '2.0', id: 1, method: 'prompts/list', params });
  connection.tap('out', { jsonrpc: '2.0', id: 1, result: { prompts: [] } });
}

test('a client is known by its handshake, and by the envelope of the stateless revision', () => {
  const firstConnection = new ObservedConnection('Docs', 'stdio', openServer());
  handshake(firstConnection);
  expect(firstConnection.facts).toMatchObject({ client: { name: 'tester', version: '2.1.0' }, revision: '2025-11-25' });

  const secondConnection = new ObservedConnection('Docs', 'http-stateless', openServer());
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
  };
  secondConnection.tap('in', { jsonrpc: '2.0', id: 1, method: 'prompts/list', params: { _meta } });
  expect(secondConnection.facts).toMatchObject({ client: { name: 'modern', version: '1' }, revision: '2026-07-28' });
});

test('a list is never fetched, then fresh, and older after a change; a new fetch makes it fresh again', () => {
  const docs = openServer();
  const connection = new ObservedConnection('Docs', 'stdio', docs);
  handshake(connection);
  expect(connection.facts.list).toBe('never');
  docs.set({ prompts: [prompt({ name: 'Another' })] });
  expect(connection.facts.list).toBe('never');
  list(connection);
  expect(connection.facts.list).toBe('fresh');
  docs.set({ prompts: [prompt({ name: 'A third' })] });
  expect(connection.facts.list).toBe('stale');
  list(connection);
  expect(connection.facts.list).toBe('fresh');
});

test('a change that the revision of a client cannot see leaves its list fresh', () => {
  const docs = openServer();
  const connection = new ObservedConnection('Docs', 'stdio', docs);
  handshake(connection, '2025-03-26');
  list(connection);
  docs.set({ prompts: [prompt({ name: 'Greet', title: 'Another title' })] });
  expect(connection.facts.list).toBe('fresh');
});

test('a list that was refused, or read without its first page, does not count as fetched', () => {
  const connection = new ObservedConnection('Docs', 'stdio', openServer());
  list(connection, 'page 2');
  expect(connection.facts.list).toBe('never');
  connection.tap('in', { jsonrpc: '2.0', id: 3, method: 'prompts/list' });
  connection.tap('out', { jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'No.' } });
  expect(connection.facts.list).toBe('never');
});

test('a listener that starts early gets earlier messages once and in order; a later one gets only new ones', () => {
  const connection = new ObservedConnection('Docs', 'stdio', openServer());
  const sinkOf = (heardMessages: TrafficMessage[]) => ({
    message: (message: TrafficMessage) => heardMessages.push(message),
    changed() {},
    unanswered() {},
    missed() {},
    closed() {},
  });
  const [earlyMessages, lateMessages]: [TrafficMessage[], TrafficMessage[]] = [[], []];
  handshake(connection);
  connection.listen(sinkOf(earlyMessages), describe);
  list(connection);
  connection.forget();
  connection.listen(sinkOf(lateMessages), describe);
  list(connection);
  expect(earlyMessages.map(({ method, kind }) => method ?? kind)).toEqual([
    'initialize',
    'answer',
    'prompts/list',
    'answer',
    'prompts/list',
    'answer',
  ]);
  expect(lateMessages).toHaveLength(2);
});

test('messages that do not fit before a listener starts are counted', () => {
  const connection = new ObservedConnection('Docs', 'stdio', openServer());
  let missedCount = 0;
  let eventCount = 0;
  for (let id = 0; id < 20_500; id++) connection.tap('in', { jsonrpc: '2.0', id, method: 'ping' });
  connection.listen(
    {
      message: () => eventCount++,
      missed: (count) => (missedCount += count),
      changed() {},
      unanswered() {},
      closed() {},
    },
    describe,
  );
  expect([eventCount, missedCount]).toEqual([20_000, 500]);
});

test('a closed connection no longer watches its server', () => {
  const docs = openServer();
  const connection = new ObservedConnection('Docs', 'stdio', docs);
  expect(docs.watchers).toBe(1);
  connection.close();
  connection.close();
  expect(docs.watchers).toBe(0);
});

test('a message that is nested too deeply to serialize does no harm', () => {
  const connection = new ObservedConnection('Docs', 'stdio', openServer());
  const events: TrafficMessage[] = [];
  connection.listen(
    { message: (message) => events.push(message), changed() {}, unanswered() {}, missed() {}, closed() {} },
    describe,
  );
  const text = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a\\u0062":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
  connection.tap('in', JSON.parse(text), text);
  expect(events).toMatchObject([{ method: 'ping' }]);
});
