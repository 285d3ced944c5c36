/** A tool's input as it is designed: properties of a JSON Schema, and the short way to write the simple ones. */
import { isObject, type Json, type JsonObject } from '../definition/json.ts';

/** What a value is, as the designer offers it; `other` is a schema that only its text can show. */
export const nodeKinds = ['string', 'integer', 'number', 'boolean', 'choice', 'array', 'object'] as const;
export type NodeKind = (typeof nodeKinds)[number] | 'other';

export interface PropertyEntry {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

export function kindOf(schema: Json | undefined): NodeKind {
  if (!isObject(schema)) return 'other';
  if (Array.isArray(schema.enum)) return schema.enum.every(isScalar) ? 'choice' : 'other';
  const { type } = schema;
  return nodeKinds.find((kind) => kind === type) ?? 'other';
}

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Keys that say something of a value whatever it is: they outlive another kind. */
const kept = ['title', 'description'] as const;

/** The same value as another kind. What only the old kind can have is left out. */
export function withKind(schema: JsonObject, kind: Exclude<NodeKind, 'other'>): JsonObject {
  const rest = Object.fromEntries(kept.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
  switch (kind) {
    case 'choice':
      return { type: 'string', ...rest, enum: ['one', 'another'] };
    case 'array':
      return { type: 'array', ...rest, items: { type: 'string' } };
    case 'object':
      return { type: 'object', ...rest, properties: {} };
    default:
      return { type: kind, ...rest };
  }
}

export function propertiesOf(schema: Json | undefined): readonly PropertyEntry[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    schema: isObject(value) ? value : {},
    isRequired: required.includes(name),
  }));
}

/** A schema with these properties in this order. A closed schema without any is what takes no arguments. */
export function withProperties(schema: JsonObject, entries: readonly PropertyEntry[]): JsonObject {
  const { required: _, properties: __, ...rest } = schema;
  const required = entries.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    ...rest,
    properties: Object.fromEntries(entries.map((entry) => [entry.name, entry.schema])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Kinds whose default is short enough to be typed in a line. */
export function hasDefault(kind: NodeKind): boolean {
  return kind !== 'array' && kind !== 'object' && kind !== 'other';
}

/** The default of a value as it is typed. */
export function defaultText({ default: value }: JsonObject): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * What is typed as a default: a text, or what the kind makes of it. Half a number stays as it is typed, and is told.
 * @param choices of a `choice`
 */
export function defaultOf(kind: NodeKind, text: string, choices: readonly Json[] = []): Json | undefined {
  if (text === '') return undefined;
  if (kind === 'choice') return choices.find((choice) => choice === text || JSON.stringify(choice) === text) ?? text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind !== 'number' && kind !== 'integer') return text;
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) || String(number) !== text ? text : number;
}

/** The choices of a value on one line, with commas between; what would be read otherwise stands in quotes. */
export function choicesText({ enum: choices }: JsonObject): string {
  return (Array.isArray(choices) ? choices : []).map(choiceText).join(', ');
}

function choiceText(choice: Json): string {
  return typeof choice === 'string' && isSimpleText(choice) ? choice : JSON.stringify(choice);
}

/** A text that is read as itself: not as several choices, a number, a truth value or something in quotes. */
function isSimpleText(text: string): boolean {
  return text !== '' && text === text.trim() && !/[",\\]/.test(text) && typeof plainChoice(text) === 'string';
}

/** The choices that such a line names. */
export function choicesOf(text: string): readonly Json[] {
  return (text.match(/\s*"(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|[^,]+/g) ?? [])
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
    .map((choice) => (/^".*"$/s.test(choice) ? quotedChoice(choice) : plainChoice(choice)));
}

function quotedChoice(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A number or truth value as JSON writes it is one; everything else is text. */
function plainChoice(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return String(number) === text && Number.isFinite(number) ? number : text;
}

/** The schema with other choices, and with the type that they all have. */
export function withChoices({ type: _, ...schema }: JsonObject, choices: readonly Json[]): JsonObject {
  const types = new Set(choices.map((choice) => typeof choice));
  const [type] = types;
  return { ...(types.size === 1 && type !== undefined && { type }), ...schema, enum: [...choices] };
}

/** A name that no property has yet. */
export function freshName(entries: readonly PropertyEntry[]): string {
  const names = new Set(entries.map(({ name }) => name));
  for (let number = 1; ; number++) if (!names.has(`value${number}`)) return `value${number}`;
}

/** The schema with one more property, a text, at its end. */
export function withNewProperty(schema: JsonObject): JsonObject {
  const entries = propertiesOf(schema);
  return withProperties(schema, [
    ...entries,
    { name: freshName(entries), isRequired: false, schema: { type: 'string' } },
  ]);
}

/** `Parameters` as the schema that clients get of it. */
export function schemaOfParameters(parameters: Json | undefined): JsonObject {
  const entries = (Array.isArray(parameters) ? parameters : []).filter(isObject).map((parameter): PropertyEntry => {
    const { Name, Kind = 'string', Description, Required, Default } = parameter;
    return {
      name: String(Name ?? ''),
      isRequired: Required === true,
      schema: {
        ...(Array.isArray(Kind) ? withChoices({}, Kind) : { type: Kind }),
        ...(Description === undefined ? {} : { description: Description }),
        ...(Default === undefined ? {} : { default: Default }),
      },
    };
  });
  return withProperties({ type: 'object' }, entries);
}

/** Keys that a parameter can say. */
const ofParameter = new Set(['type', 'enum', 'description', 'default']);

/** The schema as `Parameters`, where those can hold all of it; else nothing. */
export function parametersOf(schema: JsonObject): Json[] | undefined {
  if (Object.keys(schema).some((key) => !['type', 'properties', 'required'].includes(key))) return undefined;
  const entries = propertiesOf(schema);
  const isSimple = ({ schema: node }: PropertyEntry) =>
    kindOf(node) !== 'other' && Object.keys(node).every((key) => ofParameter.has(key));
  if (!entries.every(isSimple)) return undefined;
  return entries.map(({ name, isRequired, schema: { type, enum: choices, description, default: byDefault } }) => ({
    Name: name,
    ...(description === undefined ? {} : { Description: description }),
    ...(isRequired ? { Required: true } : {}),
    ...(choices === undefined ? (type === undefined || type === 'string' ? {} : { Kind: type }) : { Kind: choices }),
    ...(byDefault === undefined ? {} : { Default: byDefault }),
  }));
}
