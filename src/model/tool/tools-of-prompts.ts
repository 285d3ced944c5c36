/**
 * Prompts as tools, for client applications that show no prompts. On the way of every cold start: types are all it
 * imports.
 */

import type { JsonObject } from '../../base/json.ts';
import type { Argument, ResolvedPrompt, ResolvedServer, ResolvedTool } from '../definitions.ts';

/** The schema of a tool that gives a prompt: the prompt's arguments, which are all text. */
export function schemaOfArguments(declared: readonly Argument[]): JsonObject {
  if (declared.length === 0) return { type: 'object', additionalProperties: false };
  const required = declared.filter((argument) => argument.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      declared.map(({ name, title, description, default: value }) => [
        name,
        {
          type: 'string',
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(value !== undefined && { default: value }),
        },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

const withTools = new WeakMap<ResolvedServer, ResolvedServer>();

/** The server with one tool more for each of its prompts; the same object for the same server. */
export function withPromptsAsTools(server: ResolvedServer): ResolvedServer {
  const known = withTools.get(server);
  if (known) return known;
  const isNew = server.prompts.length > 0 && !server.tools.some(({ origin }) => origin.kind === 'prompt');
  const made = isNew ? { ...server, tools: [...server.tools, ...toolsOf(server.prompts, server.tools)] } : server;
  withTools.set(server, made);
  return made;
}

/** One tool for each prompt; `others` are the tools whose names are taken. */
export function toolsOf(
  prompts: readonly ResolvedPrompt[],
  others: readonly { readonly name: string }[],
): readonly ResolvedTool[] {
  const taken = new Set(others.map(({ name }) => name));
  return prompts.map((prompt) => {
    const name = freeName(prompt.name, taken);
    taken.add(name);
    return {
      name,
      ...(prompt.title !== undefined && { title: prompt.title }),
      ...(prompt.description !== undefined && { description: prompt.description }),
      ...(prompt.icons && { icons: prompt.icons }),
      annotations: { readOnlyHint: true },
      inputSchema: schemaOfArguments(prompt.arguments),
      content: { kind: 'prompt', prompt },
      origin: { kind: 'prompt' },
    };
  });
}

/** The most characters of a tool's name (MCP 2025-11-25, "Tool Names"). */
const longest = 128;

/** The prompt's name in the characters that a tool's may have; `_prompt`, `_prompt_2` … is added where it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_.-]+/g, '_') || 'prompt';
  for (let count = 0; ; count += 1) {
    const ending = count === 0 ? '' : count === 1 ? '_prompt' : `_prompt_${count}`;
    const candidate = base.slice(0, longest - ending.length) + ending;
    if (!taken.has(candidate)) return candidate;
  }
}
