/** Generates the JSON Schemas (2020-12) of the definition files, for editors, from the zod schemas. */
import * as z from 'zod';
import { camelCase } from '../canonical.ts';
import type { DefinitionKind } from '../definitions.ts';
import { schemas } from '../schemas/kinds.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = Record<string, unknown>;

const titles: Readonly<Record<DefinitionKind, string>> = {
  server: 'Prompt Workbench: an MCP server',
  prompt: 'Prompt Workbench: a prompt',
  tool: 'Prompt Workbench: a tool',
  source: 'Prompt Workbench: a source',
  skill: 'Prompt Workbench: a skill',
};

/**
 * Editors complete the canonical keys, and also accept lower case and the protocol's camel case. Unknown keys are
 * allowed, as in the workbench.
 */
export function jsonSchema(kind: DefinitionKind): JsonSchema {
  const generatedSchema = z.toJSONSchema(schemas[kind], {
    target: 'draft-2020-12',
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => allowOtherSpellings(jsonSchema as JsonSchema),
  }) as JsonSchema;
  const { $schema, id: _, ...rest } = generatedSchema;
  return { $schema, title: titles[kind], ...rest };
}

/** `Name` may also be written `name`, `MimeType` also `mimeType` and `mimetype`. */
function allowOtherSpellings(schema: JsonSchema): void {
  delete schema.id;
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  if (!properties) return;
  const ownProperties = Object.entries(properties).filter(([name]) => !name.startsWith('$'));
  schema.patternProperties = Object.fromEntries(
    ownProperties.map(([name, property]) => [`^(${otherSpellings(name).join('|')})$`, property]),
  );
  const requiredNames = (schema.required ?? []) as string[];
  delete schema.required;
  if (requiredNames.length === 0) return;
  schema.allOf = requiredNames.map((name) => ({
    anyOf: [name, ...otherSpellings(name)].map((spelling) => ({ required: [spelling] })),
  }));
}

function otherSpellings(name: string): string[] {
  return [...new Set([camelCase(name), name.toLowerCase()])];
}
