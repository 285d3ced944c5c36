/** `tools/list`. Part of every cold start, so its imports are few. */

import { getOrCreate } from '../../../base/get-or-create.ts';
import type { ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { ListedTool } from '../../../model/protocol.ts';
import { servedInput, servedOutput } from '../../../model/tool/search-options.ts';
import { metaFor } from '../answer/degrade.ts';
import { createPages, type Pages } from '../pages.ts';
import type { Features } from '../revisions.ts';

/** One state of a server's tool list for one revision. */
export type ToolList = Pages<{ readonly tools: readonly ListedTool[] }>;

/** Lives as long as the state itself: all connections share the pages. */
const lists = new WeakMap<ResolvedServer, Map<string, ToolList>>();
const indexes = new WeakMap<ResolvedServer, ReadonlyMap<string, number>>();

/** The list of one state for one revision. Cached: equal arguments give the same object. */
export function toolList(server: ResolvedServer, features: Features): ToolList {
  const byFeatures = getOrCreate(lists, server, () => new Map<string, ToolList>());
  return getOrCreate(byFeatures, `${features.toolAnnotations} ${features.title} ${features.icons}`, () =>
    createPages({
      kind: 'tools',
      items: server.tools,
      keyOf: ({ name }) => name,
      indexOf: (name) => indexOf(server).get(name),
      shape: (tools) => ({ tools: tools.map((tool) => listedTool(features, tool)) }),
    }),
  );
}

/** Finds a tool by its name with an index. */
export function findTool(server: ResolvedServer, name: string): ResolvedTool | undefined {
  const index = indexOf(server).get(name);
  return index === undefined ? undefined : server.tools[index];
}

function indexOf(server: ResolvedServer): ReadonlyMap<string, number> {
  return getOrCreate(indexes, server, () => new Map(server.tools.map((tool, index) => [tool.name, index])));
}

/** Whether two states have equal lists for a revision. */
export function isSameToolList(left: ResolvedServer, right: ResolvedServer, features: Features): boolean {
  // Compares as text, because the order of a schema's properties matters too.
  const listedText = (tool: ResolvedTool) => JSON.stringify(listedTool(features, tool));
  return (
    left.tools.length === right.tools.length &&
    left.tools.every((tool, index) => {
      const rightTool = right.tools[index];
      return rightTool !== undefined && (tool === rightTool || listedText(tool) === listedText(rightTool));
    })
  );
}

/** The input schema of another server's tool until that server describes it. */
const anyArguments = { type: 'object' };

/** A tool as `tools/list` shows it in a revision. */
function listedTool(features: Features, tool: ResolvedTool): ListedTool {
  const { name, title, description, icons } = tool;
  const outputSchema = servedOutput(tool);
  const annotations = {
    ...(title !== undefined && !features.title && { title }),
    ...tool.annotations,
  };
  return {
    name,
    ...(title !== undefined && features.title && { title }),
    ...(description !== undefined && { description }),
    inputSchema: servedInput(tool) ?? anyArguments,
    ...(outputSchema && features.structuredContent && { outputSchema }),
    ...(features.toolAnnotations && Object.keys(annotations).length > 0 && { annotations }),
    ...(icons && features.icons && { icons }),
    ...metaFor(features, tool._meta),
  };
}
