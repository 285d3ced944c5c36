import { expect, test } from 'vitest';
import { fakeLiveServer, resolvedServer } from '../server/testing/fake-live-server.ts';
import { StatelessClients } from './stateless-clients.ts';
import { TrafficHub } from './traffic-hub.ts';

function world() {
  const hub = new TrafficHub();
  const liveServer = fakeLiveServer(resolvedServer([]));
  const clock = { now: 0 };
  const clients = new StatelessClients(
    () => hub.observe('Docs', 'http-stateless', liveServer),
    () => clock.now,
  );
  const ask = (name: string, method = 'prompts/list') => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    };
    return clients.ask({ jsonrpc: '2.0', id: 1, method, params: { _meta } });
  };
  return { clients, clock, ask, names: () => hub.connections().map(({ client }) => client?.name) };
}

const minutes = 60_000;

test('a client without requests for minutes is removed, unless it has an open stream', () => {
  const { clients, clock, ask, names } = world();
  ask('silent').answer(undefined);
  const listener = ask('listener', 'subscriptions/listen');
  let close = () => {};
  listener.stream(
    (onClose) => {
      close = onClose;
      return { send() {}, prime() {}, keepAlive() {}, end() {} };
    },
    () => {},
  );
  clock.now = 4 * minutes;
  clients.sweep();
  expect(names()).toEqual(['silent', 'listener']);
  clock.now = 6 * minutes;
  clients.sweep();
  expect(names()).toEqual(['listener']);
  close();
  clients.sweep();
  expect(names()).toEqual([]);
});

test('a client that invents a name for each request does not grow the list without limit', () => {
  const { ask, names } = world();
  for (let count = 0; count < 300; count++) ask(`client ${count}`);
  expect(names()).toHaveLength(256);
  expect(names().at(-1)).toBe('client 299');
});
