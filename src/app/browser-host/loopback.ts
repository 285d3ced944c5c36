/** The browser host: serves the renderer's files, the calls and the events over HTTP, only to this account on this computer. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../contract/dispatch.ts';
import type { HostTransport } from '../../contract/host-transport.ts';
import { answerCall, send, streamEvents } from './loopback-api.ts';
import { deny, guard, guardAccount } from './loopback-guard.ts';
import { readRendererFile } from './renderer-files.ts';
import { answerSessions, answerSignIn, type Caller } from './session-api.ts';
import { createSignIn, newSecret, type SignIn } from './sign-in.ts';

export interface LoopbackHostOptions {
  /** The workbench's calls and events. */
  readonly core: HostTransport;
  /** The built renderer (`dist/renderer`). */
  readonly rendererDir: string;
  /** The port that the user chose. If it is taken, the host does not start. */
  readonly port?: number | undefined;
  /** Used when the user chose no port; if it is taken, any free port. */
  readonly preferredPort?: number | undefined;
  readonly log: Log;
}

export interface LoopbackHost {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Lets a command of this account create links and end sessions, but make no calls of the contract. */
  readonly key: string;
  /** A link that opens the window. It works once, within a minute. */
  newLink(): string;
  close(): Promise<void>;
}

const hasNoSession =
  'This page has no session: run prompt-workbench open (or npm start) again and open the link that it prints.';
const sessionIsOver =
  "The session of this page has ended, because the workbench was restarted or the session was ended: run prompt-workbench open (or npm start) again, and paste its link into this tab's address to keep what you typed.";

/** @throws the listening error (`EADDRINUSE`) when the chosen port is taken */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const key = newSecret();
  const signIn = createSignIn();
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      // The page closed while it sent a request. That is normal, and the response has no reader.
      if (request.errored && request.socket.destroyed) return;
      options.log(`browser host: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      response.destroy();
    });
  });
  const port = await listenBy(server, options);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (!guard(request, response, port)) return;
    if (!path.startsWith('/api/')) {
      const file = await readRendererFile(options.rendererDir, path);
      response.writeHead(file.status, file.headers).end(request.method === 'HEAD' ? undefined : file.body);
      return;
    }
    if (!(await guardAccount(request, response))) return;
    if (path === '/api/sign-in') return answerSignIn(signIn, request, response);
    const caller = callerOf(signIn, key, request);
    if (!caller) {
      deny(response, 401, request.headers.authorization ? sessionIsOver : hasNoSession);
      return;
    }
    if (caller.kind === 'page' && path === '/api/events') {
      const stop = signIn.onEnd(caller.session.id, () => response.end());
      response.on('close', stop);
      return streamEvents(options.core, response);
    }
    if (caller.kind === 'page' && path.startsWith('/api/call/')) {
      const { id } = caller.session;
      const [challenge = '', signature = ''] = String(request.headers['x-confirmation'] ?? '').split('.');
      const isConfirmed = (text: string) => signIn.isConfirmed(id, challenge, text, signature);
      return answerCall(options.core, path, request, response, isConfirmed);
    }
    const answer = answerSessions(signIn, caller, path, request.method);
    send(response, answer.ok ? 200 : 404, answer);
  }

  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    key,
    newLink: () => linkOf(origin, signIn.createCode()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The code is in the fragment, which browsers never send to a server. */
export function linkOf(origin: string, code: string): string {
  return `${origin}/#code=${code}`;
}

function callerOf(signIn: SignIn, key: string, { headers }: IncomingMessage): Caller | undefined {
  const [scheme, secret = ''] = (headers.authorization ?? '').split(' ');
  if (scheme === 'Key') return isSame(secret, key) ? { kind: 'command' } : undefined;
  const session = scheme === 'Bearer' ? signIn.sessionOf(secret) : undefined;
  return session && { kind: 'page', session };
}

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 127.0.0.1 instead of `localhost`, which may resolve to different address families on the two sides. */
async function listenBy(server: Server, { port, preferredPort }: LoopbackHostOptions): Promise<number> {
  if (port !== undefined || preferredPort === undefined) return listen(server, port ?? 0);
  return listen(server, preferredPort).catch(() => listen(server, 0));
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
