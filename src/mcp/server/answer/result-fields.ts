/** Reads the fields of a function's result. An error names the place and what is expected there. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Annotations, Icon, Role } from '../../../model/definitions.ts';
import { kindOf } from './arguments.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function icons(value: unknown, at: string): Icon[] {
  if (!Array.isArray(value)) throw wrong(at, 'must be a list of icons', value);
  return value.map((entry, index) => {
    const place = `${at}[${index}]`;
    const { src, mimeType: mime, sizes, theme } = fieldsOf(entry, ['src', 'mimeType', 'sizes', 'theme'], place);
    if (typeof src !== 'string') throw wrong(`${place}.src`, 'must be a URL', src);
    if (sizes !== undefined && !(Array.isArray(sizes) && sizes.every((size) => typeof size === 'string')))
      throw wrong(`${place}.sizes`, 'must be a list such as ["48x48"]', sizes);
    if (theme !== undefined && theme !== 'light' && theme !== 'dark')
      throw wrong(`${place}.theme`, 'must be "light" or "dark"', theme);
    return {
      src,
      ...(mime === undefined ? {} : { mimeType: mimeType({ mimeType: mime }, place) }),
      ...(sizes === undefined ? {} : { sizes: sizes as string[] }),
      ...(theme === undefined ? {} : { theme }),
    };
  });
}

export const hintKeys = ['annotations', '_meta'];

export function hints(fields: Fields, at: string): { annotations?: Annotations; _meta?: JsonObject } {
  return { ...annotationsOf(fields, at), ...metaOf(fields, at) };
}

export function metaOf({ _meta }: Fields, at: string): { _meta?: JsonObject } {
  if (_meta === undefined) return {};
  if (isRecord(_meta)) return { _meta };
  throw wrong(`${at}._meta`, 'must be an object', _meta);
}

export function sizeOf({ size }: Fields, at: string): { size?: number } {
  if (size === undefined) return {};
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return { size };
  throw wrong(`${at}.size`, 'must be a number of bytes', size);
}

function annotationsOf(fields: Fields, at: string): { annotations?: Annotations } {
  if (fields.annotations === undefined) return {};
  const place = `${at}.annotations`;
  const { audience, priority, lastModified } = fieldsOf(
    fields.annotations,
    ['audience', 'priority', 'lastModified'],
    place,
  );
  const isRole = (role: unknown): role is Role => role === 'user' || role === 'assistant';
  if (audience !== undefined && !(Array.isArray(audience) && audience.every(isRole)))
    throw wrong(`${place}.audience`, 'must be a list of "user" and "assistant"', audience);
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    throw wrong(`${place}.priority`, 'must be a number from 0 to 1', priority);
  if (lastModified !== undefined && !(typeof lastModified === 'string' && !Number.isNaN(Date.parse(lastModified))))
    throw wrong(`${place}.lastModified`, 'must be an ISO 8601 date', lastModified);
  return {
    annotations: {
      ...(audience === undefined ? {} : { audience }),
      ...(priority === undefined ? {} : { priority }),
      ...(lastModified === undefined ? {} : { lastModified }),
    },
  };
}

export function mimeType(fields: Fields, at: string): string {
  const value = fields.mimeType;
  if (typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(value)) return value;
  throw wrong(`${at}.mimeType`, 'must be a MIME type such as "image/png"', value);
}

export function uri(fields: Fields, at: string): string {
  if (typeof fields.uri === 'string' && URL.canParse(fields.uri)) return fields.uri;
  throw wrong(`${at}.uri`, 'must be an absolute URI', fields.uri);
}

export function optionalString<K extends string>(fields: Fields, key: K, at: string): { [P in K]?: string } {
  const value = fields[key];
  if (value === undefined) return {};
  if (typeof value !== 'string') throw wrong(`${at}.${key}`, 'must be a string', value);
  return { [key]: value } as { [P in K]?: string };
}

/** The record under canonical keys; refuses unknown keys. */
export function fieldsOf(value: unknown, knownKeys: readonly string[], at: string): Fields {
  if (!isRecord(value)) throw wrong(at, `must be an object with ${knownKeys.join(', ')}`, value);
  const fields = canonical(value);
  const unknownKey = Object.keys(fields).find((key) => !knownKeys.includes(key));
  if (unknownKey !== undefined)
    throw new WorkbenchError(
      'failed',
      `the function returned an unknown key "${unknownKey}" in ${at}; known are ${knownKeys.join(', ')}.`,
    );
  return fields;
}

const canonicalKeys = new Map([
  ...['type', 'text', 'data', 'blob', 'file', 'mimeType', 'uri', 'name', 'title', 'description', 'size', 'icons', 'src']
    .concat(['sizes', 'theme', 'annotations', 'audience', 'priority', 'lastModified', 'resource', 'role', 'content'])
    .concat(['messages', 'stringTemplate', '_meta'])
    .map((key) => [key.toLowerCase(), key] as const),
  // The file format's name for `_meta`.
  ['meta', '_meta'] as const,
]);

export function canonical(value: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [canonicalKeys.get(key.toLowerCase()) ?? key, entry]),
  );
}

export function has(value: Record<string, unknown>, key: string): boolean {
  return Object.keys(value).some((entry) => canonicalKeys.get(entry.toLowerCase()) === key);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function wrong(at: string, should: string, value: unknown): WorkbenchError {
  const actual =
    value === undefined ? 'nothing' : typeof value === 'string' ? `"${value.slice(0, 40)}"` : kindOf(value);
  return new WorkbenchError('failed', `the function's result cannot be used: ${at} ${should}, but it is ${actual}.`);
}
