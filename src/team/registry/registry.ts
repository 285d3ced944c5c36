/**
 * The servers of a team server as a private MCP registry: the three GET routes of the registry API v0.1 that client
 * applications read.
 */
import { decodeUri } from '../../base/text/decode-uri.ts';
import { nameOf, namespaceOf } from './registry-name.ts';

export interface RegistryServer {
  /** The name of its file, as in its address. */
  readonly catalogueName: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
}

export interface RegistryOptions {
  /** The servers that the caller may see, in any order. */
  readonly servers: readonly RegistryServer[];
  /** The address of the team server, without a slash at its end. */
  readonly publicUrl: string;
  /** When the commit that is served was published, ISO 8601. */
  readonly publishedAt: string;
  readonly commit: string;
  /** In reverse DNS. Default: the host of the address. */
  readonly namespace?: string;
}

export interface RegistryAnswer {
  readonly status: 200 | 400 | 404;
  readonly body: object;
}

interface Entry {
  readonly server: {
    readonly $schema: string;
    readonly name: string;
    readonly description: string;
    readonly title: string;
    readonly version: string;
    readonly websiteUrl?: string;
    readonly remotes: readonly [{ readonly type: 'streamable-http'; readonly url: string }];
  };
  readonly _meta: object;
}

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const base = '/v0.1/servers';
const defaultLimit = 30;
const maxLimit = 100;
const maxDescription = 100;
const maxTitle = 100;

/** @param path without its query @returns undefined for a path of another part */
export function answerRegistry(
  path: string,
  query: URLSearchParams,
  options: RegistryOptions,
): RegistryAnswer | undefined {
  if (path === base || path === `${base}/`) return listServers(query, options);
  if (!path.startsWith(`${base}/`)) return undefined;
  const [name, versions, version, ...rest] = path
    .slice(base.length + 1)
    .split('/')
    .map(decodeUri);
  const entry = entriesOf(options).find(({ server }) => server.name === name);
  if (!entry || versions !== 'versions' || rest.length > 0) return notFound;
  if (version === undefined) return { status: 200, body: { servers: [entry], metadata: { count: 1 } } };
  return version === 'latest' || version === entry.server.version ? { status: 200, body: entry } : notFound;
}

const notFound: RegistryAnswer = { status: 404, body: { error: 'Server not found' } };

function listServers(query: URLSearchParams, options: RegistryOptions): RegistryAnswer {
  const limit = query.get('limit') ?? String(defaultLimit);
  if (!/^\d{1,6}$/.test(limit) || Number(limit) < 1)
    return { status: 400, body: { error: `The limit must be a number from 1 to ${maxLimit}.` } };
  const since = query.get('updated_since');
  if (since !== null && Number.isNaN(Date.parse(since)))
    return { status: 400, body: { error: 'updated_since must be a time such as 2026-11-27T12:00:00Z.' } };
  const after = query.get('cursor') || undefined;
  const search = query.get('search')?.toLowerCase() ?? '';
  const version = query.get('version');
  const matches = entriesOf(options).filter(
    ({ server }) =>
      (after === undefined || server.name > after) &&
      server.name.toLowerCase().includes(search) &&
      (version === null || version === 'latest' || version === server.version) &&
      (since === null || Date.parse(options.publishedAt) > Date.parse(since)),
  );
  const servers = matches.slice(0, Math.min(Number(limit), maxLimit));
  const nextCursor = matches.length > servers.length ? servers.at(-1)?.server.name : undefined;
  return {
    status: 200,
    body: { servers, metadata: { count: servers.length, ...(nextCursor !== undefined && { nextCursor }) } },
  };
}

/** Sorted by name: a cursor is the name of the last entry, and stays valid when others are added or removed. */
function entriesOf({ servers, publicUrl, publishedAt, commit, namespace = namespaceOf(publicUrl) }: RegistryOptions) {
  const official = {
    status: 'active',
    statusChangedAt: publishedAt,
    publishedAt,
    updatedAt: publishedAt,
    isLatest: true,
  };
  const entries = servers.map(({ catalogueName, title, version, instructions, websiteUrl }): Entry => {
    const shortTitle = shorten(title ?? catalogueName, maxTitle);
    return {
      server: {
        $schema: schema,
        name: nameOf(namespace, catalogueName),
        description: describe(instructions) ?? shorten(`Prompts and tools of ${shortTitle}.`, maxDescription),
        title: shortTitle,
        version,
        ...(websiteUrl !== undefined && { websiteUrl }),
        remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp/${encodeURIComponent(catalogueName)}` }],
      },
      _meta: {
        'io.modelcontextprotocol.registry/official': official,
        'io.github.prompt-workbench': { commit },
      },
    };
  });
  return entries.sort((a, b) => (a.server.name < b.server.name ? -1 : 1));
}

/** The first sentence of the instructions. */
function describe(instructions: string | undefined): string | undefined {
  const text = instructions?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') return undefined;
  const [sentence = text] = /^.*?[.!?](?= |$)/.exec(text) ?? [];
  return shorten(sentence, maxDescription);
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .replace(/\p{Cs}/gu, '')
        .trimEnd()}…`;
}
