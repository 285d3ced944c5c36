/** Reads a settings file of an application, whose switches decide whether it loads a server. Never writes one. */
import { isJsonObject } from '../../../base/json.ts';
import type { FormatName } from '../../applications/application.ts';
import { formats } from '../../config-files/edit.ts';
import { decodeUtf8 } from '../refused-file.ts';
import { readOrdinary } from '../transaction.ts';

/** The data of a file; undefined if there is none, or if it cannot be read: the application ignores it then too. */
export async function readSettings(
  file: string,
  format: FormatName = 'json',
): Promise<Record<string, unknown> | undefined> {
  try {
    const text = decodeUtf8(await readOrdinary(file));
    if (format === 'json') return jsonObject(JSON.parse(text.replace(/^\uFEFF/, '')));
    const members = formats[format](text, { path: [] }).entries();
    return Object.fromEntries(members.map(({ name, value }) => [name, value]));
  } catch {
    return undefined;
  }
}

function jsonObject(data: unknown): Record<string, unknown> | undefined {
  return isJsonObject(data) ? data : undefined;
}

/** The value at a path of keys; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/** Whether a value is a list with this text. */
export function includesText(list: unknown, text: string): boolean {
  return Array.isArray(list) && list.includes(text);
}
