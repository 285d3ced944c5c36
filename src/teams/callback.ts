/** Receives the browser after a login, on a port of this computer that is open until then (RFC 8252, section 7.3). */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkbenchError } from '../base/errors.ts';

/** Fixed, because a client id that is registered by hand has one redirect address. If the port is in use, a free one takes its place. */
export const usualPort = 47_563;
export const callbackPath = '/callback';

export interface Callback {
  readonly redirectUrl: string;
  /** The parameters with which the browser returns. Rejects if it does not return in time, and after `close`. */
  readonly parameters: Promise<URLSearchParams>;
  close(): void;
}

/** @param state the value that the browser has to return */
export async function openCallback(state: string, timeoutMs: number): Promise<Callback> {
  let finish: (parameters: URLSearchParams) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const parameters = new Promise<URLSearchParams>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  // A login may be cancelled before its result is awaited.
  parameters.catch(() => undefined);
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs = request.method === 'GET' && pathname === callbackPath && isSame(searchParams.get('state'), state);
    const [title, text] = !isOurs
      ? ['Nothing here', 'This address is only for a login that has just been started.']
      : searchParams.get('code') === null
        ? ['Not logged in', 'Return to Prompt Workbench, which says why.']
        : ['You can close this page', 'Return to Prompt Workbench, which completes the login.'];
    response
      .writeHead(isOurs ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      .end(page(title, text));
    if (isOurs) finish(searchParams);
  });
  const port = await listen(http);
  const timer = setTimeout(
    () => fail(new WorkbenchError('unavailable', 'There was no login within ten minutes: try again.')),
    timeoutMs,
  );
  timer.unref();
  return {
    redirectUrl: `http://127.0.0.1:${port}${callbackPath}`,
    parameters,
    close() {
      clearTimeout(timer);
      http.close();
      fail(new WorkbenchError('unavailable', 'The login was cancelled.'));
    },
  };
}

async function listen(http: Server): Promise<number> {
  const open = (port: number) =>
    new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, '127.0.0.1', () => {
        http.off('error', reject);
        resolve();
      });
    });
  await open(usualPort).catch(() => open(0));
  return (http.address() as AddressInfo).port;
}

function isSame(actual: string | null, expected: string): boolean {
  const [a, b] = [Buffer.from(actual ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title>
<body style="font: 16px/1.5 system-ui; max-width: 32em; margin: 20vh auto; padding: 0 1em"><h1 style="font-size: 1.4em">${title}</h1><p>${text}</p></body></html>
`;
}
