/** The private registry at the endpoint. A caller finds the servers that it may see; without a token, those that are listed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentence } from '../../base/errors.ts';
import { refuse } from '../../mcp/server/http/reply.ts';
import type { Access } from '../access/authorize.ts';
import { isRefusal } from '../access/refusal.ts';
import { answerRegistry } from '../registry/registry.ts';
import type { Releases } from '../release/releases.ts';
import { refusalOf } from './endpoint-access.ts';
import { sendPlainJson } from './replies.ts';
import type { Route } from './team-endpoint.ts';

export interface RegistryRouteOptions {
  readonly releases: Releases;
  /** Absent: everybody sees every server. */
  readonly access?: Access | undefined;
  /** Absent: the name by which the request came. */
  readonly publicUrl?: string | undefined;
  readonly log: (level: 'error', message: string) => void;
}

export function registryRoute(options: RegistryRouteOptions): Route {
  return (request, response, path) => {
    if (!path.startsWith('/v0.1/')) return false;
    request.resume();
    answer(request, response, path, options).catch((error: unknown) => {
      options.log('error', `The registry failed unexpectedly: ${sentence(error)}`);
      sendPlainJson(response, 500, { error: "Internal error; the server's log has the details." });
    });
    return true;
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { releases, access, publicUrl = `http://${request.headers.host ?? 'localhost'}` }: RegistryRouteOptions,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET');
    return sendPlainJson(response, 405, { error: 'The registry is read with GET.' });
  }
  const { current } = releases;
  if (!current) return sendPlainJson(response, 503, { error: 'No commit is published yet.' });
  const isSeen = await visibilityOf(request, access, (name) => current.policy.isListed(name));
  if (typeof isSeen !== 'function') return refuse(response, isSeen);
  const servers = releases.names().flatMap((catalogueName) => {
    const entry = current.snapshot.servers.get(catalogueName);
    return entry && isSeen(catalogueName) ? [{ ...entry.resolvedServer, catalogueName }] : [];
  });
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const registryAnswer = answerRegistry(path, searchParams, {
    servers,
    publicUrl: publicUrl.replace(/\/$/, ''),
    publishedAt: new Date(releases.since).toISOString(),
    commit: current.commit,
  });
  sendPlainJson(
    response,
    registryAnswer?.status ?? 404,
    registryAnswer?.body ?? { error: 'The registry has only /v0.1/servers.' },
  );
}

/** Client applications that read a registry without a token find the servers that are listed for everybody. */
async function visibilityOf(
  { headers }: IncomingMessage,
  access: Access | undefined,
  isListed: (name: string) => boolean,
) {
  if (!access) return () => true;
  if (headers.authorization === undefined) return isListed;
  const caller = await access.authorize(headers, '');
  if (isRefusal(caller)) return refusalOf(caller);
  return (name: string) => isListed(name) || access.view(caller, name) !== undefined;
}
