/** What several shapes of the contract are made of. */
import * as z from 'zod';

export const keyPath = z.array(z.union([z.string(), z.number()]));
export const json = z.json();

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
