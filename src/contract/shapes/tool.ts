/** Calls of tools as a person tries them out, through a real client. */
import * as z from 'zod';
import { REVISIONS } from '../../model/revisions.ts';
import { json } from './common.ts';
import { searchReport } from './sources.ts';
import { needs } from './trust.ts';

const revision = z.enum(REVISIONS);

/** Without a revision the client negotiates one. `id` is the caller's, for `tool.cancel`. */
export const toolQuestion = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), json),
  revision: z.exactOptional(revision),
  id: z.exactOptional(z.string()),
});

const about = {
  revision,
  /** As they went over the wire: the only place where the result itself stands. */
  exchange: z.object({ request: json, response: json, milliseconds: z.number() }),
  /** What was written to the server's log during the call, mostly by the tool's function. */
  log: z.array(z.object({ level: z.enum(['debug', 'info', 'warning', 'error']), text: z.string() })),
  /** What was searched for the answer, in the order in which the searches ended. */
  searches: z.array(searchReport),
  needs: z.exactOptional(needs),
  /** How far the call said it was, in order. */
  progress: z.array(
    z.object({ progress: z.number(), total: z.exactOptional(z.number()), message: z.exactOptional(z.string()) }),
  ),
};

/** What one real `tools/call` answered. A tool that fails is a result too; `error` is the protocol's. */
export const toolTrial = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), ...about, isError: z.boolean() }),
  z.object({ kind: z.literal('error'), ...about, code: z.number(), message: z.string() }),
  /** `tool.cancel` came before the answer. */
  z.object({ kind: z.literal('cancelled') }),
]);

/** The entries of a real `tools/list`, all pages, as they went over the wire. */
export const listedTools = z.object({ tools: z.array(z.record(z.string(), json)) });
