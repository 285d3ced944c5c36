import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionFacts } from './observed-connection.ts';
import { proofClient } from './proof-client.ts';
import { TrafficHub } from './traffic-hub.ts';
import type { TrafficMessage } from './traffic-message.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hub, and how often it has announced a change of the connected clients. */
function createWorld() {
  const hub = new TrafficHub();
  const connectionsChanged = vi.fn();
  hub.subscribe({ trafficChanged: () => {}, connectionsChanged });
  const countChanges = () => {
    vi.runAllTimers();
    const count = connectionsChanged.mock.calls.length;
    connectionsChanged.mockClear();
    return count;
  };
  return { hub, countChanges };
}

const facts: ConnectionFacts = { server: 'Docs', transport: 'http', since: 0, list: 'never' };
const request: TrafficMessage = {
  kind: 'request',
  direction: 'in',
  at: 5,
  key: 1,
  method: 'prompts/get',
  body: { text: '{}', size: 2, isCut: false },
};

test('a client of another program is announced when it comes, asks and goes', () => {
  const { hub, countChanges } = createWorld();
  const connection = hub.connect(facts);
  expect(countChanges()).toBe(1);
  connection.message(request);
  expect(countChanges()).toBe(1);
  connection.closed();
  expect(countChanges()).toBe(1);
});

test('a preview changes no list of clients, so windows do not read it again', () => {
  const { hub, countChanges } = createWorld();
  const connection = hub.connect({ ...facts, transport: 'preview' });
  connection.message(request);
  connection.closed();
  expect(countChanges()).toBe(0);
});

test('a client that turns out to be the proof of a connection is taken off the list', () => {
  const { hub, countChanges } = createWorld();
  const connection = hub.connect(facts);
  countChanges();
  connection.update({ ...facts, client: proofClient });
  expect(countChanges()).toBe(1);
  expect(hub.connections()).toEqual([]);
  connection.closed();
  expect(countChanges()).toBe(0);
});
