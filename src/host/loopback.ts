/** The browser host: the renderer's files, the calls and the events over HTTP, for this machine only. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostTransport } from '../contract/contract.ts';
import type { Log } from '../contract/dispatch.ts';
import { type HostLink, linkUrl, readLink, writeLink } from './link-file.ts';
import { answerCall, streamEvents } from './loopback-api.ts';
import { guard } from './loopback-guard.ts';
import { readRendererFile } from './renderer-files.ts';

export interface LoopbackHostOptions {
  /** What the page may reach: the workbench's calls and events. */
  readonly core: HostTransport;
  /** The built renderer (`dist/renderer`). */
  readonly rendererDir: string;
  /** Asked for by the user: when it is taken there is no host. Without it the port of last time, else any free one. */
  readonly port?: number;
  /** Where the link is kept for the next start (`link-file.ts`); without it nothing is kept. */
  readonly linkFile?: string;
  readonly log: Log;
}

/** The token is random for every start. Whoever has it may do what the user may do in the workbench. */
export interface LoopbackHost extends HostLink {
  /** The link to open. */
  readonly url: string;
  close(): Promise<void>;
}

/** @throws the listening error (`EADDRINUSE`) when a port was asked for and is taken */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      // A page that was closed while it sent something: there is nobody to answer, and nothing is wrong here.
      if (request.errored && request.socket.destroyed) return;
      options.log(`browser host: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      response.destroy();
    });
  });
  // 127.0.0.1 and not `localhost`, which may resolve to another address family on each side.
  const port =
    options.port === undefined ? await listenAgain(server, options.linkFile) : await listen(server, options.port);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?');
    const needsToken = path.startsWith('/api/');
    if (!guard(request, response, { port, ...(needsToken ? { token } : {}) })) return;
    if (path === '/api/events') return streamEvents(options.core, response);
    if (needsToken) return answerCall(options.core, path, request, response);
    const file = await readRendererFile(options.rendererDir, path);
    response.writeHead(file.status, file.headers).end(request.method === 'HEAD' ? undefined : file.body);
  }

  const link: HostLink = { origin: `http://127.0.0.1:${port}`, token };
  if (options.linkFile) await writeLink(options.linkFile, link);
  return {
    ...link,
    url: linkUrl(link),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** At the port of last time, else at any. */
async function listenAgain(server: Server, linkFile: string | undefined): Promise<number> {
  const last = linkFile && (await readLink(linkFile));
  if (!last) return listen(server, 0);
  return listen(server, Number(new URL(last.origin).port)).catch(() => listen(server, 0));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
