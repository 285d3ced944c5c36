import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimitedFetch } from './limited-fetch.ts';
import { AnswerBudget, answerLimits } from './limits.ts';

/** What the name service says of each name. */
const addresses = vi.hoisted(() => new Map<string, string[]>());
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (name: string, _: unknown, callback: (error: Error | null, addresses?: unknown) => void) => {
    const foundAddresses = addresses.get(name);
    if (!foundAddresses) return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    callback(
      null,
      foundAddresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  },
}));

const closing: (() => unknown)[] = [];
afterEach(() => {
  addresses.clear();
  for (const close of closing.splice(0)) close();
});

async function startServer(answer: RequestListener): Promise<number> {
  const server = createServer({ maxHeaderSize: 100_000 }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port that answers every connection with these bytes. */
async function startAnswering(bytes: string): Promise<number> {
  const server = createSocketServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

interface Options {
  readonly allowsPrivate?: boolean;
  readonly timeoutMs?: number;
}

function createFetch({ allowsPrivate = true, timeoutMs = 5_000 }: Options = {}) {
  const budget = new AnswerBudget({ ...answerLimits, maxBytes: 1_000_000, timeoutMs });
  const limitedFetch = createLimitedFetch({ budget, allowsPrivate });
  closing.push(() => limitedFetch.close());
  return limitedFetch;
}

async function textFrom(answer: RequestListener, options?: Options, init?: RequestInit): Promise<string> {
  const response = await createFetch(options).fetch(`http://127.0.0.1:${await startServer(answer)}/`, init);
  return response.text();
}

const answerWith =
  (headers: Record<string, string>, body: string | Uint8Array): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(body);

function pour(response: ServerResponse, piece: string | Buffer): void {
  const writeMore = () => {
    while (response.write(piece));
  };
  response.on('drain', writeMore);
  writeMore();
}

const json = { 'content-type': 'application/json' };

describe('An answer is read as any fetch reads it', () => {
  it('with its status and headers, and its body once it is decompressed', async () => {
    const text = JSON.stringify({ text: 'ä'.repeat(1000) });
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
      ['identity', text],
    ] as const)
      expect(await textFrom(answerWith({ ...json, 'content-encoding': encoding }, body))).toBe(text);
  });

  it('after a request with a method, headers and a body', async () => {
    const receivedText = textFrom(
      (request, response) => {
        request
          .setEncoding('utf8')
          .on('data', (body) => response.end(`${request.method} ${request.headers.x} ${body}`));
      },
      {},
      { method: 'POST', headers: { x: 'y' }, body: 'é' },
    );
    expect(await receivedText).toBe('POST y é');
  });

  it('without a body, and with no more of a refusal than explains it', async () => {
    expect(await textFrom((_, response) => response.writeHead(204).end())).toBe('');
    const refusal = await textFrom((_, response) => pour(response.writeHead(500), 'x'.repeat(10_000)));
    expect(refusal.length).toBeLessThan(200_000);
  });

  it('as a separate answer when it is a redirect', async () => {
    const port = await startServer((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    const { fetch, failure } = createFetch();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(302);
    expect(failure()?.message).toBe('it answered with HTTP 302');
  });
});

describe('An answer breaks off with a reason', () => {
  const zeros = Buffer.alloc(20_000_000);
  const emptyMember = gzipSync('');
  it.each<[string, RequestListener, string]>([
    ['endless', (_, response) => pour(response.writeHead(200, json), 'x'.repeat(10_000)), 'it sent more than 1 MB'],
    ['gzip bomb', answerWith({ ...json, 'content-encoding': 'gzip' }, gzipSync(zeros)), 'it sent more than 1 MB'],
    [
      'Brotli bomb',
      answerWith({ ...json, 'content-encoding': 'br' }, brotliCompressSync(zeros)),
      'it sent more than 1 MB',
    ],
    [
      'gzip that expands to nothing',
      (_, response) => {
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        pour(response, Buffer.concat(Array.from({ length: 1000 }, () => emptyMember)));
      },
      'it sent more than 1 MB',
    ],
    [
      'chain of encodings',
      answerWith({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('x'))),
      'it answered in the encoding gzip, gzip, which was not requested',
    ],
    ['unknown encoding', answerWith({ 'content-encoding': 'zstd' }, 'x'), 'it answered in the encoding zstd'],
    [
      'wrong encoding',
      answerWith({ 'content-encoding': 'gzip' }, 'x'.repeat(100)),
      'its answer cannot be decompressed',
    ],
    ['deep JSON', answerWith(json, '['.repeat(100_000)), 'it answered with JSON that is nested deeper than 200 levels'],
    [
      'closed in the middle',
      (_, response) => {
        response.writeHead(200, { ...json, 'content-length': '100' }).write('{');
        setImmediate(() => response.destroy());
      },
      'it ended the connection before its answer was complete',
    ],
    ['closed at once', (_, response) => response.destroy(), 'it ended the connection before its answer was complete'],
    ['huge headers', answerWith({ x: 'x'.repeat(20_000) }, ''), 'it sent more than 16 KB of headers'],
  ])('%s', async (_, answer, reason) => {
    await expect(textFrom(answer)).rejects.toThrow(reason);
  });

  it.each<[string, RequestListener]>([
    ['never comes', () => {}],
    ['begins and never ends', (_, response) => response.writeHead(200, json).write('{')],
    [
      'drips',
      (_, response) => {
        response.writeHead(200, json);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('when it %s', async (_, answer) => {
    const reason = 'it did not complete its answer within 0.3 seconds';
    await expect(textFrom(answer, { timeoutMs: 300 })).rejects.toThrow(reason);
  });

  it('when the other side does not speak HTTP, has a status that no answer has, or is not there', async () => {
    const { fetch } = createFetch();
    const from = async (port: number) => fetch(`http://127.0.0.1:${port}/`);
    await expect(from(await startAnswering('SSH-2.0-OpenSSH\r\n'))).rejects.toThrow(
      'it does not answer as a web server',
    );
    await expect(from(await startAnswering('HTTP/1.1 999 No\r\n\r\n'))).rejects.toThrow('it answered with HTTP 999');
    await expect(from(9)).rejects.toThrow('nothing listens there');
    await expect(fetch('ftp://127.0.0.1/')).rejects.toThrow('it is not an http or https address');
    await expect(fetch('http://gone.example.com/')).rejects.toThrow();
  });

  it('when a redirect would receive the credentials of another address', async () => {
    const answer: RequestListener = (_, response) =>
      response.writeHead(307, { location: 'https://evil.example' }).end();
    await expect(textFrom(answer, {}, { redirect: 'error' })).rejects.toThrow('it redirects to https://evil.example');
  });

  it('with the reason of the caller that cancelled', async () => {
    const controller = new AbortController();
    const answerText = textFrom((_, response) => response.writeHead(200).write('x'), {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(answerText).rejects.toThrow('enough');
  });
});

describe('A private address', () => {
  it('is not connected to, by number or by name', async () => {
    let requests = 0;
    const port = await startServer((_, response) => {
      requests++;
      response.end('secret');
    });
    addresses.set('rebound.example.com', ['127.0.0.1']);
    addresses.set('half.example.com', ['93.184.216.34', '127.0.0.1']);
    const { fetch, failure } = createFetch({ allowsPrivate: false });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])
      await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow(/ is a private address$/);
    for (const host of ['rebound.example.com', 'half.example.com'])
      await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow(`${host} is at the private address 127.0.0.1`);
    expect(failure()?.message).toContain('private address');
    expect(requests).toBe(0);
  });

  it('is connected to when the caller has been granted one', async () => {
    addresses.set('rebound.example.com', ['127.0.0.1']);
    const port = await startServer((_, response) => response.end('fine'));
    expect(await (await createFetch().fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine');
  });
});
