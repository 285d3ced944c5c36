/** Who may talk to the browser host: this machine's own page, with the token of this start. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure } from '../contract/dispatch.ts';

export interface Expected {
  readonly port: number;
  /** Asked of calls and events; the page itself is public to this machine and holds no secret. */
  readonly token?: string;
}

/**
 * Answers and returns false when a request must not go on. `Host` stops DNS rebinding (another site's name that resolves
 * to 127.0.0.1), `Origin` stops other sites' pages, the token stops other programs.
 */
export function guard(request: IncomingMessage, response: ServerResponse, expected: Expected): boolean {
  const { host, origin, authorization } = request.headers;
  const hosts = [`127.0.0.1:${expected.port}`, `localhost:${expected.port}`];
  if (!host || !hosts.includes(host)) {
    return deny(response, 403, 'The Host header does not name this workbench; open the link that it printed.');
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return deny(response, 403, 'The Origin header names another site; open the link that the workbench printed.');
  }
  if (expected.token !== undefined && !sameToken(authorization, expected.token)) {
    return deny(response, 401, 'The Authorization header lacks the key; open the link that the workbench printed.');
  }
  return true;
}

function sameToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function deny(response: ServerResponse, status: 401 | 403, message: string): false {
  const body = JSON.stringify(failure('refused', message));
  // The request's body is not read: the connection must not be used again.
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' });
  response.end(body);
  return false;
}
