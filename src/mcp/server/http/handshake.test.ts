/** What a stream of a replica says of its place among the commits; `src/team` has whole replicas. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from '../testing/fake-live-server.ts';
import type { Replica } from './replica.ts';
import { ServedServer } from './served.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A replica that serves one commit, while its clients were notified of another one. */
async function start() {
  const place = { served: 'first', announced: 'first' };
  const liveServer = fakeLiveServer(resolvedServer([prompt({ name: 'greet' })]));
  const replica: Replica = {
    seal: (state) => Buffer.from(JSON.stringify(state)).toString('base64url'),
    open: (id) => JSON.parse(Buffer.from(id, 'base64url').toString()),
    position: () => place.served,
    announced: () => place.announced,
    meta: () => ({}),
    caching: () => undefined,
    replies: { name: 'one', send: async () => undefined, receive: () => () => undefined },
    maxStreams: 10,
    maxOfCaller: { requests: 10, streams: 10 },
  };
  const server = new ServedServer({ liveServer, services: fakeServices(), now: Date.now, replica });
  const http = createServer((incoming, response) => void server.handle(incoming, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(async () => {
    await server.close();
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
  await answer.text();
  const session = answer.headers.get('mcp-session-id') ?? '';
  /** @returns a function that gets the ids and methods of the events so far */
  async function open(lastEventId?: string) {
    const outgoing = request(url, {
      headers: {
        accept: 'text/event-stream',
        'mcp-session-id': session,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    }).end();
    const [response] = await once(outgoing, 'response');
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('error', () => undefined);
    onTestFinished(() => void outgoing.destroy());
    return () =>
      [...text.matchAll(/^id: (.*)$(?:\nevent: message\ndata: .*"method":"([^"]+)")?/gm)].map(([, id, method]) =>
        [id, ...(method === undefined ? [] : [method])].join(' '),
      );
  }
  return { place, liveServer, open };
}

const changeMethod = 'notifications/prompts/list_changed';
const allChanged = ['prompts', 'tools', 'resources'].map((list) => `notifications/${list}/list_changed`);

test('the id of an event is the commit that clients were notified of, even while a newer one is served', async () => {
  const { place, liveServer, open } = await start();
  const events = await open();
  await expect.poll(events).toEqual(['first']);
  place.served = 'second';
  liveServer.set({ prompts: [] });
  await expect.poll(events).toEqual(['first', `first ${changeMethod}`]);
  place.announced = 'second';
  liveServer.set({ prompts: [prompt({ name: 'other' })] });
  await expect.poll(events).toEqual(['first', `first ${changeMethod}`, `second ${changeMethod}`]);
});

test('a stream that is opened again gets the changes since its last event, and none if there were none', async () => {
  const { place, open } = await start();
  const eventsBefore = await open('first');
  await expect.poll(eventsBefore).toEqual(['first']);
  // Served, but not announced: what this client reads now may differ from what it has read.
  place.served = 'second';
  const eventsOfServed = await open('first');
  await expect.poll(eventsOfServed).toEqual(['first', ...allChanged.map((method) => `first ${method}`)]);
  place.announced = 'second';
  const eventsOfAnnounced = await open('first');
  await expect.poll(eventsOfAnnounced).toEqual(['second', ...allChanged.map((method) => `second ${method}`)]);
  const eventsOfCurrent = await open('second');
  await expect.poll(eventsOfCurrent).toEqual(['second']);
  // Without an id, the session names the commit that clients were notified of when it began.
  const eventsWithoutId = await open();
  await expect.poll(eventsWithoutId).toEqual(['second', ...allChanged.map((method) => `second ${method}`)]);
});
