/** The schema of a form, as the protocol allows it: one flat object (MCP 2026-07-28, `ElicitRequestFormParams`). */

import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Choice, ValueRules } from '../definitions.ts';
import { allowedOf, typedValue } from '../prompt/read-value.ts';
import { typeOf as schemaOfValue } from '../tool/tools-of-prompts.ts';
import type { Field } from './dialogue.ts';

/**
 * @param isRich whether the revision has several choices, titles of choices by `oneOf`, and defaults of every type
 * (2025-11-25 and later). Before, a description says them.
 */
export function formSchema(fields: readonly Field[], isRich: boolean): JsonObject {
  const requiredNames = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, isRich)])),
    ...(requiredNames.length > 0 && { required: requiredNames }),
  };
}

function propertyOf(field: Field, isRich: boolean): JsonObject {
  const { kind, title, required, value } = field;
  const keepsDefault = isRich || kind === 'boolean';
  const description = descriptionOf(field, isRich, keepsDefault);
  return {
    ...typeOf(field, isRich),
    ...(title !== undefined && { title }),
    ...(description !== '' && { description }),
    ...(required && kind === undefined && { minLength: 1 }),
    ...(value !== undefined && keepsDefault && { default: typedValue(field, value) }),
  };
}

function descriptionOf(field: Field, isRich: boolean, keepsDefault: boolean): string {
  const isList = field.kind === 'choices' && !isRich;
  return [
    field.description ?? '',
    ...(isList ? [`Write ${allowedOf(field)}.`] : []),
    ...(field.value !== undefined && !keepsDefault ? [`Default: ${field.value}.`] : []),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function typeOf(field: Field, isRich: boolean): JsonObject {
  const { kind, choices = [], required } = field;
  if (kind === 'choice' && !isRich && choices.some(({ title }) => title !== undefined))
    return {
      type: 'string',
      enum: choices.map(({ value }) => value),
      enumNames: choices.map(({ value, title = value }) => title),
    };
  const schema = schemaOfValue(field);
  if (kind !== 'choices') return schema;
  // A form's list has no `uniqueItems`.
  return isRich ? { type: 'array', items: schema.items, ...(required && { minItems: 1 }) } : { type: 'string' };
}

/** The fields of a form, from the schema that `formSchema` makes for revisions with rich forms. */
export function fieldsOfForm(schema: JsonObject): readonly Field[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const { title, description, default: value } = property;
    const text = Array.isArray(value) ? value.join(', ') : value;
    return [
      {
        name,
        required: isRequired(name),
        ...rulesOf(property),
        ...(typeof title === 'string' && { title }),
        ...(typeof description === 'string' && { description }),
        ...(text !== undefined && { value: String(text) }),
      },
    ];
  });
}

function rulesOf({ type, format, items, minimum, maximum, ...schema }: JsonObject): ValueRules {
  const limits = {
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
  };
  if (type === 'array') return { kind: 'choices', choices: isJsonObject(items) ? choicesOf(items) : [] };
  if (type === 'number' || type === 'integer') return { kind: type, ...limits };
  if (type === 'boolean') return { kind: 'boolean' };
  if (schema.enum || schema.oneOf) return { kind: 'choice', choices: choicesOf(schema) };
  if (format === 'date' || format === 'email') return { kind: format };
  return format === 'uri' ? { kind: 'url' } : {};
}

function choicesOf({ enum: values, oneOf, anyOf }: JsonObject): readonly Choice[] {
  if (Array.isArray(values)) return values.map((value) => ({ value: String(value) }));
  const titledChoices = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return titledChoices.flatMap((choice) => {
    if (!isJsonObject(choice)) return [];
    const value = String(choice.const);
    return [typeof choice.title === 'string' && choice.title !== value ? { value, title: choice.title } : { value }];
  });
}
