import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { isFromThisAccount, otherAccountMessage } from '../../../state/peer-account.ts';
import type { Refusal } from './reply.ts';

/** Returns the refusal of a request; undefined if it may pass. */
export type Guard = (request: IncomingMessage) => Promise<Refusal | undefined>;

/**
 * Refuses requests of web pages and of other accounts: `Host` and, if present, `Origin` must name this computer (MCP,
 * "Transports", "Security Warning": DNS rebinding), the connection must come from this account, and the bearer token
 * must match.
 */
export function createGuard(token: string | undefined): Guard {
  const hosts = localhostAllowedHostnames();
  const origins = localhostAllowedOrigins();
  const expected = token === undefined ? undefined : Buffer.from(`Bearer ${token}`);
  // A client sends the same one with every request, and the SDK parses it as a URL.
  let acceptedHost: string | undefined;
  const isAccepted = (host: string | undefined) => {
    if (host !== undefined && host === acceptedHost) return true;
    if (!validateHostHeader(host, hosts).ok) return false;
    acceptedHost = host;
    return true;
  };
  return async ({ headers: { host, origin, authorization }, socket }) => {
    if (!isAccepted(host))
      return {
        status: 403,
        message: `The Host header ${quoteHeader(host)} does not name this computer; use the address 127.0.0.1 or localhost.`,
      };
    if (!validateOriginHeader(origin, origins).ok)
      return {
        status: 403,
        message: `The Origin header ${quoteHeader(origin)} is not a page on this computer; only local pages may send requests.`,
      };
    if (!(await isFromThisAccount(socket))) return { status: 403, message: otherAccountMessage };
    if (expected && !(authorization !== undefined && areEqual(Buffer.from(authorization), expected)))
      return {
        status: 401,
        message:
          authorization === undefined
            ? 'The Authorization header is missing; send "Authorization: Bearer" with the token of this workbench.'
            : 'The Authorization header does not have the token of this workbench; copy it again.',
        headers: { 'www-authenticate': 'Bearer' },
      };
    return undefined;
  };
}

/** Reveals only the length of the token, which is not a secret. */
function areEqual(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function quoteHeader(value: string | undefined): string {
  return value === undefined ? '(missing)' : `"${value.slice(0, 100)}"`;
}
