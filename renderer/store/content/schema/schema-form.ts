/** A form for a tool's input schema, and the arguments typed into it. */
import { isObject, type Json, type JsonObject } from '../../definition/json.ts';

/** A form field for one property of the schema. Lists, objects and unions are typed as JSON. */
export interface SchemaField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json';
  /** The values of a `choice`. */
  readonly choices: readonly Json[];
  /** The initial text of an empty field. */
  readonly example: string;
}

/** Typed texts, by property; JSON for every kind except `text`, `number` and `integer`. */
export type TypedTexts = Readonly<Record<string, string>>;

export interface TypedArguments {
  readonly value: JsonObject;
  /** Messages about invalid texts, by property. */
  readonly faults: Readonly<Record<string, string>>;
}

export function fieldsOf(schema: Json | undefined): readonly SchemaField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const requiredNames = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) =>
    fieldOf(name, property, requiredNames.includes(name)),
  );
}

function fieldOf(name: string, schema: Json, isRequired: boolean): SchemaField {
  const ownSchema: JsonObject = isObject(schema) ? schema : {};
  const choices = Array.isArray(ownSchema.enum) ? ownSchema.enum : [];
  const kind = choices.length > 0 ? 'choice' : kindOf(ownSchema.type);
  return {
    name,
    label: typeof ownSchema.title === 'string' ? ownSchema.title : name,
    ...(typeof ownSchema.description === 'string' ? { description: ownSchema.description } : {}),
    isRequired,
    kind,
    choices,
    example: exampleOf(ownSchema, kind),
  };
}

function kindOf(type: Json | undefined): SchemaField['kind'] {
  if (type === 'string') return 'text';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'json';
}

function exampleOf(schema: JsonObject, kind: SchemaField['kind']): string {
  const example = schema.default ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
  if (example === undefined) return '';
  return kind === 'text' && typeof example === 'string' ? example : JSON.stringify(example);
}

/** The text of one field. Safe for names such as `constructor`. */
export function typedIn(typedValues: TypedTexts, name: string): string {
  return Object.hasOwn(typedValues, name) ? (typedValues[name] ?? '') : '';
}

/** The arguments of a call. Omits empty fields, except required texts. */
export function typedArguments(fields: readonly SchemaField[], typedValues: TypedTexts): TypedArguments {
  const values: [string, Json][] = [];
  const faults: [string, string][] = [];
  for (const field of fields) {
    const text = typedIn(typedValues, field.name);
    if (text === '' && !(field.isRequired && field.kind === 'text')) continue;
    const reading = readField(field, text);
    if (reading.ok) values.push([field.name, reading.value]);
    else faults.push([field.name, reading.fault]);
  }
  return { value: Object.fromEntries(values), faults: Object.fromEntries(faults) };
}

/** Arguments typed as JSON. */
export function jsonArguments(text: string): TypedArguments {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value)
      ? { value, faults: {} }
      : { value: {}, faults: { json: 'Arguments must be an object: { "name": value }.' } };
  } catch (error) {
    return { value: {}, faults: { json: `Not valid JSON: ${(error as Error).message}` } };
  }
}

type ReadOutcome = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly fault: string };

function readField({ kind }: SchemaField, text: string): ReadOutcome {
  switch (kind) {
    case 'text':
      return { ok: true, value: text };
    case 'number':
    case 'integer': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return !Number.isFinite(value) ? { ok: false, fault: 'Enter a number.' } : { ok: true, value };
    }
    default:
      try {
        return { ok: true, value: JSON.parse(text) as Json };
      } catch (error) {
        const reason = /^\s*[[{"]/.test(text) ? (error as Error).message : 'put text in double quotes.';
        return { ok: false, fault: `Not valid JSON: ${reason}` };
      }
  }
}
