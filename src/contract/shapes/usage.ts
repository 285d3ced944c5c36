/** How the prompts and tools of a server are used. */
import * as z from 'zod';

export const usageQuestion = z.object({
  server: z.string(),
  /** Counts the calls of this number of days. */
  days: z.number().int().min(1).max(365),
});

export const usageEntry = z.object({
  kind: z.enum(['prompt', 'tool', 'resource', 'skill']),
  /** The MCP name, or the URI. */
  name: z.string(),
  calls: z.number(),
  /** Different subjects; 0 where callers do not log in. */
  people: z.number(),
  clients: z.number(),
  errors: z.number(),
  /** Absent if no call has its duration. */
  medianMs: z.exactOptional(z.number()),
  p95Ms: z.exactOptional(z.number()),
  /** ISO 8601. */
  lastUse: z.string(),
});

/** By the calls of client applications on this computer that the person keeps. */
export const usageView = z.object({
  keeps: z.enum(['off', 'names', 'values']),
  /** The most used first. */
  entries: z.array(usageEntry),
  /** Names of the server's prompts without a call. */
  unused: z.array(z.string()),
});
