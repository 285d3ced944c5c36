/** Built-in prompts and tools as file data, for copies that the user can edit. */

import type { JsonObject } from '../../base/json.ts';
import type { ResolvedPrompt } from '../definitions.ts';
import { defaultPrompts } from './builtin.ts';
import { defaultTools } from './builtin-tools.ts';

/**
 * Returns file data under canonical keys; reading it gives the built-in definition. Undefined for an unknown name, and for
 * `Notebook`, which no file can express.
 */
export function builtinPromptData(catalogueName: string): JsonObject | undefined {
  const prompt = defaultPrompts.get(catalogueName);
  return prompt && dataOf(prompt);
}

function dataOf({ name, description, arguments: values, content, samples }: ResolvedPrompt): JsonObject | undefined {
  if (content.kind !== 'search' || content.query.kind !== 'template') return undefined;
  return {
    Name: name,
    ...(description !== undefined && { Description: description }),
    Arguments: values.map(({ name, description, required, restOfLine }) => ({
      Name: name,
      ...(description !== undefined && { Description: description }),
      Required: required,
      ...(restOfLine && { RestOfLine: true }),
    })),
    Content: { Search: { Sources: content.sources, Query: { StringTemplate: content.query.template } } },
    Samples: samples.map(({ name, arguments: args }) => ({ Name: name, Arguments: args })),
  };
}

/** As `builtinPromptData`, for a tool. Undefined for tools that compute, which no file can express. */
export function builtinToolData(catalogueName: string): JsonObject | undefined {
  const { name, title, description, annotations, inputSchema, content } = defaultTools.get(catalogueName) ?? {};
  if (content?.kind !== 'search' || content.query.kind !== 'template') return undefined;
  const hints = Object.entries(annotations ?? {}).map(([hint, value]) => [capitalise(hint), value]);
  return {
    Name: name,
    ...(title !== undefined && { Title: title }),
    ...(description !== undefined && { Description: description }),
    Annotations: Object.fromEntries(hints),
    InputSchema: inputSchema,
    Content: {
      Search: {
        Sources: content.sources,
        Query: { StringTemplate: content.query.template },
        ...(content.options?.length === 0 && { Options: false }),
      },
    },
  };
}

function capitalise(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
