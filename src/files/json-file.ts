/** Reads small JSON files of the state and cache folders, checked against a schema. */
import type * as z from 'zod';
import { codeOf } from './file-errors.ts';
import { readRegularFile, readRegularFileSync, UnusableFileError } from './regular-file.ts';

export type JsonReading<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'valid'; readonly value: T }
  /** `why` is the end of a sentence about the file: `it is not valid JSON`. */
  | { readonly kind: 'damaged'; readonly why: string }
  /** The operating system refuses to read it; the content may be fine. `why` as for `damaged`. */
  | { readonly kind: 'unreadable'; readonly why: string; readonly error: unknown };

/** More than any of these files needs, and fast to parse. */
const defaultMaxBytes = 4 * 1024 * 1024;

export async function readJsonFile<T>(
  path: string,
  schema: z.ZodType<T>,
  maxBytes = defaultMaxBytes,
): Promise<JsonReading<T>> {
  try {
    return parseJsonBytes(await readRegularFile(path, maxBytes), schema);
  } catch (error) {
    return unreadable(error);
  }
}

export function readJsonFileSync<T>(path: string, schema: z.ZodType<T>, maxBytes = defaultMaxBytes): JsonReading<T> {
  try {
    return parseJsonBytes(readRegularFileSync(path, maxBytes), schema);
  } catch (error) {
    return unreadable(error);
  }
}

function parseJsonBytes<T>(bytes: Buffer, schema: z.ZodType<T>): JsonReading<T> {
  if (bytes.length === 0) return { kind: 'damaged', why: 'it is empty' };
  let data: unknown;
  try {
    data = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { kind: 'damaged', why: 'it is not valid JSON' };
  }
  try {
    const parsedResult = schema.safeParse(data);
    if (parsedResult.success) return { kind: 'valid', value: parsedResult.data };
  } catch {
    // Deeply nested data overflows the stack of a recursive schema.
  }
  return { kind: 'damaged', why: 'the workbench did not write it in this form' };
}

function unreadable(error: unknown): JsonReading<never> {
  if (error instanceof UnusableFileError) return { kind: 'damaged', why: error.message };
  const code = codeOf(error);
  return code === 'ENOENT'
    ? { kind: 'missing' }
    : { kind: 'unreadable', why: `it cannot be read (${code ?? String(error)})`, error };
}
