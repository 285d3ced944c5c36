/** The templates of a prompt's content as its file writes it, also where the rest of it has errors. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

export interface TemplateText {
  /** Leads from the prompt to the text itself. */
  readonly at: KeyPath;
  readonly template: string;
}

/** Every `{StringTemplate: …}` in a value, in the order in which they are written. */
export function templatesIn(value: unknown, at: KeyPath): readonly TemplateText[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => templatesIn(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { StringTemplate: template } = value;
  if (typeof template === 'string') return [{ at: [...at, 'StringTemplate'], template }];
  return Object.entries(value).flatMap(([key, inner]) => templatesIn(inner, [...at, key]));
}
