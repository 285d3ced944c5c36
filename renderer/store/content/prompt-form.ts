/**
 * Parts of a prompt as its file writes them, taken apart for editing. Reads raw values under canonical key names, so that
 * a definition with errors can still be edited.
 */
import type { KeyPath } from '../../../src/base/json.ts';
import { isObject, type Json } from '../definition/json.ts';

/** A text: a string as it is served, or `{StringTemplate: …}`. */
export interface TextForm {
  /** The string or the `{StringTemplate}` around it. */
  readonly at: KeyPath;
  /** The string itself. */
  readonly textAt: KeyPath;
  readonly isTemplate: boolean;
}

/** A value that is a text; nothing for any other. */
export function readText(value: Json | undefined, at: KeyPath): TextForm | undefined {
  if (typeof value === 'string') return { at, textAt: at, isTemplate: false };
  if (isObject(value) && typeof value.StringTemplate === 'string') {
    return { at, textAt: [...at, 'StringTemplate'], isTemplate: true };
  }
  return undefined;
}

/** How many arguments are written, and which of them are objects that can be edited in rows. */
export function readArguments(value: Json | undefined): readonly boolean[] {
  return Array.isArray(value) ? value.map(isObject) : [];
}
