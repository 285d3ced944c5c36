import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { Argument, Block, ResolvedPrompt, ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { ResourceContents, ResourceLink } from '../../../model/protocol.ts';
import { matchUri, uriVariables } from '../../../model/template/uri-template.ts';
import { createPages, type Pages } from '../pages.ts';
import type { Features } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { annotationsFor, metaFor, withHintsFor } from './degrade.ts';
import { invalidParams, resourceNotFound } from './failure.ts';
import { pageOfUri, pageSources, pageTemplate, pageTemplateLink, readPageResource } from './page-resources.ts';
import { resourceContents } from './render.ts';
import { Rendering } from './rendering.ts';

type ResourceBlock = Extract<Block, { type: 'resource' }>;

/** An entry of `resources/list`. */
export type ListedResource = Omit<ResourceLink, 'type'>;

/** An entry of `resources/templates/list`. */
export type ListedTemplate = Omit<ListedResource, 'uri' | 'size'> & { readonly uriTemplate: string };

/** What fills a resource: the arguments of its prompt or tool, with their defaults. */
export interface Owner {
  readonly arguments: readonly Pick<Argument, 'name' | 'default' | 'choices' | 'complete'>[];
}

/**
 * A URI in prompts or tools of a server: its body if one embeds it, and its description if one links to it.
 */
interface KnownResource {
  embeddedResource?: { readonly block: ResourceBlock; readonly owner: Owner };
  link?: ResourceLink;
}

/** The resources of a server by URI, and those whose URI is a template by that template. */
interface KnownResources {
  readonly resources: ReadonlyMap<string, KnownResource>;
  readonly templates: ReadonlyMap<string, KnownResource>;
}

const resourcesOfServer = new WeakMap<ResolvedServer, KnownResources>();

/** One state of a server's resources for one revision. */
export type ResourceList = Pages<{ readonly resources: readonly ListedResource[] }>;
/** Likewise of its resource templates. */
export type TemplateList = Pages<{ readonly resourceTemplates: readonly ListedTemplate[] }>;

const lists = new WeakMap<ResolvedServer, Map<string, ResourceList>>();
const templateLists = new WeakMap<ResolvedServer, Map<string, TemplateList>>();

/**
 * The resources that a server's prompts and tools embed or link to, in the order of first mention. Links to other targets
 * are listed too: the protocol lets a client fetch an `https:` resource itself. Cached: equal arguments give the same object.
 */
export function resourceList(server: ResolvedServer, features: Features): ResourceList {
  return getOrCreate(
    getOrCreate(lists, server, () => new Map<string, ResourceList>()),
    shownBy(features),
    () => {
      const shape = (entries: Entries) => ({
        resources: entries.map(([uri, resource]) => listedResource(uri, resource, features)),
      });
      return createPages({ kind: 'resources', ...itemsOf(knownResources(server).resources), shape });
    },
  );
}

/** The resources whose URI takes arguments, likewise. */
export function templateList(server: ResolvedServer, features: Features): TemplateList {
  return getOrCreate(
    getOrCreate(templateLists, server, () => new Map<string, TemplateList>()),
    shownBy(features),
    () => {
      const shape = (entries: Entries) => ({
        resourceTemplates: entries.map(([uriTemplate, resource]) => {
          const { uri: _, size: __, ...fields } = listedResource(uriTemplate, resource, features);
          return { uriTemplate, ...fields };
        }),
      });
      return createPages({ kind: 'resourceTemplates', ...itemsOf(knownResources(server).templates), shape });
    },
  );
}

/** Whether two states have equal lists of resources and of resource templates for a revision. */
export function isSameResourceList(left: ResolvedServer, right: ResolvedServer, features: Features): boolean {
  if (differOnlyInTexts(left, right)) return true;
  const [before, next] = [knownResources(left), knownResources(right)];
  const isSame = (a: ReadonlyMap<string, KnownResource>, b: ReadonlyMap<string, KnownResource>) => {
    const rivals = [...b];
    return (
      a.size === b.size &&
      [...a].every(([uri, resource], index) => {
        const [rivalUri, rival] = rivals[index] ?? [];
        if (rival === undefined || uri !== rivalUri) return false;
        // Unchanged blocks are the same objects, so only changed ones are compared in depth.
        if (resource.embeddedResource?.block === rival.embeddedResource?.block && resource.link === rival.link)
          return true;
        const listedText = (knownResource: KnownResource) =>
          JSON.stringify(listedResource(uri, knownResource, features));
        return listedText(resource) === listedText(rival);
      })
    );
  };
  return isSame(before.resources, next.resources) && isSame(before.templates, next.templates);
}

/** Whether only prompts of plain text differ, which have no resources unless they are skills: so typing does not look through all prompts. */
function differOnlyInTexts(left: ResolvedServer, right: ResolvedServer): boolean {
  const isText = (prompt: ResolvedPrompt | undefined) => prompt?.content.kind === 'text' && !prompt.skill;
  const { prompts: _, ...restOfOne } = left;
  const { prompts: __, ...restOfOther } = right;
  const rest = new Map<string, unknown>(Object.entries(restOfOther));
  return (
    Object.entries(restOfOne).every(([key, value]) => rest.has(key) && rest.get(key) === value) &&
    Object.keys(restOfOne).length === rest.size &&
    left.prompts.length === right.prompts.length &&
    left.prompts.every((prompt, index) => {
      const rightPrompt = right.prompts[index];
      return prompt === rightPrompt || (isText(prompt) && isText(rightPrompt));
    })
  );
}

type Entries = readonly (readonly [string, KnownResource])[];

function itemsOf(resources: ReadonlyMap<string, KnownResource>) {
  const keys = [...resources.keys()];
  return {
    items: [...resources],
    keyOf: ([key]: readonly [string, KnownResource]) => key,
    indexOf: (key: string) => (resources.has(key) ? keys.indexOf(key) : undefined),
  };
}

/** The features that change an entry. */
function shownBy({ title, icons, lastModified, itemMeta }: Features): string {
  return `${title} ${icons} ${lastModified} ${itemMeta}`;
}

function listedResource(uri: string, { embeddedResource, link }: KnownResource, features: Features): ListedResource {
  const mimeType = embeddedResource?.block.mimeType ?? link?.mimeType;
  const { block } = embeddedResource ?? {};
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

/** An embedded resource that a URI names, with the values of the variables of its template. */
export interface FoundResource {
  readonly block: ResourceBlock;
  readonly owner: Owner;
  readonly values: Readonly<Record<string, string>>;
}

/** @throws ProtocolError "resource not found" for a URI that is not embedded, −32602 for what is not a URI */
export function findResource(uri: unknown, server: ResolvedServer, method: string): FoundResource {
  if (typeof uri !== 'string') throw invalidParams(`${method} needs the uri of a resource, as a string.`);
  const resource = embeddedResource(uri, server);
  if (resource) return resource;
  if (knownResources(server).resources.has(uri))
    throw resourceNotFound(uri, `This server only links to "${uri}"; fetch it from its own address.`);
  throw resourceNotFound(uri, `There is no resource "${uri}"; call resources/list for the available resources.`);
}

function embeddedResource(uri: string, server: ResolvedServer): FoundResource | undefined {
  const { resources, templates } = knownResources(server);
  const resource = resources.get(uri);
  if (resource?.embeddedResource) return { ...resource.embeddedResource, values: {} };
  if (resource) return undefined;
  for (const [template, { embeddedResource }] of templates) {
    const values = embeddedResource && matchUri(template, uri);
    if (values) return { ...embeddedResource, values };
  }
  return undefined;
}

/** The owner of a resource by its URI template or URI, for completion; undefined if this server embeds no such resource. */
export function ownerOfResource(uri: string, server: ResolvedServer): Owner | undefined {
  const { resources, templates } = knownResources(server);
  const { embeddedResource } = templates.get(uri) ?? resources.get(uri) ?? {};
  if (!embeddedResource && uri === pageTemplate && templates.has(uri))
    return {
      arguments: [{ name: 'source', complete: { kind: 'values', values: pageSources(server) } }, { name: 'location' }],
    };
  if (!embeddedResource) return undefined;
  const variables = new Set(uriVariables(uri).map(({ name }) => name));
  return { arguments: embeddedResource.owner.arguments.filter(({ name }) => variables.has(name)) };
}

/**
 * The contents of an embedded resource, or a page of a source. The URI's values, then the defaults of its prompt or tool, fill a template body.
 * @throws ProtocolError as `findResource`; WorkbenchError as rendering does
 */
export async function readResource(
  uri: unknown,
  liveServer: LiveServer,
  features: Features,
  services?: ServerServices,
): Promise<ResourceContents> {
  if (typeof uri === 'string' && services && !embeddedResource(uri, liveServer.current())) {
    const page = pageOfUri(uri, liveServer.current());
    if (page) return readPageResource(uri, page, services);
  }
  const isOfSkill =
    typeof uri === 'string' && uri.startsWith('skill://') && !embeddedResource(uri, liveServer.current());
  if (isOfSkill) return (await import('../skills.ts')).readSkillFile(uri, liveServer);
  const { block, owner, values } = findResource(uri, liveServer.current(), 'resources/read');
  const defaults = owner.arguments.flatMap((argument) =>
    argument.default === undefined ? [] : [[argument.name, argument.default]],
  );
  const rendering = new Rendering(owner, { ...Object.fromEntries(defaults), ...values }, liveServer);
  return withHintsFor(features, { ...(await resourceContents(block, rendering)), uri: String(uri) });
}

function knownResources(server: ResolvedServer): KnownResources {
  const cachedResources = resourcesOfServer.get(server);
  if (cachedResources) return cachedResources;
  const resources = new Map<string, KnownResource>();
  const templates = new Map<string, KnownResource>();
  const take = (blocks: readonly Block[], owner: Owner) => {
    for (const block of blocks) {
      if (block.type === 'resource') {
        const map = uriVariables(block.uri).length > 0 ? templates : resources;
        getOrCreate(map, block.uri, (): KnownResource => ({})).embeddedResource ??= { block, owner };
      } else if (block.type === 'resource_link')
        getOrCreate(resources, block.uri, (): KnownResource => ({})).link ??= block;
    }
  };
  for (const prompt of server.prompts) {
    const { content } = prompt;
    if (content.kind === 'messages') for (const message of content.messages) take(message.blocks, prompt);
  }
  for (const skill of [...server.prompts.flatMap((prompt) => prompt.skill ?? []), ...(server.skills ?? [])]) {
    const uri = `skill://${skill.name}/SKILL.md`;
    const link = { type: 'resource_link', uri, mimeType: 'text/markdown', name: skill.name } as const;
    getOrCreate(resources, uri, (): KnownResource => ({ link: { ...link, description: skill.description } }));
  }
  for (const tool of server.tools) if (tool.content.kind === 'blocks') take(tool.content.blocks, ownerOf(tool));
  const sources = pageSources(server);
  if (sources.length > 0) getOrCreate(templates, pageTemplate, () => ({ link: pageTemplateLink(sources) }));
  const listedResources = { resources, templates };
  resourcesOfServer.set(server, listedResources);
  return listedResources;
}

function ownerOf({ inputSchema }: ResolvedTool): Owner {
  const { properties } = inputSchema ?? {};
  if (!isJsonObject(properties)) return { arguments: [] };
  return {
    arguments: Object.entries(properties).map(([name, property]) => {
      const { default: value, enum: choices } = isJsonObject(property) ? property : {};
      return {
        name,
        ...(value !== undefined && { default: typeof value === 'string' ? value : JSON.stringify(value) }),
        ...(Array.isArray(choices) && { complete: { kind: 'values', values: choices.map(String) } as const }),
      };
    }),
  };
}

function nameFrom(uri: string): string {
  return uri.split(/[/:]/).findLast((part) => part !== '') ?? uri;
}
