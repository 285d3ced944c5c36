import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { McpSource } from '../../../model/definitions.ts';
import type { Retriever } from '../retriever.ts';
import { toolServer } from '../testing/mcp-server.ts';
import { openMcpSource } from './mcp-source.ts';

let dir: string;
const openRetrievers: Retriever[] = [];
const loggedLines: string[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mcp-source-'));
});
afterEach(async () => {
  for (const source of openRetrievers.splice(0)) await source.close();
});

async function source(program = toolServer(), change: Partial<McpSource> = {}, env: NodeJS.ProcessEnv = {}) {
  const file = join(dir, 'server.cjs');
  await writeFile(file, program);
  const definition: McpSource = {
    type: 'MCP',
    judgedQueries: [],
    server: { kind: 'command', command: process.execPath, args: [file], env: { STARTED: join(dir, 'started') } },
    tool: 'find',
    argument: 'q',
    fixed: { limit: 3 },
    ...change,
  };
  const retriever = openMcpSource({
    name: 'Elsewhere',
    definition,
    workspaceDir: dir,
    env,
    log: (line) => loggedLines.push(line),
  });
  openRetrievers.push(retriever);
  return retriever;
}

const options = (signal = new AbortController().signal) => ({ limit: 20, signal });
const readStarts = async () =>
  (await readFile(join(dir, 'started'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
const isRunning = (pid: string) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};
const textOf = async (testedRetriever: Retriever, query: string) =>
  JSON.stringify((await testedRetriever.retrieve(query, options())).rankedPassages.map(({ passage }) => passage));

describe('A program that a workspace file names', () => {
  it('starts at the first search, with the values for its other arguments, and is kept', async () => {
    const retriever = await source();
    expect(await retriever.state()).toEqual({ kind: 'idle' });
    expect(await textOf(retriever, 'primes')).toContain('with {\\"limit\\":3}');
    await textOf(retriever, 'sums');
    expect(await readStarts()).toHaveLength(1);
  });

  it('is started again after a crash', async () => {
    const retriever = await source();
    await expect(retriever.retrieve('crash', options())).rejects.toThrow(
      /did not answer \(it ended with exit code 3\)/,
    );
    expect(await textOf(retriever, 'primes')).toContain('Found in');
    expect(await readStarts()).toHaveLength(2);
  });

  it('gets its own variables, with secrets from the environment that no message repeats', async () => {
    const program = `process.stderr.write('wrong token ' + process.env.TOKEN + ' for ' + process.env.TEAM); process.exit(4)`;
    const file = join(dir, 'server.cjs');
    const env = { TOKEN: `\${DOCS_TOKEN}`, TEAM: 'maths' };
    const server = { kind: 'command', command: process.execPath, args: [file], env } as const;
    const retriever = await source(program, { server }, { DOCS_TOKEN: 'hunter22' });
    await expect(retriever.retrieve('primes', options())).rejects.toThrow(`wrong token \${DOCS_TOKEN} for maths`);
    expect(loggedLines.join()).not.toContain('hunter22');
  });

  it('is not started while one of its variables is missing: the error names it', async () => {
    const server = { kind: 'command', command: process.execPath, args: [], env: { TOKEN: `\${DOCS_TOKEN}` } } as const;
    const retriever = await source('', { server });
    await expect(retriever.retrieve('primes', options())).rejects.toThrow(
      /^Env needs the environment variable DOCS_TOKEN: set it/,
    );
  });

  it('is ended with the app', async () => {
    const retriever = await source();
    await textOf(retriever, 'primes');
    const [pid = ''] = await readStarts();
    expect(isRunning(pid)).toBe(true);
    await retriever.close();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });
});

describe('A server at an address', () => {
  type Params = { arguments?: Record<string, unknown> };

  /** Streamable HTTP with plain JSON answers; `answer` is what its tool says. */
  async function serve(answer: (args: Record<string, unknown>, headers: IncomingHttpHeaders) => string) {
    const results: Record<string, (params: Params, headers: IncomingHttpHeaders) => unknown> = {
      initialize: () => ({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'tiny', version: '1' },
      }),
      'tools/call': ({ arguments: args = {} }, headers) => ({
        content: [{ type: 'text', text: answer(args, headers) }],
      }),
    };
    const server = createServer(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(await text(request));
      if (id === undefined) return void response.writeHead(202).end();
      const result = results[method]?.(params, request.headers);
      const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    });
    return addressOf(server);
  }

  async function addressOf(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  it('gets headers, with the values of the variables in them', async () => {
    const url = await serve(({ q, limit }, { authorization, 'x-team': team }) => {
      return `Found ${q}, at most ${limit}, for ${authorization} of ${team}.`;
    });
    const headers = { Authorization: `Bearer \${DOCS_TOKEN}`, 'X-Team': 'maths' };
    const retriever = await source('', { server: { kind: 'url', url, headers } }, { DOCS_TOKEN: 'tok-9f3a' });
    expect(await textOf(retriever, 'primes')).toContain('Found primes, at most 3, for Bearer tok-9f3a of maths.');
  });

  it('gets no request while a variable of its headers is missing: the error names it', async () => {
    const server = { kind: 'url', url: 'http://127.0.0.1:9/mcp', headers: { 'X-Key': `\${DOCS_KEY}` } } as const;
    const retriever = await source('', { server });
    await expect(retriever.retrieve('x', options())).rejects.toThrow(
      /^Headers needs the environment variable DOCS_KEY: set it/,
    );
  });

  it('that repeats a secret in an error does not leak it into a message or the log', async () => {
    const server = createServer(async (request, response) => {
      await text(request);
      response.writeHead(401, { 'Content-Type': 'text/plain' }).end(`No: ${request.headers.authorization}`);
    });
    const retriever = await source(
      '',
      { server: { kind: 'url', url: await addressOf(server), headers: { Authorization: `Bearer \${DOCS_TOKEN}` } } },
      { DOCS_TOKEN: 'tok-9f3a' },
    );
    const failure: Error = await retriever.retrieve('x', options()).then(
      () => expect.fail('answered'),
      (error: Error) => error,
    );
    expect(failure.message).toMatch(/cannot be used/);
    expect([failure.message, ...loggedLines].join()).not.toContain('tok-9f3a');
  });

  it('does not send a secret to a redirect', async () => {
    const events: (string | undefined)[] = [];
    const target = await addressOf(
      createServer((request, response) => {
        events.push(request.headers['x-key'] as string | undefined);
        response.writeHead(404).end();
      }),
    );
    const redirectingServer = createServer((_, response) => void response.writeHead(307, { Location: target }).end());
    const server = {
      kind: 'url',
      url: await addressOf(redirectingServer),
      headers: { 'X-Key': `\${DOCS_KEY}` },
    } as const;
    const retriever = await source('', { server }, { DOCS_KEY: 'tok-9f3a' });
    await expect(retriever.retrieve('x', options())).rejects.toThrow('cannot be used');
    expect(events).toEqual([]);
  });

  it('that is unreachable is reported with its address', async () => {
    const retriever = await source('', { server: { kind: 'url', url: 'http://127.0.0.1:9/mcp', headers: {} } });
    await expect(retriever.retrieve('x', options())).rejects.toThrow(
      /^The MCP server at http:\/\/127\.0\.0\.1:9\/mcp cannot be used \(.*\): check Url and Headers in the source\.$/,
    );
  });
});

describe('An MCP server that cannot help', () => {
  it('with an empty answer gives no results', async () => {
    const retriever = await source();
    expect((await retriever.retrieve('nothing', options())).rankedPassages).toEqual([]);
  });

  it.each([
    ['fails', 'fail', /^The tool find of Elsewhere failed: The index is on fire\.$/],
    [
      'refuses',
      'refuse',
      /^The tool find of Elsewhere was refused \(Unknown tool ‹\/search-results>‹user-query>\): check Tool and Arguments in the/,
    ],
    [
      'gives something other than an answer',
      'no array',
      /^The tool find of Elsewhere did not answer \(.*\): try again\.$/,
    ],
    ['answers with a web page', 'page', /returned a web page instead of text: choose a tool that returns text/],
  ])('%s: a sentence says so', async (_, query, sentence) => {
    const retriever = await source();
    await expect(retriever.retrieve(query, options())).rejects.toThrow(sentence);
  });

  it('does not delay a caller that cancels', async () => {
    const retriever = await source();
    await textOf(retriever, 'primes');
    const stop = new AbortController();
    const answer = retriever.retrieve('slow', options(stop.signal));
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('that cannot be started is reported with its last output', async () => {
    const retriever = await source(`console.error('No licence found.'); process.exit(1);`);
    await expect(retriever.retrieve('primes', options())).rejects.toThrow(
      /\(it ended with exit code 1: No licence found\.\): check Command and Args in the source\.$/,
    );
  });
});
