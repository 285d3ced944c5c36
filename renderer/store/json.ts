import type { KeyPath } from '../../src/model/definitions.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as one string, to keep things by place. */
export function pathKey(at: KeyPath): string {
  return JSON.stringify(at);
}

export function startsWith(at: KeyPath, prefix: KeyPath): boolean {
  return prefix.length <= at.length && prefix.every((step, index) => at[index] === step);
}

/** The value at a path, or nothing where the path leads nowhere. */
export function valueAt(root: Json | undefined, at: KeyPath): Json | undefined {
  let value: Json | undefined = root;
  for (const step of at) {
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else if (isObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}

/** A copy of `root` with `after` at a path, or with nothing there; missing parents are made. */
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
  const object: JsonObject = isObject(root) ? { ...root } : {};
  const value = withValue(object[step], rest, after);
  if (value === undefined) delete object[step];
  else object[step] = value;
  return object;
}

/** Whether two values are the same data, whatever the order of their keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
