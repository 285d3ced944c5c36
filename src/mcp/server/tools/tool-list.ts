/** `tools/list`. On the way of every cold start. */

import { getOrCreate } from '../../../base/get-or-create.ts';
import type { ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { ListedTool } from '../../../model/protocol.ts';
import { createPages, type Pages } from '../pages.ts';
import type { Features } from '../revisions.ts';

/** One state of a server's tools as clients of one revision see them. */
export type ToolList = Pages<{ readonly tools: readonly ListedTool[] }>;

/** Kept as long as the state itself is: every connection of every transport shares the shaped pages. */
const lists = new WeakMap<ResolvedServer, Map<string, ToolList>>();
const indexes = new WeakMap<ResolvedServer, ReadonlyMap<string, number>>();

/** The list of one state for one revision; the same object for the same state and equal features. */
export function toolList(server: ResolvedServer, features: Features): ToolList {
  const byFeatures = getOrCreate(lists, server, () => new Map<string, ToolList>());
  return getOrCreate(byFeatures, `${features.toolAnnotations} ${features.title} ${features.icons}`, () =>
    createPages(
      server.tools,
      (name) => indexOf(server).get(name),
      (tools) => ({ tools: tools.map((tool) => listedTool(features, tool)) }),
    ),
  );
}

/** A tool by its name, without walking the list. */
export function findTool(server: ResolvedServer, name: string): ResolvedTool | undefined {
  const index = indexOf(server).get(name);
  return index === undefined ? undefined : server.tools[index];
}

function indexOf(server: ResolvedServer): ReadonlyMap<string, number> {
  return getOrCreate(indexes, server, () => new Map(server.tools.map((tool, index) => [tool.name, index])));
}

/** Whether the whole lists of two states read the same to a client of such a revision. */
export function isSameToolList(one: ResolvedServer, other: ResolvedServer, features: Features): boolean {
  // As text: the order of a schema's properties is news too.
  const shown = (tool: ResolvedTool) => JSON.stringify(listedTool(features, tool));
  return (
    one.tools.length === other.tools.length &&
    one.tools.every((tool, index) => {
      const rival = other.tools[index];
      return rival !== undefined && (tool === rival || shown(tool) === shown(rival));
    })
  );
}

/** What a tool accepts that another server has and has not described yet. */
const anyArguments = { type: 'object' };

/** A tool as `tools/list` of such a revision shows it. */
export function listedTool(features: Features, tool: ResolvedTool): ListedTool {
  const { name, title, description, inputSchema = anyArguments, outputSchema, icons } = tool;
  const annotations = {
    ...(title !== undefined && !features.title && { title }),
    ...tool.annotations,
  };
  return {
    name,
    ...(title !== undefined && features.title && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && features.structuredContent && { outputSchema }),
    ...(features.toolAnnotations && Object.keys(annotations).length > 0 && { annotations }),
    ...(icons && features.icons && { icons }),
  };
}
