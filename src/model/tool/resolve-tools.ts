/**
 * Resolves a server's `Tools`. Every cold start loads this file: it must not import zod or YAML.
 */

import { nearestName } from '../../base/text/near-names.ts';
import { unavailableTool } from '../builtin/builtin-tools.ts';
import type { ResolvedPrompt, ResolvedTool, ServerDefinition, ToolDefinition, ToolEntry } from '../definitions.ts';
import { withoutClashes } from '../name-clashes.ts';
import type { Finding } from '../problems/problems.ts';
import { schemaOfArguments, toolsOf } from './tools-of-prompts.ts';

/** A tool of the catalogue, before its prompt is looked up. */
export interface FoundTool {
  readonly tool: ToolDefinition;
  readonly origin: ResolvedTool['origin'];
}

/** The tools of the workspace, then the built-in ones. */
export interface ToolCatalogue {
  /**
   * Case-sensitive. `invalid`: the definition exists and has an error; `elsewhere`: a tool of Wolfram's server, which
   * needs its kernel.
   */
  lookupTool?(name: string): FoundTool | { readonly not: 'invalid' | 'elsewhere' } | undefined;
  /** For suggestions; called only for unknown names. */
  toolNames?(): Iterable<string>;
  /** A prompt by catalogue name. */
  lookup(name: string): ResolvedPrompt | { readonly invalid: true } | undefined;
}

/** A resolved entry of `Tools`. */
export interface ResolvedToolEntry {
  readonly entry: ToolEntry;
  /** Absent for an unknown name or a definition with an error. */
  readonly tool?: ResolvedTool;
  /** False after an error. */
  readonly isServed: boolean;
  /** Located in the server's file. Errors of the definition itself are not repeated here. */
  readonly findings: readonly Finding[];
}

/**
 * Looks up the names of a server's tools. Skips unknown names, definitions with an error, and all tools that share an
 * MCP name within the server.
 * @param prompts the served prompts, which a tool can refer to by MCP name
 * @param file the server's file, workspace-relative; absent for a built-in server
 */
export function resolveTools(
  server: ServerDefinition,
  catalogue: ToolCatalogue,
  prompts: readonly ResolvedPrompt[],
  file?: string,
): {
  readonly tools: readonly ResolvedTool[];
  readonly entries: readonly ResolvedToolEntry[];
  /** Those of no entry. */
  readonly findings: readonly Finding[];
} {
  const resolvedEntries = server.tools.map((entry): ResolvedToolEntry => {
    const resolution = resolveEntry(entry, catalogue, prompts, file);
    return { entry, isServed: resolution.tool !== undefined, ...resolution };
  });
  const entries = withoutClashes(
    resolvedEntries,
    ({ tool }) => tool?.name,
    ({ entry }, name) => nameClash(entry, name, server.name),
  );
  const tools = entries.flatMap(({ tool, isServed }) => (tool && isServed ? [tool] : []));
  const ofPrompts = () => toolsOf(prompts, tools);
  return {
    tools: server.promptsAsTools ? [...tools, ...ofPrompts()] : tools,
    entries,
    findings: limitsOfNoTool(server, entries, ofPrompts),
  };
}

/** Reports limits of tools that the server does not have. A client may be offered its prompts as tools, too. */
function limitsOfNoTool(
  { rateLimit, name: server }: ServerDefinition,
  entries: readonly ResolvedToolEntry[],
  ofPrompts: () => readonly ResolvedTool[],
): readonly Finding[] {
  const limitedNames = Object.keys(rateLimit?.perTool ?? {});
  // A tool with an error may have any name.
  if (limitedNames.length === 0 || entries.some(({ tool }) => !tool)) return [];
  const names = [...entries.flatMap(({ tool }) => tool?.name ?? []), ...ofPrompts().map(({ name }) => name)];
  return limitedNames
    .filter((name) => !names.includes(name))
    .map((name): Finding => {
      const mcpName = entries.find(({ tool }) => tool?.catalogueName === name)?.tool?.name ?? nearestName(name, names);
      const advice = mcpName === undefined ? 'remove this limit.' : `did you mean "${mcpName}"?`;
      return {
        tag: 'ToolNameNotFound',
        severity: 'warning',
        message: `${server} has no tool with the MCP name "${name}", so this limit has no effect: ${advice}`,
        at: ['RateLimit', 'PerTool', name],
        on: 'key',
        subject: { kind: 'key', ...(mcpName !== undefined && !limitedNames.includes(mcpName) && { near: mcpName }) },
      };
    });
}

type Resolution = { readonly tool?: ResolvedTool; readonly findings: readonly Finding[] };

function resolveEntry(
  entry: ToolEntry,
  catalogue: ToolCatalogue,
  prompts: readonly ResolvedPrompt[],
  file: string | undefined,
): Resolution {
  if (entry.kind === 'inline') {
    const origin =
      file === undefined ? ({ kind: 'builtin' } as const) : { kind: 'workspace' as const, file, at: entry.at };
    return entry.tool ? withPrompt({ tool: entry.tool, origin }, entry, catalogue, prompts) : { findings: [] };
  }
  const tool = catalogue.lookupTool?.(entry.name);
  if (tool === undefined) return { findings: [notFound(entry.name, entry, catalogue)] };
  if (!('not' in tool)) return withPrompt(tool, entry, catalogue, prompts, entry.name);
  return tool.not === 'invalid'
    ? problem(
        entry,
        'InvalidMCPToolSpecification',
        'warning',
        `The tool "${entry.name}" is not served because its file has an error: fix that file.`,
      )
    : problem(entry, 'NotServed', 'warning', unavailableTool(entry.name) ?? `${entry.name} is not available here.`);
}

/** Looks up the prompt of a tool whose content is a prompt. */
function withPrompt(
  { tool, origin }: FoundTool,
  entry: ToolEntry,
  catalogue: ToolCatalogue,
  prompts: readonly ResolvedPrompt[],
  catalogueName?: string,
): Resolution {
  const { content } = tool;
  const ownFields = { ...(catalogueName !== undefined && { catalogueName }), origin };
  if (content.kind !== 'prompt') return { tool: { ...tool, content, ...ownFields }, findings: [] };
  const ownPrompt = prompts.find(({ name }) => name === content.prompt);
  const prompt = ownPrompt ?? catalogue.lookup(content.prompt);
  if (prompt === undefined || 'invalid' in prompt) {
    const why = prompt
      ? 'has an error: fix that prompt first.'
      : 'is neither a prompt of this server nor in the catalogue: fix the name.';
    return problem(
      entry,
      'PromptNameNotFound',
      'error',
      `The tool ${tool.name} returns the prompt "${content.prompt}", which ${why}`,
    );
  }
  const description = tool.description ?? prompt.description;
  return {
    tool: {
      ...tool,
      ...(description !== undefined && { description }),
      inputSchema: tool.inputSchema ?? schemaOfArguments(prompt.arguments),
      content: { kind: 'prompt', prompt },
      ...ownFields,
    },
    findings: [],
  };
}

function problem(entry: ToolEntry, tag: Finding['tag'], severity: Finding['severity'], message: string): Resolution {
  return { findings: [{ tag, severity, message, at: entry.at }] };
}

function notFound(name: string, { at }: ToolEntry, catalogue: ToolCatalogue): Finding {
  const suggestion = nearestName(name, catalogue.toolNames?.() ?? []);
  const advice =
    suggestion === undefined
      ? 'add it to the tools folder, or remove this entry.'
      : suggestion.toLowerCase() === name.toLowerCase()
        ? `names are case-sensitive, so write "${suggestion}".`
        : `did you mean "${suggestion}"?`;
  return {
    tag: 'ToolNameNotFound',
    severity: 'error',
    message: `No tool named "${name}" found in the catalogue: ${advice}`,
    at,
    ...(suggestion !== undefined && { subject: { kind: 'name', near: suggestion } }),
  };
}

function nameClash(entry: ToolEntry, name: string, server: string): Finding {
  return {
    tag: 'InvalidMCPToolsSpecification',
    severity: 'error',
    message: `Two tools of ${server} have the name "${name}", so neither is served: rename or remove one of them.`,
    at: entry.at,
  };
}
