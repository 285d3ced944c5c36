/** Finds the templates, the URIs and the conditions in a prompt's content, even when other parts of it have errors. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

export interface TemplateText {
  /** The path from the prompt to the text. */
  readonly at: KeyPath;
  readonly template: string;
}

/** Returns every `{StringTemplate: …}` in a value, in order. */
export function templatesIn(value: unknown, at: KeyPath): readonly TemplateText[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => templatesIn(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { StringTemplate: template } = value;
  if (typeof template === 'string') return [{ at: [...at, 'StringTemplate'], template }];
  return Object.entries(value).flatMap(([key, inner]) => templatesIn(inner, [...at, key]));
}

/** Returns the path and the text of every `When.Argument` in a value, in order. */
export function conditionArgumentsIn(value: unknown, at: KeyPath): readonly { at: KeyPath; argument: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => conditionArgumentsIn(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== 'When' || !isJsonObject(inner)) return conditionArgumentsIn(inner, [...at, key]);
    const { Argument: argument } = inner;
    return typeof argument === 'string' ? [{ at: [...at, key, 'Argument'], argument }] : [];
  });
}

/** Returns the URI of every embedded resource in a value, in order: a template if it has arguments in braces. */
export function resourceUrisIn(value: unknown, at: KeyPath): readonly TemplateText[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => resourceUrisIn(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { Type: type, Uri: template } = value;
  if (type === 'resource') return typeof template === 'string' ? [{ at: [...at, 'Uri'], template }] : [];
  return Object.entries(value).flatMap(([key, inner]) => resourceUrisIn(inner, [...at, key]));
}
