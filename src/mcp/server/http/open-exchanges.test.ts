import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { OpenExchanges } from './open-exchanges.ts';

/** A response with this many unread bytes. */
function response(unreadCount = 0) {
  const fake = Object.assign(new EventEmitter(), {
    writableLength: unreadCount,
    destroy() {
      fake.emit('close');
    },
  });
  return fake as typeof fake & ServerResponse;
}

it('a client with 32 requests under way may not send another until one is answered; another client may', () => {
  const exchanges = new OpenExchanges();
  const open = Array.from({ length: 32 }, () => response());
  for (const item of open) expect(exchanges.admit('a', item)).toBeUndefined();
  expect(exchanges.admit('a', response())).toMatchObject({ status: 429 });
  expect(exchanges.admit('b', response())).toBeUndefined();
  open[0]?.emit('close');
  expect(exchanges.admit('a', response())).toBeUndefined();
});

it('a client with 16 MB of unread answers may not send requests before it has read them', () => {
  const exchanges = new OpenExchanges();
  const unread = response(20_000_000);
  exchanges.admit('a', unread);
  expect(exchanges.admit('a', response())).toMatchObject({ status: 429 });
  unread.writableLength = 1_000;
  expect(exchanges.admit('a', response())).toBeUndefined();
});

it('a connection whose client reads nothing between two sweeps is closed; a slow reader stays', () => {
  const exchanges = new OpenExchanges();
  const [stalled, slow, idle] = [response(5_000), response(5_000), response()];
  for (const item of [stalled, slow, idle]) exchanges.admit('a', item);
  expect(exchanges.sweep()).toBe(0);
  slow.writableLength = 4_000;
  expect(exchanges.sweep()).toBe(1);
  expect(stalled.listenerCount('close')).toBe(0);
});

it('the limit of a caller counts requests at all servers, and what other replicas say of it', () => {
  const underWay = new Map<unknown, number>();
  const load = {
    count: (caller: unknown) => underWay.get(caller) ?? 0,
    begin(caller: unknown) {
      underWay.set(caller, load.count(caller) + 1);
      return () => void underWay.set(caller, load.count(caller) - 1);
    },
  };
  const [docs, plans] = [new OpenExchanges(3, load), new OpenExchanges(3, load)];
  const [first, second, third] = [response(), response(), response()];
  expect(docs.admit('ada', first)).toBeUndefined();
  expect(plans.admit('ada', second)).toBeUndefined();
  expect(docs.admit('ada', third)).toBeUndefined();
  for (const server of [docs, plans]) expect(server.admit('ada', response())).toMatchObject({ status: 429 });
  expect(plans.admit('grace', response())).toBeUndefined();
  second.emit('close');
  expect(docs.admit('ada', response())).toBeUndefined();
  // Requests at another replica, which has recorded them.
  underWay.set('grace', 3);
  expect(docs.admit('grace', response())).toMatchObject({ status: 429 });
});
