/** What several shapes of the contract are made of. */
import * as z from 'zod';

export const keyPath = z.array(z.union([z.string(), z.number()]));

/** Any JSON, handed on as it is: a copy that assigns its keys would lose `__proto__`. */
export const json = z.custom<z.infer<ReturnType<typeof z.json>>>(isJson, 'it is no JSON');

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every(isJson);
}

export const problem = z.object({
  tag: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  at: keyPath,
});

/** A place in the workspace: a file and the path of keys to a definition in it (`[]` is the whole file). */
export const location = z.object({ file: z.string(), at: keyPath });
