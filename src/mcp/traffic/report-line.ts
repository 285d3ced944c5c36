/** The reports of a `serve` process to a workbench: JSON lines, each with one of these. */
import * as z from 'zod';
import type { ConnectionFacts } from './observed-connection.ts';
import type { MessageKey, TrafficMessage } from './traffic-message.ts';

export type ReportLine =
  | { readonly facts: ConnectionFacts }
  | { readonly message: TrafficMessage }
  | { readonly unanswered: MessageKey }
  /** The number of messages left out because the workbench did not keep up. */
  | { readonly missed: number };

const key = z.union([z.string(), z.number(), z.null()]);

const facts = z.object({
  server: z.string(),
  transport: z.enum(['preview', 'http', 'http-stateless', 'stdio']),
  since: z.number(),
  client: z.exactOptional(z.object({ name: z.string(), version: z.string() })),
  application: z.exactOptional(z.string()),
  revision: z.exactOptional(z.string()),
  lastRequest: z.exactOptional(z.number()),
  list: z.enum(['never', 'fresh', 'stale']),
});

const message = z.object({
  direction: z.enum(['in', 'out']),
  kind: z.enum(['request', 'notification', 'answer']),
  at: z.number(),
  key: z.exactOptional(key),
  method: z.exactOptional(z.string()),
  subject: z.exactOptional(z.string()),
  cancels: z.exactOptional(key),
  within: z.exactOptional(key),
  asks: z.exactOptional(z.string()),
  resumes: z.exactOptional(z.string()),
  error: z.exactOptional(z.object({ code: z.number(), message: z.string() })),
  removed: z.exactOptional(z.string()),
  body: z.object({ text: z.string(), size: z.number(), isCut: z.boolean() }),
});

/** Validates a line, because the other process may run another version. */
export const reportLine: z.ZodType<ReportLine> = z.union([
  z.object({ message }),
  z.object({ facts }),
  z.object({ unanswered: key }),
  z.object({ missed: z.number() }),
]);
