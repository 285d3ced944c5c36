/** dotprompt's `input`: a schema in its short form (Picoschema) or as JSON Schema, and defaults. */
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { changed, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import { type DraftArgument, slotName } from '../prompt-data.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isOptional: boolean;
  readonly values: readonly string[] | undefined;
}

export function inputArguments(input: JsonObject, notes: TransferNote[]): readonly DraftArgument[] {
  const schema = isJsonObject(input.schema) ? input.schema : {};
  const defaults = isJsonObject(input.default) ? input.default : {};
  return fieldsOf(schema).map(({ name, type, description, isOptional, values }) => {
    const slot = slotName(name);
    if (!/^(?:string|any)$/.test(type))
      notes.push(changed(`${slot} takes text now: it was ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}.`));
    const fallback = defaultText(defaults[name]);
    return {
      Name: slot,
      ...(description !== undefined && { Description: description }),
      ...(!isOptional && fallback === undefined && { Required: true }),
      ...(fallback !== undefined && { Default: fallback }),
      ...(values && { Complete: values }),
    };
  });
}

function defaultText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldsOf(schema: JsonObject): readonly Field[] {
  return isJsonObject(schema.properties)
    ? jsonSchemaFields(schema, schema.properties)
    : Object.entries(schema).flatMap(picoField);
}

function jsonSchemaFields({ required }: JsonObject, properties: JsonObject): readonly Field[] {
  return Object.entries(properties).map(([name, value]) => {
    const property = isJsonObject(value) ? value : {};
    return {
      name,
      type: textOf(property.type) ?? 'string',
      description: textOf(property.description),
      isOptional: !(Array.isArray(required) && required.includes(name)),
      values: textsOf(property.enum),
    };
  });
}

/** `name?(array, what it is): string`, `name: string, what it is`, `name(enum): [a, b]`. */
function picoField([key, value]: [string, unknown]): readonly Field[] {
  const match = /^([^?(]+)(\?)?(?:\((\w+)(?:,\s*(.*))?\))?$/.exec(key);
  const name = match?.[1]?.trim();
  if (!name || name === '(*)') return [];
  const [, type, description] = /^([^,]+)(?:,\s*([\s\S]*))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const kind = match?.[3];
  return [
    {
      name,
      type: kind === 'enum' ? 'string' : (kind ?? (typeof value === 'string' ? (type?.trim() ?? 'string') : 'object')),
      description: textOf(match?.[4]) ?? textOf(description),
      isOptional: match?.[2] === '?',
      values: kind === 'enum' ? textsOf(value) : undefined,
    },
  ];
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
