import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { McpSource } from '../../model/definitions.ts';
import { consentIn } from '../consent.ts';
import type { Retriever } from '../retriever.ts';
import { toolServer } from '../testing/mcp-server.ts';
import { openMcpSource } from './mcp-source.ts';

let dir: string;
const open: Retriever[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mcp-source-'));
});
afterEach(async () => {
  for (const source of open.splice(0)) await source.close();
  await rm(dir, { recursive: true });
});

async function source(program = toolServer(), change: Partial<McpSource> = {}) {
  const file = join(dir, 'server.cjs');
  await writeFile(file, program);
  const definition: McpSource = {
    type: 'MCP',
    judged: [],
    server: { kind: 'command', command: process.execPath, args: [file], env: { STARTED: join(dir, 'started') } },
    tool: 'find',
    argument: 'q',
    fixed: { limit: 3 },
    ...change,
  };
  const consent = consentIn(dir, dir);
  const made = openMcpSource({ name: 'Elsewhere', definition, workspaceDir: dir, consent, log: () => {} });
  open.push(made);
  return { source: made, consent, allow: () => consent.give(made.asksFor ?? []) };
}

const options = (signal = new AbortController().signal) => ({ limit: 20, signal });
const started = async () => (await readFile(join(dir, 'started'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
const isRunning = (pid: string) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};
const textOf = async (made: Retriever, query: string) =>
  JSON.stringify((await made.retrieve(query, options())).ranked.map(({ passage }) => passage));

describe('A program that a workspace file names', () => {
  it('is not started before somebody has allowed exactly it', async () => {
    const { source: made, allow } = await source();
    await expect(made.retrieve('primes', options())).rejects.toThrow(/would start the program .* allow it there\.$/);
    expect(await made.state()).toMatchObject({ kind: 'consent', command: expect.arrayContaining([process.execPath]) });
    expect(await started()).toEqual([]);
    await allow();
    expect(await textOf(made, 'primes')).toContain('Found in');
  });

  it('is another one with other arguments', async () => {
    const { allow } = await source();
    await allow();
    const server = { kind: 'command', command: process.execPath, args: ['--eval', ''], env: {} } as const;
    const { source: other } = await source(toolServer(), { server });
    await expect(other.retrieve('primes', options())).rejects.toThrow('nobody has allowed');
  });

  it('starts at the first search, with the values for its other arguments, and is kept', async () => {
    const { source: made, allow } = await source();
    await allow();
    expect(await made.state()).toEqual({ kind: 'idle' });
    expect(await textOf(made, 'primes')).toContain('with {\\"limit\\":3}');
    await textOf(made, 'sums');
    expect(await started()).toHaveLength(1);
  });

  it('is started again after a crash', async () => {
    const { source: made, allow } = await source();
    await allow();
    await expect(made.retrieve('crash', options())).rejects.toThrow(/gave no answer \(it ended with exit code 3\)/);
    expect(await textOf(made, 'primes')).toContain('Found in');
    expect(await started()).toHaveLength(2);
  });

  it('is ended once it is not allowed any more', async () => {
    const { source: made, allow, consent } = await source();
    await allow();
    await textOf(made, 'primes');
    const [pid = ''] = await started();
    await consent.takeBack(made.asksFor ?? []);
    expect(await made.state()).toMatchObject({ kind: 'consent' });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it('is ended with the app', async () => {
    const { source: made, allow } = await source();
    await allow();
    await textOf(made, 'primes');
    const [pid = ''] = await started();
    expect(isRunning(pid)).toBe(true);
    await made.close();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });
});

describe('A server at an address', () => {
  /** Streamable HTTP with plain JSON answers; `answer` is what its tool says. */
  async function serve(answer: (args: Record<string, unknown>) => string) {
    const results: Record<string, (params: { arguments?: Record<string, unknown> }) => unknown> = {
      initialize: () => ({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'tiny', version: '1' },
      }),
      'tools/call': ({ arguments: args = {} }) => ({ content: [{ type: 'text', text: answer(args) }] }),
    };
    const server = createServer(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(await text(request));
      if (id === undefined) return void response.writeHead(202).end();
      const result = results[method]?.(params);
      const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  it('is asked without anything having to be allowed: no program starts', async () => {
    const url = await serve(({ q, limit }) => `Found ${q}, at most ${limit}.`);
    const { source: made } = await source('', { server: { kind: 'url', url } });
    expect(made.asksFor).toBeUndefined();
    expect(await textOf(made, 'primes')).toContain('Found primes, at most 3.');
  });

  it('that is not there is told with its address', async () => {
    const { source: made } = await source('', { server: { kind: 'url', url: 'http://127.0.0.1:9/mcp' } });
    await expect(made.retrieve('x', options())).rejects.toThrow(
      /^The MCP server at http:\/\/127\.0\.0\.1:9\/mcp cannot be used \(/,
    );
  });
});

describe('An MCP server that cannot help', () => {
  it.each([
    ['fails', 'fail', /^The tool find of Elsewhere failed: The index is on fire\.$/],
    ['answers a web page', 'page', /answered a web page instead of text: choose a tool that answers text/],
  ])('%s: a sentence says so', async (_, query, sentence) => {
    const { source: made, allow } = await source();
    await allow();
    await expect(made.retrieve(query, options())).rejects.toThrow(sentence);
  });

  it('is not waited for once nobody waits for the answer', async () => {
    const { source: made, allow } = await source();
    await allow();
    await textOf(made, 'primes');
    const stop = new AbortController();
    const asked = made.retrieve('slow', options(stop.signal));
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('cannot be started: a sentence has what it last said', async () => {
    const { source: made, allow } = await source(`console.error('No licence found.'); process.exit(1);`);
    await allow();
    await expect(made.retrieve('primes', options())).rejects.toThrow(
      /^The MCP server that ".*" starts cannot be used \(it ended with exit code 1: No licence found\.\)\.$/,
    );
  });
});
