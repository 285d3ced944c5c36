import { expect, test } from 'vitest';
import type { EventMessage } from './contract.ts';
import { createHostClient } from './host-client.ts';
import type { HostTransport, Reply } from './host-transport.ts';

function transportThatAnswers(reply: unknown): HostTransport {
  return { call: async () => reply as Reply, listen: () => () => {} };
}

test('a failed reply is thrown as a WorkbenchError with its code and sentence', async () => {
  const client = createHostClient(
    transportThatAnswers({ ok: false, error: { code: 'not-found', message: 'There is no such server.' } }),
  );
  await expect(client.call('connect.history', {})).rejects.toMatchObject({
    name: 'WorkbenchError',
    code: 'not-found',
    message: 'There is no such server.',
  });
});

test.each([
  ['a code that this version does not know', { ok: false, error: { code: 'toString', message: 'New.' } }],
  ['no reply at all', undefined],
  ['a reply of another shape', { result: [] }],
  ['a value of another shape', { ok: true, value: [{ journalId: 3 }] }],
])('%s is an internal error', async (_what, reply) => {
  const client = createHostClient(transportThatAnswers(reply));
  await expect(client.call('connect.history', {})).rejects.toMatchObject({ code: 'internal' });
});

test('many listeners share one pipe, which is closed after the last', () => {
  const openListeners = new Set<(message: EventMessage) => void>();
  let openCount = 0;
  const client = createHostClient({
    call: async () => ({ ok: true, value: null }),
    listen(listener) {
      openCount += 1;
      openListeners.add(listener);
      return () => void openListeners.delete(listener);
    },
  });
  const events: unknown[] = [];
  const stopOne = client.on('workspace.changed', ({ revision }) => events.push(['one', revision]));
  const stopTwo = client.on('workspace.changed', ({ revision }) => events.push(['two', revision]));
  client.on('host.connection', ({ state }) => events.push(state))();
  for (const send of openListeners) send({ name: 'workspace.changed', data: { revision: 1, fingerprint: 'a' } });
  stopOne();
  for (const send of openListeners) send({ name: 'workspace.changed', data: { revision: 2, fingerprint: 'b' } });
  expect(openListeners.size).toBe(1);
  stopTwo();
  expect(openListeners.size).toBe(0);
  expect(openCount).toBe(1);
  expect(events).toEqual([
    ['one', 1],
    ['two', 1],
    ['two', 2],
  ]);
});

test('an event of another shape is not passed on', () => {
  const client = createHostClient({
    call: async () => ({ ok: true, value: null }),
    listen(listener) {
      listener({ name: 'workspace.changed', data: { revision: 'newest' } } as unknown as EventMessage);
      return () => {};
    },
  });
  client.on('workspace.changed', () => expect.unreachable());
});
