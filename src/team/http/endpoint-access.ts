/** Authorization at the endpoint of a team server. */
import type { Refusal } from '../../mcp/server/http/reply.ts';
import type { Access } from '../access/authorize.ts';
import { type AccessRefusal, isRefusal } from '../access/refusal.ts';
import { visibleSource } from '../access/visible-source.ts';
import { sendPlainJson } from './replies.ts';
import type { EndpointAccess, Route } from './team-endpoint.ts';

export function endpointAccess(access: Access): EndpointAccess {
  return {
    async signIn({ headers }) {
      const caller = await access.authorize(headers, '');
      return isRefusal(caller) ? refusalOf(caller) : undefined;
    },
    async authorize({ headers }, server) {
      const caller = await access.authorize(headers, server);
      if (isRefusal(caller)) return refusalOf(caller);
      const view = access.view(caller, server);
      // A hidden server does not exist.
      if (!view) return { status: 404, message: `There is no server "${server}" here.` };
      const { subject } = caller;
      const refuse = (methods: readonly string[]) => {
        const refusal = access.demand(caller, server, methods);
        return refusal && refusalOf(refusal);
      };
      return {
        caller: { key: subject, subject, refuse },
        audience: view.key,
        visible: (source) => visibleSource(source, view),
      };
    },
  };
}

/** Protected resource metadata, which clients read before they sign in. */
export function metadataRoute(access: Access): Route {
  return ({ method }, response, path) => {
    const answer = method === 'GET' ? access.metadata(path) : undefined;
    if (!answer) return false;
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    sendPlainJson(response, answer.status, answer.body);
    return true;
  };
}

function refusalOf({ status, sentence, wwwAuthenticate, retryAfterSeconds }: AccessRefusal): Refusal {
  return {
    status,
    message: sentence,
    headers: {
      ...(wwwAuthenticate !== undefined && { 'www-authenticate': wwwAuthenticate }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}
