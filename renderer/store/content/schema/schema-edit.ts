/** Edits a tool's input: properties of a JSON Schema, and `Parameters`, their short form. */

import { isSameData } from '../../../../src/base/json.ts';
import { firstEnum } from '../../../../src/model/placeholders.ts';
import { typeOf } from '../../../../src/model/tool/tools-of-prompts.ts';
import { choicesOf as choicesOfValue, kindOf as kindOfValue, valueKinds } from '../../arguments/kinds.ts';
import { isObject, type Json, type JsonObject } from '../../definition/json.ts';

/** The kinds of values that the designer offers; `other` is a schema that only its text can show. */
export const nodeKinds = ['string', 'integer', 'number', 'boolean', 'choice', 'array', 'object'] as const;
export type NodeKind = (typeof nodeKinds)[number] | 'other';

/** The kinds in the words of a prompt's arguments. */
export const nodeKindLabels: Readonly<Record<NodeKind, string>> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  choice: 'Choice',
  array: 'List',
  object: 'Named values',
  other: 'Other',
};

export interface PropertyEntry {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The item of `Parameters` that it is read from: what an edit does not change stays in it. */
  readonly item?: Json;
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

/** Keys that apply to every kind and survive a change of kind. */
const commonKeys = ['title', 'description'] as const;

/** The schema with another kind, without the keys of the old one. */
export function withKind(schema: JsonObject, kind: Exclude<NodeKind, 'other'>): JsonObject {
  const rest = Object.fromEntries(commonKeys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
  switch (kind) {
    case 'choice':
      return { type: 'string', ...rest, enum: [...firstEnum] };
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
  const requiredNames = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    schema: isObject(value) ? value : {},
    isRequired: requiredNames.includes(name),
  }));
}

/** A schema with these properties in this order. */
export function withProperties(schema: JsonObject, entries: readonly PropertyEntry[]): JsonObject {
  const { required: _, properties: __, ...rest } = schema;
  const requiredNames = entries.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    ...rest,
    properties: Object.fromEntries(entries.map((entry) => [entry.name, entry.schema])),
    ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
  };
}

/** Whether a kind's default fits on one line. */
export function hasDefault(kind: NodeKind): boolean {
  return kind !== 'array' && kind !== 'object' && kind !== 'other';
}

/** The default as text for its field. */
export function defaultText({ default: value }: JsonObject): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Parses a typed default by kind. An incomplete number stays text, which a problem reports.
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

/** The choices on one line, separated by commas; ambiguous ones are quoted. */
export function choicesText({ enum: choices }: JsonObject): string {
  return (Array.isArray(choices) ? choices : []).map(choiceText).join(', ');
}

function choiceText(choice: Json): string {
  return typeof choice === 'string' && isSimpleText(choice) ? choice : JSON.stringify(choice);
}

/** Whether a text parses as itself, not as several choices, a number, a boolean or a quoted text. */
function isSimpleText(text: string): boolean {
  return text !== '' && text === text.trim() && !/[",\\]/.test(text) && typeof plainChoice(text) === 'string';
}

/** Parses a line of choices. */
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

/** Parses a number or boolean in JSON notation; everything else is text. */
function plainChoice(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return String(number) === text && Number.isFinite(number) ? number : text;
}

/** The schema with other choices, and with their type if they share one. */
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

/** The entries with a new string property at their end. */
export function withNewProperty(entries: readonly PropertyEntry[], isRequired = false): readonly PropertyEntry[] {
  return [...entries, { name: freshName(entries), isRequired, schema: { type: 'string' } }];
}

/** All items of `Parameters`, also those that no schema can show: a second one of a name, and an item without keys. */
export function entriesOfParameters(parameters: Json | undefined): readonly PropertyEntry[] {
  return Array.isArray(parameters) ? parameters.map(entryOf) : [];
}

/** Converts `Parameters` to the schema that clients get. */
export function schemaOfParameters(parameters: Json | undefined): JsonObject {
  return withProperties({ type: 'object' }, entriesOfParameters(parameters).filter(isFirstOfName));
}

function isFirstOfName({ name }: PropertyEntry, index: number, allEntries: readonly PropertyEntry[]): boolean {
  return allEntries.findIndex((propertyEntry) => propertyEntry.name === name) === index;
}

function entryOf(property: Json): PropertyEntry {
  // A bare text is most likely a name.
  if (!isObject(property)) {
    const name = typeof property === 'string' ? property : JSON.stringify(property);
    return { name, isRequired: false, schema: { type: 'string' }, item: property };
  }
  const { Name, Title, Description, Required, Default } = property;
  return {
    name: String(Name ?? ''),
    isRequired: Required === true,
    schema: {
      ...valueSchema(property),
      ...(Title === undefined ? {} : { title: Title }),
      ...(Description === undefined ? {} : { description: Description }),
      ...(Default === undefined ? {} : { default: Default }),
    },
    item: property,
  };
}

/** What the kind of a parameter and its limits say. */
function valueSchema(parameter: JsonObject): JsonObject {
  const { Kind = 'string', Minimum, Maximum } = parameter;
  if (Array.isArray(Kind)) return withChoices({}, Kind);
  if (Kind === 'text') return { type: 'string' };
  if (!valueKinds.some(({ value }) => value === Kind)) return { type: Kind };
  const limits = {
    ...(typeof Minimum === 'number' && { minimum: Minimum }),
    ...(typeof Maximum === 'number' && { maximum: Maximum }),
  };
  const kind = kindOfValue(parameter);
  return typeOf({ ...(kind !== 'text' && { kind }), choices: choicesOfValue(parameter), ...limits }) as JsonObject;
}

/** Schema keys that `Parameters` can express. */
const ofParameter = new Set(['type', 'enum', 'title', 'description', 'default']);

/**
 * Converts a schema to `Parameters`; undefined if they cannot express all of it.
 * @param writtenParameters the present `Parameters`: one keeps each key that the schema does not change
 */
export function parametersOf(schema: JsonObject, writtenParameters?: Json): Json[] | undefined {
  if (Object.keys(schema).some((key) => !['type', 'properties', 'required'].includes(key))) return undefined;
  return parametersOfEntries(withItems(propertiesOf(schema), writtenParameters));
}

/** Converts entries to `Parameters`; undefined if they cannot express all of them. */
export function parametersOfEntries(entries: readonly PropertyEntry[]): Json[] | undefined {
  const parameters = entries.map(parameterOf);
  return parameters.every((parameter) => parameter !== undefined) ? parameters : undefined;
}

/** The entries of a schema with the items that they are read from, and with the items that no schema can show. */
export function withItems(
  entries: readonly PropertyEntry[],
  writtenParameters: Json | undefined,
): readonly PropertyEntry[] {
  const formerEntries = entriesOfParameters(writtenParameters);
  const shownEntries = formerEntries.filter(isFirstOfName);
  const linkedEntries = entries.map((entry, index): PropertyEntry => {
    const sameName = shownEntries.find(({ name }) => name === entry.name);
    // Only a renamed one keeps its place without its name.
    const isRenamed = !sameName && shownEntries.length === entries.length;
    const item = (isRenamed ? shownEntries[index] : sameName)?.item;
    return { ...entry, ...(item !== undefined && { item }) };
  });
  for (const [index, hiddenEntry] of formerEntries.entries())
    if (!shownEntries.includes(hiddenEntry)) linkedEntries.splice(index, 0, hiddenEntry);
  return linkedEntries;
}

/** The entries with a name for each: a second one of a name gets a free name. */
export function withOwnNames(entries: readonly PropertyEntry[]): readonly PropertyEntry[] {
  const takenNames = new Set(entries.map(({ name }) => name));
  return entries.map((entry, index, allEntries) => {
    if (isFirstOfName(entry, index, allEntries)) return entry;
    const base = entry.name || 'value';
    let number = 2;
    while (takenNames.has(`${base}${number}`)) number++;
    takenNames.add(`${base}${number}`);
    return { ...entry, name: `${base}${number}` };
  });
}

function parameterOf(entry: PropertyEntry): Json | undefined {
  const { item } = entry;
  if (item !== undefined && !isObject(item) && isSameData(entryOf(item), entry)) return item;
  const formerItem = isObject(item) ? item : undefined;
  const { title, description, default: fallback, ...value } = entry.schema;
  const { Kind: formerKind, Choices: _, Minimum: __, Maximum: ___, Multiline: ____, ...rest } = formerItem ?? {};
  const isSameValue = formerItem && isSameData(valueSchema(formerItem), value);
  const isSimple = kindOf(entry.schema) !== 'other' && Object.keys(entry.schema).every((key) => ofParameter.has(key));
  if (!isSameValue && !isSimple) return undefined;
  const { type, enum: choices } = value;
  const isListed = formerKind === 'choice' && choices !== undefined;
  const kind = choices ?? (type === undefined || type === 'string' ? undefined : type);
  let next: JsonObject = isSameValue ? formerItem : isListed ? { ...rest, Kind: 'choice', Choices: choices } : rest;
  if (!isSameValue && !isListed && kind !== undefined) next = { ...next, Kind: kind };
  const isRequired = entry.isRequired ? true : undefined;
  const isSameName = formerItem && String(formerItem.Name ?? '') === entry.name;
  const name = isSameName ? formerItem.Name : entry.name;
  const head = { Name: name, Title: title, Description: description, Default: fallback };
  for (const [key, after] of Object.entries(head)) next = withKey(next, key, after);
  return (next.Required === true) === entry.isRequired ? next : withKey(next, 'Required', isRequired);
}

/** The schema with one key set, or without it. */
export function withKey(schema: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...schema, [key]: value };
  const { [key]: _, ...rest } = schema;
  return rest;
}
