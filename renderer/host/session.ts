import * as z from 'zod';

/** One browser page's access to the workbench, as the browser host reports it. */
export const session = z.object({
  /** Short and not secret. */
  id: z.string(),
  /** `Firefox on Linux` */
  browser: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  lastSeenAt: z.number(),
  /** Whether it is this page's session. */
  isThis: z.boolean(),
});

export type Session = z.output<typeof session>;
