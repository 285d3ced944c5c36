/** Plain data, its paths, and copies with one value changed. */
import type { KeyPath } from '../../../src/base/json.ts';
import { valueAt as anyValueAt, isJsonObject, isSameData } from '../../../src/base/json.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return isJsonObject(value);
}

/** A path as one string, for use as a key. */
export function pathKey(at: KeyPath): string {
  return JSON.stringify(at);
}

/** The value at a path, or undefined: `valueAt` of `base`, typed for JSON. */
export function valueAt(root: Json | undefined, at: KeyPath): Json | undefined {
  return anyValueAt(root, at) as Json | undefined;
}

/** A copy of `root` with `after` at a path; undefined removes the value, and missing parents are created. */
export function withValue(root: Json | undefined, at: KeyPath, after: Json | undefined): Json | undefined {
  const [step, ...rest] = at;
  if (step === undefined) return after;
  if (typeof step === 'number') {
    const list = Array.isArray(root) ? [...root] : [];
    const value = withValue(list[step], rest, after);
    if (value === undefined) list.splice(step, 1);
    else list[step] = value;
    return list;
  }
  const entries = new Map(Object.entries(isObject(root) ? root : {}));
  const value = withValue(entries.get(step), rest, after);
  if (value === undefined) entries.delete(step);
  else entries.set(step, value);
  // Unlike an assignment, this creates `__proto__` as a key.
  return Object.fromEntries(entries);
}

/** The path of the first difference between two values, as deep as both have its place; undefined for the same data. */
export function changedPath(before: Json | undefined, after: Json | undefined): KeyPath | undefined {
  if (isSameData(before, after)) return undefined;
  const keys = Array.isArray(before) && Array.isArray(after) ? [...after.keys()] : objectKeys(before, after);
  for (const key of keys) {
    const inside = changedPath(valueAt(before, [key]), valueAt(after, [key]));
    if (inside) return [key, ...inside];
  }
  return [];
}

function objectKeys(before: Json | undefined, after: Json | undefined): readonly string[] {
  return isObject(before) && isObject(after) ? Object.keys({ ...after, ...before }) : [];
}
