import { PassThrough, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { LineTransport } from './stdio-transport.ts';

const requests = 2_000;
const answer = 'x'.repeat(100_000);

/** A client that reads nothing before `read` is called, and a server that answers each request with 100 KB. */
async function openUnread() {
  const input = new PassThrough();
  let isReading = false;
  let goOn = () => {};
  const readChunks: string[] = [];
  const output = new Writable({
    write(chunk, _, callback) {
      const take = () => {
        readChunks.push(String(chunk));
        callback();
      };
      if (isReading) take();
      else goOn = take;
    },
  });
  const transport = new LineTransport(input, output);
  let receivedCount = 0;
  transport.onmessage = (message) => {
    receivedCount += 1;
    if ('id' in message)
      queueMicrotask(() => {
        transport.send({ jsonrpc: '2.0', id: message.id, result: { answer } } as JSONRPCMessage).catch(() => {});
      });
  };
  await transport.start();
  const lines = Array.from({ length: requests }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"m"}\n`);
  input.write(lines.join(''));
  await waitForRequests();
  return {
    input,
    output,
    transport,
    received: () => receivedCount,
    answers: () => readChunks.join('').split('\n').length - 1,
    read() {
      isReading = true;
      goOn();
    },
  };
}

/** Waits for as many turns of the event loop as all requests would need. */
async function waitForRequests(): Promise<void> {
  for (let turn = 0; turn < requests; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('requests of a client that reads no answers are left unread, and answered once it reads', async () => {
  const { output, received, answers, read } = await openUnread();
  expect(received()).toBeLessThan(200);
  expect(output.writableLength).toBeLessThan(10_000_000);
  expect(output.listenerCount('drain')).toBeLessThanOrEqual(1);
  read();
  await waitForRequests();
  expect(received()).toBe(requests);
  expect(answers()).toBe(requests);
});

it('the end of input waits for requests that were left unread', async () => {
  const { input, transport, answers, read } = await openUnread();
  const closing = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  input.end();
  await waitForRequests();
  read();
  await closing;
  expect(answers()).toBe(requests);
});
