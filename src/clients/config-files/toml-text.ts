/** Writing TOML 1.0. */
import type { Entry } from '../applications/application.ts';

/** `[path.name]` with one line per value; inner tables are inline, so that the entry is contiguous. */
export function tableText(path: readonly string[], value: Entry, eol: string): string {
  const lines = Object.entries(value).map(([key, each]) => `${keyText(key)} = ${valueText(each)}`);
  return [`[${path.map(keyText).join('.')}]`, ...lines].join(eol);
}

/** A key, bare if TOML allows it. */
export function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : stringText(key);
}

/** A value on one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([key, each]) => `${keyText(key)} = ${valueText(each)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A basic string: JSON's escapes are valid in TOML, but JSON does not escape DEL. */
function stringText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}
