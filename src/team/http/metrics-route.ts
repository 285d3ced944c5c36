/** `/metrics` at the endpoint. */
import { sentence } from '../../base/errors.ts';
import { refuse } from '../../mcp/server/http/reply.ts';
import type { Metrics } from '../usage/metrics.ts';
import { sendPlainJson } from './replies.ts';
import type { EndpointAccess, Route } from './team-endpoint.ts';

/** @param access undefined if callers do not log in; otherwise they need a scope: metrics name servers and prompts */
export function metricsRoute(metrics: Metrics, access: EndpointAccess | undefined): Route {
  return (request, response, path) => {
    if (path !== '/metrics') return false;
    request.resume();
    const answer = async () => {
      const authenticatedCaller = await access?.authenticate(request, ['metrics:read']);
      if (authenticatedCaller && 'status' in authenticatedCaller) return refuse(response, authenticatedCaller);
      const text = await metrics.text();
      if (!response.destroyed) response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    };
    answer().catch((error: unknown) => sendPlainJson(response, 500, { error: sentence(error) }));
    return true;
  };
}
