/**
 * The pages of the documentation that a server's prompts and tools search, as resources: one template for all of them.
 * Clients read a page by the location that results show. Part of every cold start, so its imports are few.
 */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Block, ResolvedPrompt, ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { ResourceContents, ResourceLink } from '../../../model/protocol.ts';
import type { ServerServices } from '../services.ts';
import { resourceNotFound } from './failure.ts';

const scheme = 'docs://';

/** RFC 6570, level 2: a location has slashes. */
export const pageTemplate = `${scheme}{source}/{+location}`;

const sources = new WeakMap<ResolvedServer, readonly string[]>();

/** Built-in, and computes its answers. */
const withoutPages = 'WolframAlpha';

/** The sources with pages that a server's prompts and tools name, in the order of first mention. */
export function pageSources(server: ResolvedServer): readonly string[] {
  const cachedNames = sources.get(server);
  if (cachedNames) return cachedNames;
  const names = [...new Set([...server.prompts, ...server.tools].flatMap(sourcesOf))].filter(
    (name) => name !== withoutPages,
  );
  sources.set(server, names);
  return names;
}

function sourcesOf({ content }: ResolvedPrompt | ResolvedTool): readonly string[] {
  switch (content.kind) {
    case 'search':
    case 'read':
      return content.sources;
    case 'messages':
      return content.messages.flatMap(({ blocks }) => blocks.flatMap(sourcesOfBlock));
    case 'blocks':
      return content.blocks.flatMap(sourcesOfBlock);
    case 'prompt':
      return sourcesOf(content.prompt);
    default:
      return [];
  }
}

function sourcesOfBlock(block: Block): readonly string[] {
  return block.type === 'search' ? block.sources : [];
}

/** The template as a client lists it. */
export function pageTemplateLink(names: readonly string[]): ResourceLink {
  return {
    type: 'resource_link',
    uri: pageTemplate,
    name: 'page',
    title: 'Documentation page',
    description: `A page of ${names.join(', ')} as Markdown. Results of searches have its location.`,
    mimeType: 'text/markdown',
  };
}

/** The address of a page: on the web, else as a resource of this server. */
export function pageUri({
  source,
  location,
  url,
}: {
  readonly source: string;
  readonly location: string;
  readonly url?: string;
}): string {
  const path = location.split('/').map(encodeURIComponent).join('/');
  return url ?? `${scheme}${encodeURIComponent(source)}/${path}`;
}

/** The source and the location in the URI of a page; undefined for another URI, or a source that the server does not search. */
export function pageOfUri(
  uri: string,
  server: ResolvedServer,
): { readonly source: string; readonly location: string } | undefined {
  const [, sourceName, path] = /^docs:\/\/([^/]+)\/(.+)$/i.exec(uri) ?? [];
  if (sourceName === undefined || path === undefined) return undefined;
  try {
    const [source, location] = [decodeURIComponent(sourceName), decodeURIComponent(path)];
    return pageSources(server).includes(source) ? { source, location } : undefined;
  } catch {
    // Malformed percent encoding.
    return undefined;
  }
}

/**
 * A page as Markdown.
 * @throws ProtocolError "resource not found" if the source has no such page
 */
export async function readPageResource(
  uri: string,
  { source, location }: { readonly source: string; readonly location: string },
  services: ServerServices,
): Promise<ResourceContents> {
  if (!services.findPage) throw resourceNotFound(uri, `This server has no documentation for "${uri}".`);
  const { page } = await services.findPage({ sources: [source], location }).catch((error: unknown) => {
    if (error instanceof WorkbenchError && error.code === 'not-found') throw resourceNotFound(uri, error.message);
    throw error;
  });
  const { renderPage } = await import('../../../search/sources/render-page.ts');
  return { uri, mimeType: 'text/markdown', text: renderPage(page, { budget: Number.POSITIVE_INFINITY }) };
}
