/** The asks of a workspace, and which are allowed. */
import * as z from 'zod';
import type { Ask } from '../../model/asks.ts';

/** See `Ask`. The trust record stores it in the same form. */
export const ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('functions') }),
  z.object({ kind: z.literal('folder'), path: z.string() }),
  z.object({ kind: z.literal('address'), address: z.string(), isPrivate: z.boolean() }),
  z.object({
    kind: z.literal('embeddings'),
    folders: z.array(z.string()),
    address: z.string(),
    isPrivate: z.boolean(),
  }),
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

/** Ids of the asks whose missing permission caused the failure. Absent for other failures. */
export const needs = z.array(z.string());

export const trustView = z.object({
  /** The real path of the workspace, the key of the trust record. */
  folder: z.string(),
  /** False for a restricted workspace. Trusting it allows the ask `functions`. */
  isTrusted: z.boolean(),
  /** The asks of the files, the asks that a call needed, and allowed asks that no file needs any more. */
  asks: z.array(
    z.object({
      /** The same for the same ask, in every program. */
      id: z.string(),
      ask,
      /** `describeAsk`. */
      description: z.string(),
      isAllowed: z.boolean(),
      /** Whether trusting the workspace allows it too; the others are allowed one by one. */
      isAllowedByTrust: z.boolean(),
      /** The definitions that need it: a file, and the name of a source, prompt or tool in it. */
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
