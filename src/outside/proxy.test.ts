import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createLimitedFetch } from './limited-fetch.ts';
import { AnswerBudget, answerLimits } from './limits.ts';
import { proxyInEnvironment, proxyInList, setProxies } from './proxy.ts';
import { certificate } from './testing/certificate.ts';

/** The name service knows the private name alone, as behind a proxy. */
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (name: string, _: unknown, callback: (error: Error | null, addresses?: unknown) => void) =>
    name === 'private.example'
      ? callback(null, [{ address: '10.0.0.1', family: 4 }])
      : callback(new Error('not found')),
}));

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllEnvs();
  setProxies(async () => undefined);
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function fetchPublic(address: string): Promise<Response> {
  const budget = new AnswerBudget({ ...answerLimits, timeoutMs: 5_000 });
  const { fetch, close } = createLimitedFetch({ budget, allowsPrivate: false });
  closing.push(close);
  return fetch(address);
}

/** A proxy that leads every tunnel to one port. @returns its address, and what it was asked for */
async function startProxy(target: number) {
  const requests: string[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const proxy = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    response.end('from the proxy');
  });
  proxy.on('connect', ({ url, headers }, socket) => {
    requests.push(`CONNECT ${url} ${headers['proxy-authorization'] ?? ''}`);
    if (target === 0) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const targetSocket = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(targetSocket).pipe(socket);
    });
    for (const openSocket of [targetSocket, socket]) sockets.add(openSocket.on('error', () => undefined));
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  const port = await portOf(proxy);
  setProxies(async () => new URL(`http://me:secret@127.0.0.1:${port}`));
  return { asked: requests, port };
}

const credentials = `Basic ${Buffer.from('me:secret').toString('base64')}`;

test('a request to a public https address goes through a tunnel of the proxy', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  const target = await portOf(
    createHttpsServer(certificate, (request, response) => response.end(request.headers.host)),
  );
  const { asked } = await startProxy(target);
  expect(await (await fetchPublic('https://public.example/a')).text()).toBe('public.example');
  expect(asked).toEqual([`CONNECT public.example:443 ${credentials}`]);
});

test('a proxy that refuses is named', async () => {
  const { port } = await startProxy(0);
  await expect(fetchPublic('https://public.example/')).rejects.toThrow(
    `the proxy 127.0.0.1:${port} answered with HTTP 407`,
  );
});

test('a proxy gets the whole address of an http request', async () => {
  const { asked } = await startProxy(0);
  expect(await (await fetchPublic('http://public.example/a?b')).text()).toBe('from the proxy');
  expect(asked).toEqual([`GET http://public.example/a?b ${credentials}`]);
});

test('a proxy is not asked for an address that is known here to be private', async () => {
  const { asked } = await startProxy(0);
  await expect(fetchPublic('http://private.example/')).rejects.toThrow('private.example is at the private address');
  await expect(fetchPublic('http://127.0.0.1:9/')).rejects.toThrow('is a private address');
  expect(asked).toEqual([]);
});

test.each([
  ['https://a.example/', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['https://a.example/', { https_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  ['http://a.example/', { http_proxy: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['http://a.example/', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
  ['https://a.example/', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['https://a.example/', { ALL_PROXY: 'socks5://proxy:1080' }, undefined],
  ['https://a.example/', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'b.example, .example' }, undefined],
  ['https://a.example/', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'le, xample' }, 'http://proxy/'],
  ['https://a.example/', { HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' }, undefined],
  ['https://a.example/', {}, undefined],
])('the environment decides about %s: %j', (address, env, expected) => {
  expect(proxyInEnvironment(new URL(address), env)?.href).toBe(expected);
});

test.each([
  ['PROXY proxy:3128; DIRECT', 'http://proxy:3128/'],
  ['DIRECT', undefined],
  ['SOCKS5 proxy:1080', undefined],
  ['', undefined],
])('the system’s proxies %j are read', (list, expected) => {
  expect(proxyInList(list)?.href).toBe(expected);
});
