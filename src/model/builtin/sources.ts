/** The built-in sources, which the built-in prompts search (docs/specification.md, "$DefaultMCPPrompts"). */

import type { JsonObject } from '../../base/json.ts';
import type { SourceDefinition } from '../definitions.ts';

/** The entry in `Folders` for the Wolfram Language documentation: the installed one, else the starter reference. */
export const wolframLanguage = 'wolfram-language:';

export const builtinSources: ReadonlyMap<string, SourceDefinition> = new Map<string, SourceDefinition>([
  [
    'WolframLanguageDocumentation',
    {
      type: 'Documentation',
      title: 'Wolfram Language documentation',
      description:
        'The documentation of a local Wolfram installation, or the starter reference if Wolfram is not installed.',
      folders: [wolframLanguage],
      exclude: [],
      judgedQueries: [],
    },
  ],
  [
    'WolframAlpha',
    {
      type: 'WolframAlpha',
      title: 'Wolfram|Alpha',
      description: 'Computed answers and facts, through the LLM API of Wolfram|Alpha.',
      judgedQueries: [],
    },
  ],
]);

/** Returns a built-in source as file data, for a copy that the user can edit. */
export function builtinSourceData(name: string): JsonObject | undefined {
  const source = builtinSources.get(name);
  if (!source) return undefined;
  const { type, title, description } = source;
  return {
    Type: type,
    ...(title !== undefined && { Title: title }),
    ...(description !== undefined && { Description: description }),
    ...(source.type === 'Documentation' && { Folders: [...source.folders] }),
  };
}
