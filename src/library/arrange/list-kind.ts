/** The differences between a server's two lists, prompts and tools. All other list code is shared. */

import type { JsonObject, KeyPath } from '../../base/json.ts';
import { defaultPrompts } from '../../model/builtin/builtin.ts';
import { builtinPromptData, builtinToolData } from '../../model/builtin/builtin-data.ts';
import { defaultTools } from '../../model/builtin/builtin-tools.ts';
import type { PromptDefinition, ToolDefinition } from '../../model/definitions.ts';
import { mcpNameProblem, type NameProblem, toolNameProblem } from '../../model/prompt/prompt-names.ts';
import { listedEntries, listedTools } from '../../model/server.ts';
import type { ListedPrompt, ListName, ServerEntry } from '../types.ts';

/** One entry as the file has it. */
export type ListEntry =
  | { readonly kind: 'name'; readonly name: string; readonly at: KeyPath }
  /** The MCP name; undefined when the definition has an error. */
  | { readonly kind: 'inline'; readonly name?: string; readonly at: KeyPath };

/** One entry with the definition that its name refers to; `name` is the MCP name. */
export type ListedEntry = Omit<ListedPrompt, 'prompt'> & { readonly name?: string };

export interface ListKind {
  readonly kind: 'prompt' | 'tool';
  /** The key of the list in a server's file. */
  readonly key: 'MCPPrompts' | 'Tools';
  /** By catalogue name. */
  readonly builtin: ReadonlyMap<string, PromptDefinition | ToolDefinition>;
  /** The file data for a copy of a built-in definition; undefined when no file can express it. */
  builtinData(name: string): JsonObject | undefined;
  /** @param data of a server's file, under canonical keys */
  entriesIn(data: unknown): readonly ListEntry[];
  listedIn(server: ServerEntry): readonly ListedEntry[];
  /** Checks a proposed MCP name. @param takenNames MCP names of the other entries */
  nameProblem(name: string, takenNames: readonly string[]): NameProblem | undefined;
}

const kinds: Readonly<Record<ListName, ListKind>> = {
  prompts: {
    kind: 'prompt',
    key: 'MCPPrompts',
    builtin: defaultPrompts,
    builtinData: builtinPromptData,
    entriesIn: (data) =>
      listedEntries(data).map((entry) =>
        entry.kind === 'name' ? entry : { kind: 'inline', at: entry.at, ...nameField(entry.prompt) },
      ),
    listedIn: ({ entries }) =>
      entries.map(({ prompt, ...listedPrompt }) => ({ ...listedPrompt, ...nameField(prompt) })),
    nameProblem: mcpNameProblem,
  },
  tools: {
    kind: 'tool',
    key: 'Tools',
    builtin: defaultTools,
    builtinData: builtinToolData,
    entriesIn: (data) =>
      listedTools(data).map((entry) =>
        entry.kind === 'name' ? entry : { kind: 'inline', at: entry.at, ...nameField(entry.tool) },
      ),
    listedIn: ({ tools }) => tools.map(({ tool, ...listedTool }) => ({ ...listedTool, ...nameField(tool) })),
    nameProblem: toolNameProblem,
  },
};

/** The default is the prompts. */
export function listKindNamed(list: ListName = 'prompts'): ListKind {
  return kinds[list];
}

/** The kind of list that can name definition files of this kind. */
export function listKindOf(kind: string): ListKind | undefined {
  return Object.values(kinds).find((value) => value.kind === kind);
}

function nameField(definition: { readonly name: string } | undefined): { readonly name?: string } {
  return definition ? { name: definition.name } : {};
}
