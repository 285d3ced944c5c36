/** The forms of a prompt that asks, as a client answers them. */
import * as z from 'zod';
import { json } from './common.ts';

/** What a person answered to one form (MCP 2026-07-28, `ElicitResult`). */
export const formReply = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.exactOptional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))),
});

export const dialogueQuestion = z.object({
  server: z.string(),
  prompt: z.string(),
  arguments: z.record(z.string(), z.string()),
  /** To the forms so far, in order. */
  replies: z.array(formReply),
});

export const dialogueStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), message: z.string(), schema: z.record(z.string(), json) }),
  z.object({ kind: z.literal('answer') }),
  z.object({ kind: z.literal('refused'), message: z.string(), code: z.exactOptional(z.number()) }),
]);
