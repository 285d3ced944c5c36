/** Access to plain JSON data. Every cold start loads this file: it must not import libraries. */

/** A path of keys and indexes from a file's root to a value, in canonical key names: `['MCPPrompts', 1, 'Content']`. */
export type KeyPath = readonly (string | number)[];

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON text; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the object without the keys whose value is undefined or null. */
export function withoutMissing<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null)) as T;
}

/** Whether `path` is `root` or a path inside it. */
export function isWithin(root: KeyPath, path: KeyPath): boolean {
  return root.length <= path.length && root.every((step, index) => step === path[index]);
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner[step] : undefined;
    return isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

/** Returns the list with one item moved to another index. */
export function withItemMoved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** Deep equality; the order of keys does not matter. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((element, index) => isSameData(element, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]))
  );
}
