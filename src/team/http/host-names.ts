/** Accepts only requests for names and from pages that the operator allows (MCP, "Transports", "Security Warning"). */
import type { IncomingHttpHeaders } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Refusal } from '../../mcp/server/http/reply.ts';

/**
 * @param hostNames names of this server, without a port; this computer's own are always allowed
 * @param origins host names of web pages that may send requests
 */
export function createHostGuard(
  hostNames: readonly string[],
  origins: readonly string[],
): (headers: IncomingHttpHeaders) => Refusal | undefined {
  const hosts = [...localhostAllowedHostnames(), ...hostNames.map((name) => name.toLowerCase())];
  const pages = [...localhostAllowedOrigins(), ...hostNames, ...origins];
  return ({ host, origin }) => {
    if (!validateHostHeader(host?.toLowerCase(), hosts).ok)
      return {
        status: 403,
        message: `The Host header ${quoteHeader(host)} is not a name of this server: its operator adds names with --host-name.`,
      };
    if (!validateOriginHeader(origin, pages).ok)
      return {
        status: 403,
        message: `Pages of ${quoteHeader(origin)} may not send requests: the operator of this server adds pages with --origin.`,
      };
    return undefined;
  };
}

function quoteHeader(value: string | undefined): string {
  return value === undefined ? '(missing)' : `"${value.slice(0, 100)}"`;
}
