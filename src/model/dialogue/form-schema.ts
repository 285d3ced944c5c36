/** The schema of a form, as the protocol allows it: one flat object (MCP 2026-07-28, `ElicitRequestFormParams`). */
import type { JsonObject } from '../../base/json.ts';
import { allowedOf, typedValue } from '../prompt/read-value.ts';
import type { Field } from './dialogue.ts';

/**
 * @param isRich whether the revision has several choices, titles of choices by `oneOf`, and defaults of every type
 * (2025-11-25 and later). Before, a description says them.
 */
export function formSchema(fields: readonly Field[], isRich: boolean): JsonObject {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, isRich)])),
    ...(required.length > 0 && { required }),
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

function typeOf({ kind, choices = [], required, minimum, maximum }: Field, isRich: boolean): JsonObject {
  const values = choices.map(({ value }) => value);
  const hasTitles = choices.some(({ title }) => title !== undefined);
  const titled = choices.map(({ value, title = value }) => ({ const: value, title }));
  switch (kind) {
    case 'choice':
      if (!hasTitles) return { type: 'string', enum: values };
      return isRich
        ? { type: 'string', oneOf: titled }
        : { type: 'string', enum: values, enumNames: titled.map(({ title }) => title) };
    case 'choices':
      if (!isRich) return { type: 'string' };
      return {
        type: 'array',
        items: hasTitles ? { anyOf: titled } : { type: 'string', enum: values },
        ...(required && { minItems: 1 }),
      };
    case 'number':
    case 'integer':
      return { type: kind, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
    case 'email':
      return { type: 'string', format: kind };
    case 'url':
      return { type: 'string', format: 'uri' };
    default:
      return { type: 'string' };
  }
}
