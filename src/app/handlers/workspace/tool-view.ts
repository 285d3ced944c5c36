/** Summaries of tools for windows. */
import type { ToolSummary } from '../../../contract/contract.ts';
import type { LibrarySnapshot, ListedTool } from '../../../library/types.ts';
import { unavailableTool } from '../../../model/builtin/builtin-tools.ts';
import type { ToolDefinition } from '../../../model/definitions.ts';
import { servedInput, servedOutput } from '../../../model/tool/search-options.ts';
import { riskOfTool } from '../../../model/tool/tool-risk.ts';
import { listedEntry, unlistedEntry, unlistedFiles } from './entry-view.ts';

/** Summarizes an entry of a server's `Tools`. @param newKey gives equal names different keys */
export function listedTool(entry: ListedTool, index: number, newKey: (name: string) => string): ToolSummary {
  const { tool, catalogueName, location } = entry;
  const name = tool?.name ?? catalogueName ?? `Tool ${index + 1}`;
  const key = newKey(catalogueName ?? location?.at.join('.') ?? name);
  const unavailable = tool || location || catalogueName === undefined ? undefined : unavailableTool(catalogueName);
  return {
    ...listedEntry(entry, key, name),
    ...toolFields(tool),
    ...(unavailable !== undefined && { unavailable }),
  };
}

export function unlistedTools(snapshot: LibrarySnapshot): ToolSummary[] {
  return unlistedFiles(snapshot, 'tool').map((file) => ({ ...unlistedEntry(file), ...toolFields(file.tool) }));
}

type AnyTool = ToolDefinition<string | { readonly name: string }>;

function toolFields(tool: AnyTool | undefined): Partial<ToolSummary> {
  if (!tool) return {};
  const { title, description, tags, annotations } = tool;
  const [inputSchema, outputSchema] = [servedInput(tool), servedOutput(tool)];
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(inputSchema === undefined ? {} : { inputSchema: asJson(inputSchema) }),
    ...(outputSchema === undefined ? {} : { outputSchema: asJson(outputSchema) }),
    risk: riskOfTool(tool),
    content: contentOf(tool),
  };
}

function contentOf({ content }: AnyTool): NonNullable<ToolSummary['content']> {
  switch (content.kind) {
    case 'prompt':
      return { kind: 'prompt', prompt: typeof content.prompt === 'string' ? content.prompt : content.prompt.name };
    case 'mcp':
      return { kind: 'mcp', source: content.source, tool: content.tool };
    default:
      return { kind: 'own' };
  }
}

/** The library reads only JSON data from files, although its type is `object`. */
function asJson(value: object): NonNullable<ToolSummary['inputSchema']> {
  return value as NonNullable<ToolSummary['inputSchema']>;
}
