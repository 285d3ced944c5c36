/**
 * Offers prompts as tools, for client applications without prompts. Every cold start loads this file, so it imports
 * nothing that is large.
 */

import type { JsonObject } from '../../base/json.ts';
import type { Argument, ResolvedPrompt, ResolvedServer, ResolvedTool, ValueRules } from '../definitions.ts';
import { typedValue } from '../prompt/read-value.ts';

/** The JSON Schema of one value. */
export function typeOf({ kind, choices = [], minimum, maximum }: ValueRules): JsonObject {
  const limits = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  const values = choices.map(({ value }) => value);
  const hasTitles = choices.some(({ title }) => title !== undefined);
  const titledChoices = choices.map(({ value, title = value }) => ({ const: value, title }));
  switch (kind) {
    case 'choice':
      return { type: 'string', ...(hasTitles ? { oneOf: titledChoices } : { enum: values }) };
    case 'choices':
      return {
        type: 'array',
        items: hasTitles ? { anyOf: titledChoices } : { type: 'string', enum: values },
        uniqueItems: true,
      };
    case 'number':
    case 'integer':
      return { type: kind, ...limits };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
    case 'email':
      return { type: 'string', format: kind };
    case 'url':
      return { type: 'string', format: 'uri' };
    default:
      return { type: 'string' };
  }
}

/** Returns the schema of a tool for a prompt: the prompt's arguments. */
export function schemaOfArguments(declaredArguments: readonly Argument[]): JsonObject {
  if (declaredArguments.length === 0) return { type: 'object', additionalProperties: false };
  const requiredNames = declaredArguments
    .filter((argument) => argument.required && !argument.askWhen)
    .map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      declaredArguments.map((argument) => {
        const { name, title, description, default: value } = argument;
        return [
          name,
          {
            ...typeOf(argument),
            ...(title !== undefined && { title }),
            ...(description !== undefined && { description }),
            ...(value !== undefined && { default: typedValue(argument, value) }),
          },
        ];
      }),
    ),
    ...(requiredNames.length > 0 && { required: requiredNames }),
  };
}

const withTools = new WeakMap<ResolvedServer, ResolvedServer>();

/** Returns the server with one more tool per prompt; cached by server. */
export function withPromptsAsTools(server: ResolvedServer): ResolvedServer {
  const knownServer = withTools.get(server);
  if (knownServer) return knownServer;
  const isNew = server.prompts.length > 0 && !server.tools.some(({ origin }) => origin.kind === 'prompt');
  const result = isNew ? { ...server, tools: [...server.tools, ...toolsOf(server.prompts, server.tools)] } : server;
  withTools.set(server, result);
  return result;
}

/** Returns one tool per prompt; the names of `otherNamed` are taken. */
export function toolsOf(
  prompts: readonly ResolvedPrompt[],
  otherNamed: readonly { readonly name: string }[],
): readonly ResolvedTool[] {
  const takenNames = new Set(otherNamed.map(({ name }) => name));
  return prompts.map((prompt) => {
    const name = freeName(prompt.name, takenNames);
    takenNames.add(name);
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

/** MCP 2025-11-25, "Tool Names". */
const maxNameLength = 128;

/** Replaces characters that a tool name cannot have, and adds `_prompt`, `_prompt_2` … to a taken name. */
function freeName(name: string, takenNames: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_.-]+/g, '_') || 'prompt';
  for (let count = 0; ; count += 1) {
    const ending = count === 0 ? '' : count === 1 ? '_prompt' : `_prompt_${count}`;
    const candidate = base.slice(0, maxNameLength - ending.length) + ending;
    if (!takenNames.has(candidate)) return candidate;
  }
}
