import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { REVISIONS } from '../revisions.ts';
import { revisionOptions, until } from '../testing/clients.ts';
import { LineTransport, maxLineBytes } from './stdio-transport.ts';

const clientInfo = { name: 'test', version: '1.0.0' };
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-stdio-'));
  program = join(folder, 'server.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../testing/stdio-server.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});

describe.each(REVISIONS)('a client of revision %s', (revision) => {
  it('lists and gets prompts, and is notified of a new one', async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [program] });
    const client = new Client(clientInfo, revisionOptions(revision));
    let count = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => {
      count += 1;
    });
    await client.connect(transport);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['Greet', 'Stuck']);
    const { messages } = await client.getPrompt({ name: 'Greet', arguments: { name: 'World' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello, World!' } }]);
    if (revision === '2026-07-28') await client.listen({ promptsListChanged: true });
    process.kill(transport.pid ?? 0, 'SIGUSR2');
    await until(() => count === 1, 'the notification');
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['Greet', 'Stuck', 'Added']);
    await client.close();
  });
});

it("serves SDK v1's client", async () => {
  const client = new ClientV1(clientInfo);
  await client.connect(new TransportV1({ command: process.execPath, args: [program] }) as Transport);
  await expect(client.getPrompt({ name: 'Greet' })).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

/** The program with its output read line by line as JSON; a line that is not JSON fails the test. */
function startProgram(): { child: ChildProcess; lines: Record<string, unknown>[]; send(line: string): void } {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  return { child, lines, send: (line) => child.stdin.write(line) };
}

const message = (id: number, method: string, params?: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const initialize = message(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });

describe('a line', () => {
  it('that is malformed is answered, and the next one is served', async () => {
    const { child, lines, send } = startProgram();
    send('this is not JSON\n\n   \n[]\n{"jsonrpc":"2.0","id":5}\n{"jsonrpc":"1.0","id":"x","method":"ping"}\n');
    send(initialize + message(1, 'ping'));
    await until(() => lines.some(({ id }) => id === 1), 'the answer to ping');
    expect(lines.slice(0, 4).map(({ id, error }) => [id, (error as { code: number }).code])).toEqual([
      [null, -32700],
      [null, -32600],
      [5, -32600],
      ['x', -32600],
    ]);
    child.kill();
  });

  it('may come in pieces, or many in one', async () => {
    const { child, lines, send } = startProgram();
    const text = initialize + message(1, 'prompts/get', { name: 'Greet', arguments: { name: 'Grüße 🙂' } });
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) child.stdin?.write(bytes.subarray(at, at + 7));
    send(message(2, 'ping') + message(3, 'ping'));
    await until(() => lines.length === 4, 'four answers');
    expect(JSON.stringify(lines.find(({ id }) => id === 1))).toContain('Hello, Grüße 🙂!');
    child.kill();
  });

  it('beyond the limit is refused without being kept, and the next one is served', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const transport = new LineTransport(input, output);
    const receivedMessages: unknown[] = [];
    transport.onmessage = (reply) => receivedMessages.push(reply);
    await transport.start();
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let sentBytes = 0; sentBytes <= maxLineBytes; sentBytes += megabyte.length) input.write(megabyte);
    input.write(`\n${message(1, 'ping')}`);
    await until(() => receivedMessages.length === 1, 'the message after it');
    expect(JSON.parse(String((await once(output, 'data'))[0]))).toMatchObject({ id: null, error: { code: -32700 } });
    await transport.close();
  });

  it('of the server never contains a character that some readers treat as a line end', async () => {
    const output = new PassThrough();
    const transport = new LineTransport(new PassThrough(), output);
    await transport.send({ jsonrpc: '2.0', method: 'x', params: { text: 'a\u2028b\u2029c\nd\uD800' } });
    const writtenText = String(output.read());
    expect(writtenText).toMatch(/^[^\n\u2028\u2029]*\n$/);
    expect(JSON.parse(writtenText).params.text).toBe('a\u2028b\u2029c\nd\uD800');
  });
});

it('stops sending while the client does not read', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const transport = new LineTransport(new PassThrough(), output);
  let isSent = false;
  const sending = transport.send({ jsonrpc: '2.0', method: 'a-long-enough-name' }).then(() => {
    isSent = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSent).toBe(false);
  output.resume();
  await sending;
});

describe('the process ends within a second', () => {
  async function timeToEnd(start: ReturnType<typeof startProgram>, end: () => void): Promise<number> {
    await until(() => start.lines.length > 0, 'the program to answer');
    const begin = performance.now();
    end();
    await once(start.child, 'exit');
    return performance.now() - begin;
  }

  it('when its input ends', async () => {
    const start = startProgram();
    start.send(initialize);
    expect(await timeToEnd(start, () => start.child.stdin?.end())).toBeLessThan(1_000);
  });

  it('when its input ends while a function runs', async () => {
    const start = startProgram();
    start.send(initialize + message(1, 'prompts/get', { name: 'Stuck' }));
    expect(await timeToEnd(start, () => start.child.stdin?.end())).toBeLessThan(1_000);
  });

  it('when its output is closed', async () => {
    const start = startProgram();
    start.send(initialize);
    const end = () => {
      start.child.stdout?.destroy();
      start.send(message(1, 'ping'));
    };
    expect(await timeToEnd(start, end)).toBeLessThan(1_000);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s', async (signal) => {
    const start = startProgram();
    start.send(initialize);
    expect(await timeToEnd(start, () => start.child.kill(signal))).toBeLessThan(1_000);
  });

  it('when its parent dies, even if another process holds its input open', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['inherit', 'inherit', 'ignore'] });`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'pipe'] });
    let isAnswered = false;
    parent.stdout.on('data', () => {
      isAnswered = true;
    });
    parent.stdin.write(initialize);
    await until(() => isAnswered, 'the program to answer');
    const begin = performance.now();
    parent.kill('SIGKILL');
    // The program has inherited this pipe: it ends with the last of the two.
    await once(parent.stdout, 'end');
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});

it('answers all requests before the end of its input', async () => {
  const start = startProgram();
  start.child.stdin?.end(initialize + message(1, 'prompts/get', { name: 'Greet', arguments: { name: 'World' } }));
  await once(start.child, 'close');
  expect(start.lines.map(({ id }) => id)).toEqual([0, 1]);
});
