/** Adds other servers' descriptions and schemas to passed-on tools that have none. */

import { inBackground } from '../../../base/in-background.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { ResolvedServer, ResolvedTool, ToolAnnotations } from '../../../model/definitions.ts';
import { withoutTags } from '../../../search/engine/query/results-text.ts';
import type { ServerServices } from '../services.ts';

/** Milliseconds that a list waits for other servers; after that their tools are listed without descriptions. */
const patience = 5_000;

/** By state; a state with an unreachable server is not cached, so that the next list tries again. */
const describedServers = new WeakMap<ResolvedServer, ResolvedServer | Promise<ResolvedServer>>();

function lacksDescription({ content, inputSchema }: ResolvedTool): boolean {
  return content.kind === 'mcp' && inputSchema === undefined;
}

/** Returns the same server if no other server is involved, as usual. */
export function withUpstream(
  server: ResolvedServer,
  services: Pick<ServerServices, 'upstream' | 'log'>,
): ResolvedServer | Promise<ResolvedServer> {
  const description = describedServers.get(server);
  if (description) return description;
  if (!server.tools.some(lacksDescription)) {
    describedServers.set(server, server);
    return server;
  }
  if (!services.upstream) return server;
  const descriptions = describeAll(server, services);
  describedServers.set(server, descriptions);
  inBackground(
    descriptions.then(({ tools }) => {
      if (tools.some(lacksDescription)) describedServers.delete(server);
    }),
  );
  return descriptions;
}

async function describeAll(
  server: ResolvedServer,
  { upstream, log }: Pick<ServerServices, 'upstream' | 'log'>,
): Promise<ResolvedServer> {
  const describe = async (tool: ResolvedTool): Promise<ResolvedTool> => {
    const { content } = tool;
    if (!upstream || content.kind !== 'mcp' || !lacksDescription(tool)) return tool;
    try {
      const upstreamTool = await atMost(patience, upstream.describe(content.source, content.tool));
      const { icons: _, annotations: claims, ...rest } = upstreamTool;
      const annotations = cautionsIn(claims);
      const [title, description] = [upstreamTool.title, upstreamTool.description].map(
        (text) => text && withoutTags(text),
      );
      return {
        ...rest,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(annotations && { annotations }),
        ...(upstreamTool.outputSchema && { outputSchema: schemaWithoutTags(upstreamTool.outputSchema) }),
        ...tool,
        inputSchema: schemaWithoutTags(upstreamTool.inputSchema),
      };
    } catch (error) {
      log('warning', `The tool ${tool.name} is listed without its arguments: ${(error as Error).message}`);
      return tool;
    }
  };
  return { ...server, tools: await Promise.all(server.tools.map(describe)) };
}

/**
 * The hints that ask for caution. Others, such as `readOnlyHint: true`, are another server's claims, which clients would
 * read as this server's; the author of the tool can make them.
 */
function cautionsIn({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations = {}) {
  const cautions: ToolAnnotations = {
    ...(readOnlyHint === false && { readOnlyHint }),
    ...(destructiveHint === true && { destructiveHint }),
    ...(idempotentHint === false && { idempotentHint }),
    ...(openWorldHint === true && { openWorldHint }),
  };
  return Object.keys(cautions).length > 0 ? cautions : undefined;
}

/** Keywords whose texts have a meaning for validation: a changed text would change the schema. */
const exactKeywords = new Set([
  'enum',
  'const',
  'default',
  'pattern',
  'required',
  'dependentRequired',
  '$id',
  '$ref',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
]);
/** Keywords whose values map names to schemas. */
const namedSchemas = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);

/** The schema without tags of the search format in titles, descriptions and comments. */
function schemaWithoutTags(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (exactKeywords.has(keyword)) return [keyword, value];
      if (!namedSchemas.has(keyword) || !isJsonObject(value)) return [keyword, textsWithoutTags(value)];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, at]) => [name, textsWithoutTags(at)]))];
    }),
  );
}

function textsWithoutTags(value: unknown): unknown {
  if (typeof value === 'string') return withoutTags(value);
  if (Array.isArray(value)) return value.map(textsWithoutTags);
  return isJsonObject(value) ? schemaWithoutTags(value) : value;
}

function atMost<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the other server did not answer in time.')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
