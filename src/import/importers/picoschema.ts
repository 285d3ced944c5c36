/** Reads dotprompt's `input`: a schema in Picoschema or JSON Schema, and defaults. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { changeNote, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import { type DraftArgument, slotName } from '../prompt-data.ts';
import type { ArgumentKind } from './handlebars-function.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isOptional: boolean;
  readonly values: readonly string[] | undefined;
  /** The properties of an object; empty if unknown. */
  readonly parts: readonly Field[];
}

export interface InputArguments {
  readonly args: readonly DraftArgument[];
  /** The type that each argument's text represents. */
  readonly kinds: ReadonlyMap<string, ArgumentKind>;
}

/** Each property of an object becomes a separate argument: `user_name` for `user.name`. */
export function inputArguments(input: JsonObject, notes: TransferNote[]): InputArguments {
  const schema = isJsonObject(input.schema) ? input.schema : {};
  const defaults = isJsonObject(input.default) ? input.default : {};
  const args: DraftArgument[] = [];
  const kinds = new Map<string, ArgumentKind>();
  const take = (field: Field, before: readonly string[], value: unknown, isOptional: boolean) => {
    const path = [...before, field.name];
    const slot = slotName(path.join('.'));
    if (kinds.has(slot)) return;
    if (field.parts.length > 0) {
      const names = field.parts.map((part) => slotName([...path, part.name].join('.')));
      notes.push(changeNote(`${slot} is now several arguments, ${names.join(', ')}: arguments are text.`));
      for (const part of field.parts)
        take(part, path, isJsonObject(value) ? value[part.name] : undefined, isOptional || part.isOptional);
      return;
    }
    const kind = kindOf(field.type);
    if (kind !== undefined) kinds.set(slot, kind);
    if (kind !== 'text' && kind !== undefined)
      notes.push(changeNote(`${slot} is now text: it was ${/^[aeiou]/.test(field.type) ? 'an' : 'a'} ${field.type}.`));
    const fallback = defaultText(value);
    const values = field.values ?? (kind === 'boolean' ? ['true', 'false'] : undefined);
    args.push({
      Name: slot,
      ...(field.description !== undefined && { Description: field.description }),
      ...(!isOptional && fallback === undefined && { Required: true }),
      ...(fallback !== undefined && { Default: fallback }),
      ...(values && { Complete: values }),
    });
  };
  for (const field of fieldsOf(schema)) take(field, [], defaults[field.name], field.isOptional);
  return { args, kinds };
}

/** Undefined for `any`. */
function kindOf(type: string): ArgumentKind | undefined {
  switch (type) {
    case 'any':
      return undefined;
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return 'object';
    default:
      return 'text';
  }
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
      parts: isJsonObject(property.properties) ? jsonSchemaFields(property, property.properties) : [],
    };
  });
}

/** `name?(array, description): string`, `name: string, what it is`, `name(enum): [a, b]`, `name(object): {…}`. */
function picoField([key, value]: [string, unknown]): readonly Field[] {
  const match = /^([^?(]+)(\?)?(?:\((\w+)(?:,\s*(.*))?\))?$/.exec(key);
  const name = match?.[1]?.trim();
  if (!name || name === '(*)') return [];
  const [, type, description] = /^([^,]+)(?:,\s*([\s\S]*))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const kind = match?.[3];
  const isObject = isJsonObject(value) && (kind === undefined || kind === 'object');
  return [
    {
      name,
      type: kind === 'enum' ? 'string' : (kind ?? (typeof value === 'string' ? (type?.trim() ?? 'string') : 'object')),
      description: textOf(match?.[4]) ?? textOf(description),
      isOptional: match?.[2] === '?',
      values: kind === 'enum' ? textsOf(value) : undefined,
      parts: isObject ? Object.entries(value).flatMap(picoField) : [],
    },
  ];
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
