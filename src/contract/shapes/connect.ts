/** Connecting a client application: the plan, its outcome, and what was done before. */
import * as z from 'zod';

export const connectPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    planId: z.string(),
    /** Absolute path of the file that will change. */
    file: z.string(),
    exists: z.boolean(),
    /** True when the very entry is there already: applying changes nothing. */
    unchanged: z.boolean(),
    before: z.string(),
    after: z.string(),
    /** What the user will type: `/mcp__server__prompt` for each prompt. */
    commands: z.array(z.string()),
    /** Sentences worth reading before going on, such as a name that Claude Code maps to another. */
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    message: z.string(),
    line: z.exactOptional(z.number()),
    column: z.exactOptional(z.number()),
  }),
]);

export const connectOutcome = z.object({
  /** Names this change for `connect.undo`; absent when nothing had to be written. */
  journalId: z.exactOptional(z.string()),
  file: z.string(),
  backup: z.exactOptional(z.string()),
  /** Whether the written command, started as the client would, answered `prompts/list`. */
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), prompts: z.array(z.string()), milliseconds: z.number() }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
});

export const connectEntry = z.object({
  journalId: z.string(),
  client: z.string(),
  server: z.string(),
  file: z.string(),
  /** ISO 8601. */
  when: z.string(),
  undone: z.boolean(),
});
