/** OAuth 2.0 Protected Resource Metadata (RFC 9728): where clients of a server get their tokens. */
import { decodeUri } from '../../base/text/decode-uri.ts';
import { scopesOfPeople } from './scopes.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

export interface ResourceOptions {
  /** The address of the team server as clients write it, without a slash at its end: `https://prompts.example.com`. */
  readonly publicUrl: string;
  readonly issuers: readonly { readonly url: string }[];
  /** A web page about this server. */
  readonly documentation?: string;
}

/** The resource identifier of a server, which is its MCP address (RFC 8707, section 2). */
export function resourceOf(publicUrl: string, server: string): string {
  return `${publicUrl}/mcp/${encodeURIComponent(server)}`;
}

/** The address of a server's metadata: the well-known part is between host and path (RFC 9728, section 3.1). */
export function metadataUrl(publicUrl: string, server: string): string {
  const { origin, pathname } = new URL(resourceOf(publicUrl, server));
  return `${origin}${wellKnown}${pathname}`;
}

export interface MetadataAnswer {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Answers a GET of metadata, for one server or the whole team server. A server that does not exist has metadata too, so that
 * the metadata do not reveal which servers exist.
 * @param path of the request, without its query
 * @returns undefined for another path
 */
export function resourceMetadata(path: string, options: ResourceOptions): MetadataAnswer | undefined {
  if (path !== wellKnown && !path.startsWith(`${wellKnown}/`)) return undefined;
  const { publicUrl, issuers, documentation } = options;
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' };
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const rest = path.slice(wellKnown.length);
  const server = rest.startsWith(`${base}/mcp/`) ? decodeName(rest.slice(`${base}/mcp/`.length)) : undefined;
  const isWhole = rest === '' || rest === '/' || rest === base || rest === `${base}/`;
  if (issuers.length === 0 || (server === undefined && !isWhole))
    return { status: 404, headers, body: { error: 'There is no metadata at this address.' } };
  const body = {
    resource: server === undefined ? publicUrl : resourceOf(publicUrl, server),
    authorization_servers: issuers.map(({ url }) => url),
    scopes_supported: scopesOfPeople,
    bearer_methods_supported: ['header'],
    resource_name: server === undefined ? 'Prompt Workbench' : `${server} (Prompt Workbench)`,
    ...(documentation !== undefined && { resource_documentation: documentation }),
  };
  return { status: 200, headers, body };
}

function decodeName(name: string): string | undefined {
  return name === '' || name.includes('/') ? undefined : decodeUri(name);
}
