/** Plain JSON data: looking into it, comparing it. */
import type { KeyPath } from '../model/definitions.ts';

export type JsonMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that a path of keys and indexes leads to; undefined when it leads nowhere. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner[step] : undefined;
    return isMap(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

/** Whether two values are the same data; the order of keys does not count. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]))
  );
}
