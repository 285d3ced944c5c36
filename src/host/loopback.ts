/** The browser host: the renderer's files, the calls and the events over HTTP, for this machine only. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostTransport } from '../contract/contract.ts';
import type { Log } from '../contract/dispatch.ts';
import { answerCall, streamEvents } from './loopback-api.ts';
import { guard } from './loopback-guard.ts';
import { readRendererFile } from './renderer-files.ts';

export interface LoopbackHostOptions {
  /** What the page may reach: the workbench's calls and events. */
  readonly core: HostTransport;
  /** The built renderer (`dist/renderer`). */
  readonly rendererDir: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly log: Log;
}

export interface LoopbackHost {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Random for every start. Whoever has it may do what the user may do in the workbench. */
  readonly token: string;
  /** The link to open: the token is in its fragment, which no browser sends to any server. */
  readonly url: string;
  close(): Promise<void>;
}

/** @throws the listening error (`EADDRINUSE`) when a port was asked for and is taken */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      options.log(`browser host: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      response.destroy();
    });
  });
  // 127.0.0.1 and not `localhost`, which may resolve to another address family on each side.
  const port = await listening(server, options.port ?? 0);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?');
    const needsToken = path.startsWith('/api/');
    if (!guard(request, response, { port, ...(needsToken ? { token } : {}) })) return;
    if (path === '/api/events') return streamEvents(options.core, response);
    if (needsToken) return answerCall(options.core, path, request, response);
    const file = await readRendererFile(options.rendererDir, path);
    response.writeHead(file.status, file.headers).end(request.method === 'HEAD' ? undefined : file.body);
  }

  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    token,
    url: `${origin}/#token=${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
