/** Which requests reach the browser host at all: those of this machine's own page and of this account. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure } from '../../contract/dispatch.ts';
import { isFromThisAccount, otherAccountMessage } from '../../state/peer-account.ts';

/**
 * Answers and returns false when a request must not go on. `Host` stops DNS rebinding (another site's name that resolves
 * to 127.0.0.1), `Origin` stops other sites' pages.
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

/** Answers and returns false when another account of this computer asks. The page itself is public and holds no secret. */
export async function guardAccount(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (await isFromThisAccount(request.socket)) return true;
  return deny(response, 403, otherAccountMessage);
}

/** Answers with a refusal. The request's body is not read, so the connection is not used again. */
export function deny(response: ServerResponse, status: 401 | 403, message: string): false {
  const body = JSON.stringify(failure('refused', message));
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' });
  response.end(body);
  return false;
}
