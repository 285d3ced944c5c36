/** `/metrics` at the endpoint. */
import type { IncomingMessage } from 'node:http';
import { sentence } from '../../base/errors.ts';
import { type Refusal, refuse } from '../../mcp/server/http/reply.ts';
import type { Metrics } from '../usage/metrics.ts';
import { sendPlainJson } from './replies.ts';
import type { Route } from './team-endpoint.ts';

/** @param signIn where callers have to sign in: the names of servers and prompts are not for everybody */
export function metricsRoute(
  metrics: Metrics,
  signIn: ((request: IncomingMessage) => Promise<Refusal | undefined>) | undefined,
): Route {
  return (request, response, path) => {
    if (path !== '/metrics') return false;
    request.resume();
    const answer = async () => {
      const refusal = await signIn?.(request);
      if (refusal) return refuse(response, refusal);
      const text = await metrics.text();
      if (!response.destroyed) response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    };
    answer().catch((error: unknown) => sendPlainJson(response, 500, { error: sentence(error) }));
    return true;
  };
}
