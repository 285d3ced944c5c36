/**
 * What clients see of tools that search or read: the arguments beside the author's own, and the results as data. Every
 * cold start loads this file, so it imports only types and numbers.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ToolDefinition, ToolSearch } from '../definitions.ts';
import { defaultBudget, maxBudget, minBudget, type SearchOption, searchOptions } from '../search.ts';

type AnyTool = Pick<ToolDefinition<unknown>, 'inputSchema' | 'outputSchema' | 'content'>;

const inputs = new WeakMap<AnyTool, JsonObject>();

/** The input schema that clients get. Undefined if another server describes the tool. */
export function servedInput(tool: AnyTool): JsonObject | undefined {
  const { content, inputSchema } = tool;
  if (content.kind !== 'search' && content.kind !== 'read') return inputSchema;
  const knownInput = inputs.get(tool);
  if (knownInput) return knownInput;
  const schema = content.kind === 'read' ? readInput(content) : withOptions(inputSchema ?? {}, content);
  inputs.set(tool, schema);
  return schema;
}

/** The output schema that clients get. */
export function servedOutput({ content, outputSchema }: AnyTool): JsonObject | undefined {
  return content.kind === 'search' && content.structured ? searchOutput : outputSchema;
}

/** The options of a search that do not have the name of an author's argument. */
export function optionsOf({ content, inputSchema }: AnyTool): readonly SearchOption[] {
  if (content.kind !== 'search') return [];
  const properties = isJsonObject(inputSchema?.properties) ? inputSchema.properties : {};
  const { options = searchOptions, sources } = content;
  return options.filter((name) => !Object.hasOwn(properties, name) && (name !== 'source' || sources.length > 1));
}

function withOptions(inputSchema: JsonObject, content: ToolSearch): JsonObject {
  const ownProperties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const options = optionsOf({ content, inputSchema });
  if (options.length === 0) return inputSchema;
  const additions = options.map((name) => [name, schemaOf(name, content)] as const);
  return { ...inputSchema, properties: { ...ownProperties, ...Object.fromEntries(additions) } };
}

function schemaOf(option: SearchOption, { sources, budget = defaultBudget }: ToolSearch): JsonObject {
  switch (option) {
    case 'limit':
      return { type: 'integer', minimum: 1, maximum: 20, description: 'Maximum number of passages.' };
    case 'budget':
      return budgetSchema(budget);
    case 'source':
      return sourceSchema(sources);
    case 'section':
      return { type: 'string', description: 'Only pages below this path, or with this title or heading.' };
    case 'repeat':
      return { type: 'boolean', description: 'Whether to give passages again that this session already has.' };
  }
}

function budgetSchema(budget: number): JsonObject {
  return {
    type: 'integer',
    minimum: minBudget,
    maximum: maxBudget,
    description: `Maximum number of tokens. Default: ${budget}.`,
  };
}

function sourceSchema(sources: readonly string[]): JsonObject {
  return { type: 'string', enum: [...sources], description: 'Only this source.' };
}

function readInput({ sources, budget = defaultBudget }: { readonly sources: readonly string[]; budget?: number }) {
  return {
    type: 'object',
    properties: {
      location: {
        type: 'string',
        minLength: 1,
        description:
          'A location or url from search results, or the exact title of a page, such as the name of a symbol.',
      },
      section: { type: 'string', description: 'Only the section with this heading, and its neighbours.' },
      outline: { type: 'boolean', description: 'Whether to give only the headings, with the numbers of the parts.' },
      start: { type: 'integer', minimum: 1, description: 'The part to start at.' },
      ...(sources.length > 1 && { source: sourceSchema(sources) }),
      budget: budgetSchema(budget),
    },
    required: ['location'],
  };
}

/** The results of a search as data: where they are, not what they say. */
const searchOutput: JsonObject = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          headings: { type: 'array', items: { type: 'string' } },
          source: { type: 'string' },
          location: { type: 'string' },
          url: { type: 'string' },
          score: { type: 'number', description: 'Comparable within one source.' },
          tokens: { type: 'integer' },
        },
        required: ['title', 'source', 'location', 'score', 'tokens'],
      },
    },
    tokens: { type: 'integer' },
  },
  required: ['results', 'tokens'],
};
