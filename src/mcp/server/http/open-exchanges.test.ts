import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { OpenExchanges } from './open-exchanges.ts';

/** A response with this many unread bytes. */
function response(unreadCount = 0) {
  const fakeResponse = Object.assign(new EventEmitter(), {
    writableLength: unreadCount,
    destroy() {
      fakeResponse.emit('close');
    },
  });
  return fakeResponse as typeof fakeResponse & ServerResponse;
}

it('a client with 32 requests under way may not send another until one is answered; another client may', () => {
  const exchanges = new OpenExchanges();
  const open = Array.from({ length: 32 }, () => response());
  for (const openResponse of open) expect(exchanges.admit('a', openResponse)).toBeUndefined();
  expect(exchanges.admit('a', response())).toMatchObject({ status: 429 });
  expect(exchanges.admit('b', response())).toBeUndefined();
  open[0]?.emit('close');
  expect(exchanges.admit('a', response())).toBeUndefined();
});

it('a client with 16 MB of unread answers may not send requests before it has read them', () => {
  const exchanges = new OpenExchanges();
  const unreadResponse = response(20_000_000);
  exchanges.admit('a', unreadResponse);
  expect(exchanges.admit('a', response())).toMatchObject({ status: 429 });
  unreadResponse.writableLength = 1_000;
  expect(exchanges.admit('a', response())).toBeUndefined();
});

it('a connection whose client reads nothing between two sweeps is closed; a slow reader stays', () => {
  const exchanges = new OpenExchanges();
  const [stalledResponse, slowResponse, idleResponse] = [response(5_000), response(5_000), response()];
  for (const openResponse of [stalledResponse, slowResponse, idleResponse]) exchanges.admit('a', openResponse);
  expect(exchanges.sweep()).toBe(0);
  slowResponse.writableLength = 4_000;
  expect(exchanges.sweep()).toBe(1);
  expect(stalledResponse.listenerCount('close')).toBe(0);
});

it('the limit of a caller counts requests at all servers and those that other replicas report', () => {
  const underWay = new Map<unknown, number>();
  const load = {
    count: (caller: unknown) => underWay.get(caller) ?? 0,
    begin(caller: unknown) {
      underWay.set(caller, load.count(caller) + 1);
      return () => void underWay.set(caller, load.count(caller) - 1);
    },
  };
  const [docs, plans] = [new OpenExchanges(3, load), new OpenExchanges(3, load)];
  const [firstResponse, secondResponse, thirdResponse] = [response(), response(), response()];
  expect(docs.admit('ada', firstResponse)).toBeUndefined();
  expect(plans.admit('ada', secondResponse)).toBeUndefined();
  expect(docs.admit('ada', thirdResponse)).toBeUndefined();
  for (const server of [docs, plans]) expect(server.admit('ada', response())).toMatchObject({ status: 429 });
  expect(plans.admit('grace', response())).toBeUndefined();
  secondResponse.emit('close');
  expect(docs.admit('ada', response())).toBeUndefined();
  // Requests at another replica, which has recorded them.
  underWay.set('grace', 3);
  expect(docs.admit('grace', response())).toMatchObject({ status: 429 });
});
