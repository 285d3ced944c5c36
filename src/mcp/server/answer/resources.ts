import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { Block, ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { ResourceContents, ResourceLink } from '../../../model/protocol.ts';
import { createPages, type Pages } from '../pages.ts';
import type { Features } from '../revisions.ts';
import { annotationsFor, metaFor, withHintsFor } from './degrade.ts';
import { invalidParams, resourceNotFound } from './failure.ts';
import { resourceContents } from './render.ts';
import { Rendering } from './rendering.ts';

type ResourceBlock = Extract<Block, { type: 'resource' }>;

/** An entry of `resources/list`. */
export type ListedResource = Omit<ResourceLink, 'type'>;

/** Slot values without a request: the defaults, in the order of the arguments. */
interface Defaults {
  readonly arguments: readonly { readonly name: string; readonly default?: string }[];
}

/**
 * A URI in prompts or tools of a server: its body if one embeds it, and its description if one links to it.
 */
interface KnownResource {
  embedded?: { readonly block: ResourceBlock; readonly by: Defaults };
  link?: ResourceLink;
}

const known = new WeakMap<ResolvedServer, ReadonlyMap<string, KnownResource>>();

/** One state of a server's resources for one revision. */
export type ResourceList = Pages<{ readonly resources: readonly ListedResource[] }>;

const lists = new WeakMap<ResolvedServer, Map<string, ResourceList>>();

/**
 * The resources that a server's prompts and tools embed or link to, in the order of first mention. Links to other targets
 * are listed too: the protocol lets a client fetch an `https:` resource itself. Cached: equal arguments give the same object.
 */
export function resourceList(server: ResolvedServer, features: Features): ResourceList {
  const byFeatures = getOrCreate(lists, server, () => new Map<string, ResourceList>());
  return getOrCreate(
    byFeatures,
    `${features.title} ${features.icons} ${features.lastModified} ${features.itemMeta}`,
    () => {
      const resources = resourcesOf(server);
      const uris = [...resources.keys()];
      return createPages({
        kind: 'resources',
        items: [...resources],
        keyOf: ([uri]) => uri,
        indexOf: (uri) => (resources.has(uri) ? uris.indexOf(uri) : undefined),
        shape: (entries) => ({ resources: entries.map(([uri, resource]) => listedResource(uri, resource, features)) }),
      });
    },
  );
}

function listedResource(uri: string, { embedded, link }: KnownResource, features: Features): ListedResource {
  const mimeType = embedded?.block.mimeType ?? link?.mimeType;
  const { block } = embedded ?? {};
  const annotations = block?.resource?.annotations ?? block?.annotations ?? link?.annotations;
  const title = link?.title ?? block?.resource?.title;
  const size = link?.size ?? block?.resource?.size;
  return {
    uri,
    name: link?.name ?? nameFrom(uri),
    ...(title !== undefined && features.title && { title }),
    ...(link?.description !== undefined && { description: link.description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(link?.icons && features.icons && { icons: link.icons }),
    ...annotationsFor(features, annotations),
    ...metaFor(features, block?.resource?._meta ?? link?._meta),
  };
}

/**
 * The contents of an embedded resource. Defaults of its prompt or tool fill a template body.
 * @throws ProtocolError "resource not found" for a URI that is not embedded; WorkbenchError as rendering does
 */
export async function readResource(uri: unknown, source: LiveServer, features: Features): Promise<ResourceContents> {
  if (typeof uri !== 'string') throw invalidParams('resources/read needs the uri of a resource, as a string.');
  const resource = resourcesOf(source.current()).get(uri);
  if (!resource)
    throw resourceNotFound(uri, `There is no resource "${uri}"; call resources/list for the available resources.`);
  if (!resource.embedded)
    throw resourceNotFound(uri, `This server only links to "${uri}"; fetch it from its own address.`);
  const { block, by } = resource.embedded;
  const values = Object.fromEntries(
    by.arguments.flatMap((argument) => (argument.default === undefined ? [] : [[argument.name, argument.default]])),
  );
  return withHintsFor(features, await resourceContents(block, new Rendering(by, values, source)));
}

function resourcesOf(server: ResolvedServer): ReadonlyMap<string, KnownResource> {
  const cached = known.get(server);
  if (cached) return cached;
  const resources = new Map<string, KnownResource>();
  const entry = (uri: string) => {
    const existing = resources.get(uri);
    if (existing) return existing;
    const created: KnownResource = {};
    resources.set(uri, created);
    return created;
  };
  const take = (blocks: readonly Block[], by: Defaults) => {
    for (const block of blocks) {
      if (block.type === 'resource') entry(block.uri).embedded ??= { block, by };
      else if (block.type === 'resource_link') entry(block.uri).link ??= block;
    }
  };
  for (const prompt of server.prompts) {
    const { content } = prompt;
    if (content.kind === 'messages') for (const message of content.messages) take(message.blocks, prompt);
  }
  for (const tool of server.tools) if (tool.content.kind === 'blocks') take(tool.content.blocks, defaultsOf(tool));
  known.set(server, resources);
  return resources;
}

function defaultsOf({ inputSchema }: ResolvedTool): Defaults {
  const { properties } = inputSchema ?? {};
  if (!isJsonObject(properties)) return { arguments: [] };
  return {
    arguments: Object.entries(properties).map(([name, property]) => {
      const value = isJsonObject(property) ? property.default : undefined;
      return {
        name,
        ...(value !== undefined && { default: typeof value === 'string' ? value : JSON.stringify(value) }),
      };
    }),
  };
}

function nameFrom(uri: string): string {
  return uri.split(/[/:]/).findLast((part) => part !== '') ?? uri;
}
