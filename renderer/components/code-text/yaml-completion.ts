import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { Facet } from '@codemirror/state';
import { isJsonObject, type JsonObject, valueAt } from '../../../src/base/json.ts';
import type { DefinitionKind } from '../../../src/model/definitions.ts';
import { placeOf } from './yaml-place.ts';

/** The kind of definition in the text; without it, nothing is offered. */
export const definitionKind = Facet.define<DefinitionKind | undefined, DefinitionKind | undefined>({
  combine: ([first]) => first,
});

/** Completes keys and values from the JSON Schemas of the schemas that validate the file. */
export async function offerKeys(context: CompletionContext): Promise<CompletionResult | null> {
  const kind = context.state.facet(definitionKind);
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const match = /^(\s*)((?:-\s+)*)(?:([\w$]+):\s+)?([\w$]*)$/.exec(before);
  if (!kind || !match) return null;
  const [, indent = '', dashes = '', key, word = ''] = match;
  if (word === '' && !context.explicit) return null;
  const column = indent.length + dashes.length;
  const place = placeOf(context.state.doc, line.number, column, dashes === '' ? undefined : indent.length);
  if (!place) return null;
  const root = await schemaOf(kind);
  const holders = place.path.reduce((schemas, step) => schemasOfKey(schemas, step, root), [root]);
  const options =
    key === undefined
      ? completeKeys(holders, place.siblingKeys, root)
      : completeValues(schemasOfKey(holders, key, root), root);
  return options.length > 0 ? { from: context.pos - word.length, options, validFor: /^[\w$]*$/ } : null;
}

/** The JSON schemas as files, loaded at first use: the window has no code that converts a zod schema to JSON. */
const schemaFiles: Readonly<Record<DefinitionKind, () => Promise<{ readonly default: JsonObject }>>> = {
  server: () => import('../../../src/model/builtin/schemas/server.schema.json'),
  prompt: () => import('../../../src/model/builtin/schemas/prompt.schema.json'),
  tool: () => import('../../../src/model/builtin/schemas/tool.schema.json'),
  source: () => import('../../../src/model/builtin/schemas/source.schema.json'),
  skill: () => import('../../../src/model/builtin/schemas/skill.schema.json'),
};

async function schemaOf(kind: DefinitionKind): Promise<JsonObject> {
  return (await schemaFiles[kind]()).default;
}

/** The schemas that apply to a value: resolves references, unions and lists. */
function resolveForms(schema: unknown, root: JsonObject): readonly JsonObject[] {
  if (!isJsonObject(schema)) return [];
  const { $ref, anyOf, oneOf, items } = schema;
  if (typeof $ref === 'string') return resolveForms(valueAt(root, $ref.replace(/^#\//, '').split('/')), root);
  const inner = [anyOf, oneOf].flatMap((union) => (Array.isArray(union) ? union : []));
  return [schema, ...inner.flatMap((value) => resolveForms(value, root)), ...resolveForms(items, root)];
}

function properties(schemas: readonly JsonObject[], root: JsonObject): readonly (readonly [string, unknown])[] {
  return schemas
    .flatMap((schema) => resolveForms(schema, root))
    .flatMap(({ properties: ownProperties }) => (isJsonObject(ownProperties) ? Object.entries(ownProperties) : []));
}

/** Keys are case-insensitive. */
function schemasOfKey(schemas: readonly JsonObject[], key: string, root: JsonObject): JsonObject[] {
  return properties(schemas, root).flatMap(([name, schema]) =>
    name.toLowerCase() === key.toLowerCase() && isJsonObject(schema) ? [schema] : [],
  );
}

function completeKeys(
  schemas: readonly JsonObject[],
  siblingKeys: readonly string[],
  root: JsonObject,
): readonly Completion[] {
  const takenKeys = new Set(siblingKeys.map((key) => key.toLowerCase()));
  const completions = new Map<string, Completion>();
  for (const [name, schema] of properties(schemas, root)) {
    if (name.startsWith('$') || takenKeys.has(name.toLowerCase()) || completions.has(name)) continue;
    const describedSchema = resolveForms(schema, root).find(
      ({ description }) => typeof description === 'string',
    )?.description;
    const info = typeof describedSchema === 'string' ? { info: describedSchema } : {};
    completions.set(name, { label: name, apply: `${name}: `, boost: -completions.size, ...info });
  }
  return [...completions.values()];
}

function completeValues(schemas: readonly JsonObject[], root: JsonObject): readonly Completion[] {
  const values = schemas
    .flatMap((schema) => resolveForms(schema, root))
    .flatMap(({ enum: enumValues, const: constant, type }): unknown[] =>
      Array.isArray(enumValues)
        ? enumValues
        : constant !== undefined
          ? [constant]
          : type === 'boolean'
            ? [true, false]
            : [],
    );
  return [...new Set(values.map(String))].map((label) => ({ label }));
}
