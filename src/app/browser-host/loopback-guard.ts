/** Filters the requests to the browser host: only this computer's own page and this account pass. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure } from '../../contract/host-transport.ts';
import { isFromThisAccount, otherAccountMessage } from '../../state/peer-account.ts';

/**
 * Refuses a request from another site and returns false. The check of `Host` stops DNS rebinding (another site's name that
 * resolves to 127.0.0.1), the check of `Origin` stops other sites' pages.
 */
export function guard(request: IncomingMessage, response: ServerResponse, port: number): boolean {
  const { host, origin } = request.headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!host || !hosts.includes(host)) {
    return deny(response, 403, 'The Host header does not name this workbench; open the link that it printed.');
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return deny(response, 403, 'The Origin header names another site; open the link that the workbench printed.');
  }
  return true;
}

/** Refuses a request from another account of this computer and returns false. The page itself is public and has no secret. */
export async function guardAccount(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (await isFromThisAccount(request.socket)) return true;
  return deny(response, 403, otherAccountMessage);
}

/** Sends a refusal and closes the connection, because the request's body is unread. */
export function deny(response: ServerResponse, status: 401 | 403, message: string): false {
  const body = JSON.stringify(failure('refused', message));
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' });
  response.end(body);
  return false;
}
