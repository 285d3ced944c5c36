/** Authorization at the endpoint of a team server. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../mcp/server/http/reply.ts';
import type { Access } from '../access/authorize.ts';
import type { CallerRates } from '../access/caller-rates.ts';
import { limitToView } from '../access/limit-to-view.ts';
import { type AccessRefusal, isRefusal } from '../access/refusal.ts';
import { traceOf } from '../usage/trace-context.ts';
import { sendPlainJson } from './replies.ts';
import type { EndpointAccess, Route } from './team-endpoint.ts';

/** What a subject may do in a minute. */
export interface Rates {
  readonly calls: CallerRates;
  readonly bytes: CallerRates;
}

/** A body without its length counts as the largest one. */
const maxBodyBytes = 4 * 1024 * 1024;

/** @param onRefusal called with the status of each refusal */
export function endpointAccess(
  access: Access,
  rates: Rates | undefined,
  onRefusal: (status: number) => void,
): EndpointAccess {
  const countRefusal = (refusal: AccessRefusal) => {
    onRefusal(refusal.status);
    return refusalOf(refusal);
  };
  return {
    async authenticate({ headers }, needs) {
      const caller = await access.authorize(headers, '', needs);
      return isRefusal(caller) ? countRefusal(caller) : { view: (server) => access.view(caller, server) };
    },
    async authorize({ headers }, server) {
      const caller = await access.authorize(headers, server);
      if (isRefusal(caller)) return countRefusal(caller);
      const excess = rates?.calls.take(caller.subject) ?? rates?.bytes.take(caller.subject, bodyBytes(headers));
      if (excess) return countRefusal(excess);
      const view = access.view(caller, server);
      // A hidden server does not exist.
      if (!view) return { status: 404, message: `There is no server "${server}" here.` };
      const { subject } = caller;
      const refuse = (methods: readonly string[]) => {
        const refusal = access.demand(caller, server, methods);
        return refusal && countRefusal(refusal);
      };
      return {
        caller: { key: subject, subject, refuse, ...traceOf(headers) },
        viewKey: view.key,
        visible: (liveServer) => limitToView(liveServer, view),
      };
    },
  };
}

function bodyBytes(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : maxBodyBytes;
}

/** Protected resource metadata, which clients read before they log in. */
export function metadataRoute(access: Access): Route {
  return ({ method }, response, path) => {
    const answer = method === 'GET' ? access.metadata(path) : undefined;
    if (!answer) return false;
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    sendPlainJson(response, answer.status, answer.body);
    return true;
  };
}

/** Converts a refusal to the form of the MCP endpoint. */
export function refusalOf({ status, sentence, wwwAuthenticate, retryAfterSeconds }: AccessRefusal): Refusal {
  return {
    status,
    message: sentence,
    headers: {
      ...(wwwAuthenticate !== undefined && { 'www-authenticate': wwwAuthenticate }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}
