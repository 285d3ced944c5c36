/**
 * Reads the parts of a prompt for its form. Reads raw values under canonical key names, so an invalid definition can
 * still be edited.
 */
import type { KeyPath } from '../../../src/base/json.ts';
import { isObject, type Json } from '../definition/json.ts';

/** A text: a plain string, or `{StringTemplate: …}`. */
export interface TextForm {
  /** The string or the `{StringTemplate}` around it. */
  readonly at: KeyPath;
  /** The string itself. */
  readonly textAt: KeyPath;
  readonly isTemplate: boolean;
}

/** Reads a value as text; undefined for any other value. */
export function readText(value: Json | undefined, at: KeyPath): TextForm | undefined {
  if (typeof value === 'string') return { at, textAt: at, isTemplate: false };
  if (isObject(value) && typeof value.StringTemplate === 'string') {
    return { at, textAt: [...at, 'StringTemplate'], isTemplate: true };
  }
  return undefined;
}

/** For each argument, whether it is an object that a row can edit. */
export function readArguments(value: Json | undefined): readonly boolean[] {
  return Array.isArray(value) ? value.map(isObject) : [];
}
