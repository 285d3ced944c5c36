/** Types that several shapes share. */
import * as z from 'zod';

export const keyPath = z.array(z.union([z.string(), z.number()]));

/** Any JSON, passed unchanged: a copy by assignment would lose the key `__proto__`. */
export const json = z.custom<z.infer<ReturnType<typeof z.json>>>(isJson, 'it is not JSON');

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
  /** What a quick fix changes. */
  subject: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('key'), near: z.exactOptional(z.string()) }),
      z.object({ kind: z.literal('slot'), name: z.string(), near: z.exactOptional(z.string()) }),
      z.object({ kind: z.literal('name'), near: z.string() }),
      z.object({ kind: z.literal('unused'), name: z.string() }),
      z.object({ kind: z.literal('default') }),
      z.object({ kind: z.literal('order'), to: z.number(), after: z.exactOptional(z.string()) }),
    ]),
  ),
});

/** The location of a definition: a file and the path of keys in it (`[]` is the whole file). */
export const location = z.object({ file: z.string(), at: keyPath });
