/** Advice about prompts and tools without errors. */
import * as z from 'zod';
import { keyPath } from './common.ts';

export const advice = z.object({
  /** Valid until the file changes. */
  id: z.string(),
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  at: keyPath,
  /** A value that breaks out of its place. */
  breakout: z.exactOptional(z.string()),
  /** What its correction does, as the label of a button: `Remove Title`. */
  fix: z.exactOptional(z.string()),
});
