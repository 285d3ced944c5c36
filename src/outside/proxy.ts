/**
 * The proxy of this computer: from the environment (`HTTPS_PROXY`, `http_proxy`, `NO_PROXY`), or in the desktop app from
 * the system's settings. Only connections to public addresses use it.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { OutsideError } from './limits.ts';

/** @returns the address of an HTTP proxy, or undefined for a direct connection */
export type FindProxy = (url: URL) => Promise<URL | undefined>;

let findProxy: FindProxy = async (url) => proxyInEnvironment(url, process.env);

/** Replaces the environment by the settings of the system. */
export function setProxies(find: FindProxy): void {
  findProxy = find;
}

export function proxyOf(url: URL): Promise<URL | undefined> {
  return findProxy(url);
}

/** As curl reads it: `HTTP_PROXY` in capitals is ignored, because a web server sets it from a request's header. */
export function proxyInEnvironment(url: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map((part) => part.trim().toLowerCase());
  if (exceptions.some((exception) => isException(url, exception))) return undefined;
  const ownProxy = url.protocol === 'https:' ? (env.https_proxy ?? env.HTTPS_PROXY) : env.http_proxy;
  const text = ownProxy || env.all_proxy || env.ALL_PROXY || '';
  return httpProxy(text.includes('://') || text === '' ? text : `http://${text}`);
}

/** Reads the answer of Chromium for an address: `PROXY host:80; DIRECT`, in the form of proxy auto-configuration. */
export function proxyInList(list: string): URL | undefined {
  const [first = ''] = list.split(';');
  const [kind, address] = first.trim().split(/\s+/);
  return kind === 'PROXY' ? httpProxy(`http://${address}`) : undefined;
}

function httpProxy(address: string): URL | undefined {
  return URL.canParse(address) && new URL(address).protocol === 'http:' ? new URL(address) : undefined;
}

function isException({ hostname, host }: URL, exception: string): boolean {
  const name = exception.replace(/^\*?\./, '');
  return exception === '*' || (name !== '' && (hostname === name || host === name || hostname.endsWith(`.${name}`)));
}

/** What a request through a proxy needs; for http the proxy gets the whole address, for https it makes a tunnel. */
export function proxiedRequest(url: URL, proxy: URL, agents: ProxyAgents): http.RequestOptions {
  if (url.protocol === 'https:') return { agent: agents.tunnel(proxy) };
  return {
    agent: agents.plainAgent,
    hostname: proxy.hostname,
    port: proxy.port || 80,
    path: url.href,
    headers: { host: url.host, ...authorization(proxy) },
  };
}

export interface ProxyAgents {
  readonly plainAgent: http.Agent;
  tunnel(proxy: URL): https.Agent;
  destroy(): void;
}

export function createProxyAgents(options: http.AgentOptions): ProxyAgents {
  const plainAgent = new http.Agent(options);
  const tunnels = new Map<string, TunnelAgent>();
  return {
    plainAgent,
    tunnel(proxy) {
      const agent = tunnels.get(proxy.href) ?? new TunnelAgent(proxy, options);
      tunnels.set(proxy.href, agent);
      return agent;
    },
    destroy() {
      for (const agent of [plainAgent, ...tunnels.values()]) agent.destroy();
    },
  };
}

class TunnelAgent extends https.Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: http.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { host, port, servername } = options as { host: string; port: number; servername?: string };
    openTunnel(this.#proxy, `${host}:${port}`).then(
      (socket) => callback?.(null, connectTls({ socket, servername: servername || host })),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}

/** RFC 9110, section 9.3.6. @throws OutsideError if the proxy refuses */
function openTunnel(proxy: URL, authority: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    http
      .request({
        host: proxy.hostname,
        port: proxy.port || 80,
        method: 'CONNECT',
        path: authority,
        headers: { host: authority, ...authorization(proxy) },
        agent: false,
      })
      .on('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new OutsideError(`the proxy ${proxy.host} answered with HTTP ${statusCode}`));
      })
      .on('error', reject)
      .end();
  });
}

function authorization({ username, password }: URL): http.OutgoingHttpHeaders {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
