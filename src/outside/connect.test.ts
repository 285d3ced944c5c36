/** Questions to a server that breaks limits in its answers, over both transports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { connectOutside, type McpTarget, type OutsideServer } from './connect.ts';
import { answerLimits, LimitError } from './limits.ts';

const script = fileURLToPath(new URL('../../tools/verify/faults/hostile-server.mjs', import.meta.url));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function targetOf(transport: string, behaviour: string): Promise<McpTarget> {
  if (transport === 'stdio')
    return { kind: 'command', command: process.execPath, args: [script, 'stdio', behaviour], cwd: process.cwd() };
  const child = spawn(process.execPath, [script, 'http', behaviour]);
  closing.push(() => child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  return { kind: 'url', url: `http://127.0.0.1:${Number(port)}/mcp`, headers: {}, allowsPrivate: true };
}

async function connectTo(transport: string, behaviour: string, timeoutMs = 20_000): Promise<OutsideServer> {
  const server = await connectOutside(await targetOf(transport, behaviour), {
    limits: { ...answerLimits, timeoutMs },
  });
  closing.unshift(() => server.close());
  return server;
}

function call({ client, question }: OutsideServer, name: string): Promise<unknown> {
  return question((request) => client.callTool({ name, arguments: {} }, request));
}

it.each([
  ['http', 'endless events', 'it sent more than 2,000 messages'],
  ['http', 'requests back', 'it sent more than 100 requests to the client'],
  ['http', 'a reconnect storm', 'it ended its stream more than 10 times before the answer'],
  ['http', 'a hundred thousand levels', 'it answered with JSON that is nested deeper than 200 levels'],
  ['stdio', 'endless JSON', 'it sent more than 10 MB'],
  ['stdio', 'endless events', 'it sent more than 2,000 messages'],
  ['stdio', 'requests back', 'it sent more than 100 requests to the client'],
  ['stdio', 'a flood of stderr', 'it sent more than 10 MB'],
])('Over %s, %s ends the connection with a reason', async (transport, behaviour, reason) => {
  const server = await connectTo(transport, behaviour);
  await expect(call(server, 'hostile')).rejects.toThrow(new LimitError(reason));
});

it('a stream that ends in the middle fails at once, and the next question is answered', async () => {
  const server = await connectTo('http', 'a close in the middle');
  await expect(call(server, 'hostile')).rejects.toThrow('it ended the connection before its answer was complete');
  expect(await call(server, 'kind')).toMatchObject({ content: [{ text: expect.stringContaining('Here it is') }] });
});

it.each(['http', 'stdio'])(
  'Over %s, a server that never answers is abandoned after the time limit',
  async (transport) => {
    const server = await connectTo(transport, 'no answer');
    const answer = server.question((request) => server.client.callTool({ name: 'hostile', arguments: {} }, request), {
      timeoutMs: 500,
    });
    await expect(answer).rejects.toThrow('it did not complete its answer within 0.5 seconds');
    expect(await call(server, 'kind')).toMatchObject({ content: [{ text: expect.stringContaining('Here it is') }] });
  },
);

it('a stream of unrequested messages is not opened', async () => {
  const server = await connectTo('http', 'a reconnect storm');
  expect(await call(server, 'kind')).toMatchObject({ content: [{ text: expect.stringContaining('Here it is') }] });
});
