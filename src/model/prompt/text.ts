/** Reads texts with and without slots. */

import type * as z from 'zod';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { Condition, TextOrTemplate, ValueRules } from '../definitions.ts';
import { error, type Report, readFields } from '../problems/findings.ts';
import { fencedTemplate, template as plainTemplate } from '../schemas/common.ts';

/** A text or a URI with its path, for `checkSlots`. */
export interface LocatedText {
  readonly text: TextOrTemplate | { readonly kind: 'uri'; readonly template: string };
  readonly at: KeyPath;
}

/** Also collects the texts and the conditions, for `checkSlots`. */
export interface ContentReport extends Report {
  readonly texts: LocatedText[];
  readonly conditions: Condition[];
  /** The arguments that conditions can depend on; undefined if they have errors. */
  readonly conditionArguments: readonly (ValueRules & { readonly name: string })[] | undefined;
}

/** Plain text; added to the report's texts. */
export function literal(text: string, at: KeyPath, report: ContentReport): TextOrTemplate {
  const source: TextOrTemplate = { kind: 'literal', text };
  report.texts.push({ text: source, at });
  return source;
}

/**
 * Text with slots; added to the report's texts.
 * @param fields with `StringTemplate`
 * @param at the path of the map that contains them
 */
export function template(
  { StringTemplate: text, Fence: fence = 'none' }: z.output<typeof fencedTemplate>,
  at: KeyPath,
  report: ContentReport,
): TextOrTemplate {
  const source: TextOrTemplate = { kind: 'template', template: text, ...(fence !== 'none' && { fence }) };
  report.texts.push({ text: source, at: [...at, 'StringTemplate'] });
  return source;
}

/** Reads a key whose value is plain text or a template. Undefined after an error. */
export function readText(
  data: JsonObject,
  key: string,
  at: KeyPath,
  report: ContentReport,
): TextOrTemplate | undefined {
  const value = data[key];
  const inside = [...at, key];
  if (typeof value === 'string') return literal(value, inside, report);
  if (isJsonObject(value) && Object.hasOwn(value, 'StringTemplate')) {
    const fields = readFields(key === 'Query' ? plainTemplate : fencedTemplate, value, inside, report);
    return fields && template(fields, inside, report);
  }
  if (value === undefined) return error(report, at, `${key} is missing: add text or {StringTemplate: …}.`);
  const quotes = typeof value === 'number' || typeof value === 'boolean' ? ': put it in quotes.' : '.';
  return error(report, inside, `${key} must be text or {StringTemplate: …}${quotes}`);
}

/** Returns the one key of `forms` that has a value; reports an error when several have one. */
export function onlyForm<F extends string>(
  data: JsonObject,
  forms: readonly F[],
  at: KeyPath,
  report: Report,
): F | 'none' | 'several' {
  const [first, ...otherForms] = forms.filter((form) => Object.hasOwn(data, form) && data[form] !== null);
  if (first === undefined) return 'none';
  if (otherForms.length === 0) return first;
  error(report, at, `${wordList([first, ...otherForms])} cannot be combined: keep one of them.`);
  return 'several';
}
