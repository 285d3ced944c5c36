import { applyTemplate, parseTemplate } from '../model/template/string-template.ts';

/** Maximum UTF-16 code units of a template and of the filled text: larger ones do not fit into a result. */
const MAX_TEMPLATE = 1024 * 1024;
const MAX_FILLED = 16 * MAX_TEMPLATE;

/**
 * `context.template(text, values)`.
 * @param valuesJson an object by name, or a list for numbered slots; values other than strings are written as JSON
 * @throws Error with a sentence, inside the function that called it
 */
export function fillTemplate(template: string, valuesJson: string): string {
  if (template.length > MAX_TEMPLATE) throw new Error('the template is too long');
  const slotValues: unknown = valuesJson === '' ? {} : JSON.parse(valuesJson);
  if (typeof slotValues !== 'object' || slotValues === null) {
    throw new TypeError('context.template(text, values) needs an object or a list of values');
  }
  const entries = Object.entries(slotValues).map(([name, value]): [string, string] => [name, asText(value)]);
  // A short template can expand enormously, with the same long value in every slot, so the bound is checked first.
  const maxLength = entries.reduce((length, [, value]) => Math.max(length, value.length), 0);
  if (template.length + parseTemplate(template).parts.length * maxLength > MAX_FILLED) {
    throw new Error('the filled template would be too long');
  }
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) values[name] = value;
  return applyTemplate(template, { names: Object.keys(values), values }).text;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
