/** What a workspace needs permission for, and what a person has allowed. */
import * as z from 'zod';
import type { Ask } from '../../model/asks.ts';

/** See `Ask`. Also the form in which the trust record keeps it. */
export const ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('functions') }),
  z.object({ kind: z.literal('folder'), path: z.string() }),
  z.object({ kind: z.literal('address'), address: z.string(), isPrivate: z.boolean() }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('variable'), name: z.string(), to: z.string() }),
  z.object({ kind: z.literal('wolfram'), code: z.string() }),
  z.object({ kind: z.literal('evaluator') }),
  z.object({ kind: z.literal('together'), source: z.string(), folders: z.array(z.string()), address: z.string() }),
]) satisfies z.ZodType<Ask>;

/** Ids of asks that were not allowed and made something fail. Absent where something else did. */
export const needs = z.array(z.string());

export const trustView = z.object({
  /** The real path of the workspace, which the record goes by. */
  folder: z.string(),
  /** False for a restricted workspace. Trusting it allows the ask `functions`. */
  isTrusted: z.boolean(),
  /** What the files ask for now, what a call has needed, and what is allowed although no file asks for it any more. */
  asks: z.array(
    z.object({
      /** The same for the same ask, in every program. */
      id: z.string(),
      ask,
      /** `describeAsk`. */
      description: z.string(),
      isAllowed: z.boolean(),
      /** Whether trusting the workspace is meant to allow it too; the rest is allowed one by one. */
      isAllowedByTrust: z.boolean(),
      /** The definitions that ask: a file, and the name of a source, prompt or tool in it. */
      from: z.array(z.object({ file: z.string(), name: z.string() })),
    }),
  ),
});

/** `workspace` trusts the workspace. `ids` are of asks in `trustView`; each is allowed exactly as listed there. */
export const trustAllow = z.object({ ids: z.array(z.string()), workspace: z.boolean() });

/** `workspace` restricts it again and revokes everything. */
export const trustRevoke = z.object({
  ids: z.exactOptional(z.array(z.string())),
  workspace: z.exactOptional(z.boolean()),
});
