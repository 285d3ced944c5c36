/** Texts with and without slots, as they stand in a file. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { TextSource } from '../definitions.ts';
import { error, listed, type Report, readFields } from '../problems/findings.ts';
import { contents } from '../schemas/prompt.ts';

/** A text that slots could fill, with its place, for `checkSlots`. */
export interface LocatedText {
  readonly text: TextSource;
  readonly at: KeyPath;
}

/** Gathers the texts met on the way. */
export interface ContentReport extends Report {
  readonly texts: LocatedText[];
}

/** Text as it is, noted in the report for `checkSlots`. */
export function literal(text: string, at: KeyPath, report: ContentReport): TextSource {
  const source: TextSource = { kind: 'literal', text };
  report.texts.push({ text: source, at });
  return source;
}

/** Text with slots, noted in the report for `checkSlots`; `at` is the path of the map that holds `StringTemplate`. */
export function template(text: string, at: KeyPath, report: ContentReport): TextSource {
  const source: TextSource = { kind: 'template', template: text };
  report.texts.push({ text: source, at: [...at, 'StringTemplate'] });
  return source;
}

/** A key whose value is text as it is, or with slots. Undefined after an error. */
export function readText(data: JsonObject, key: string, at: KeyPath, report: ContentReport): TextSource | undefined {
  const value = data[key];
  const inside = [...at, key];
  if (typeof value === 'string') return literal(value, inside, report);
  if (isJsonObject(value) && Object.hasOwn(value, 'StringTemplate')) {
    const fields = readFields(contents.StringTemplate, value, inside, report);
    return fields && template(fields.StringTemplate, inside, report);
  }
  if (value === undefined) return error(report, at, `${key} is missing: add text or {StringTemplate: …}.`);
  const quotes = typeof value === 'number' || typeof value === 'boolean' ? ': put it in quotes.' : '.';
  return error(report, inside, `${key} must be text or {StringTemplate: …}${quotes}`);
}

/** The one key of `forms` that has a value; having several is told at once. */
export function onlyForm<F extends string>(
  data: JsonObject,
  forms: readonly F[],
  at: KeyPath,
  report: Report,
): F | 'none' | 'several' {
  const [first, ...others] = forms.filter((form) => Object.hasOwn(data, form) && data[form] !== null);
  if (first === undefined) return 'none';
  if (others.length === 0) return first;
  error(report, at, `${listed([first, ...others])} cannot be combined: keep one of them.`);
  return 'several';
}
