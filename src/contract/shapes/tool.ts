/** Trial calls of tools through a real client. */
import * as z from 'zod';
import { REVISIONS } from '../../model/revisions.ts';
import { json } from './common.ts';
import { exchange } from './preview.ts';
import { searchReport } from './sources.ts';
import { needs } from './trust.ts';

const revision = z.enum(REVISIONS);

/** Without a revision the client negotiates one. The caller chooses `id`, for `tool.cancel`. */
export const toolQuestion = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), json),
  revision: z.exactOptional(revision),
  id: z.exactOptional(z.string()),
});

const about = {
  revision,
  /** As sent; this contains the result itself. */
  exchange,
  /** The server's log during the call, mostly from the tool's function. */
  log: z.array(z.object({ level: z.enum(['debug', 'info', 'warning', 'error']), text: z.string() })),
  /** The searches of the call, in order of completion. */
  searches: z.array(searchReport),
  needs: z.exactOptional(needs),
  /** Progress notifications, in order. */
  progress: z.array(
    z.object({ progress: z.number(), total: z.exactOptional(z.number()), message: z.exactOptional(z.string()) }),
  ),
};

/** The answer of one real `tools/call`. A failing tool is a result too; `error` is a protocol error. */
export const toolTrial = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), ...about, isError: z.boolean() }),
  z.object({ kind: z.literal('error'), ...about, code: z.number(), message: z.string() }),
  /** `tool.cancel` came before the answer. */
  z.object({ kind: z.literal('cancelled') }),
]);

/** The entries of a real `tools/list`, all pages, as sent. */
export const listedTools = z.object({ tools: z.array(z.record(z.string(), json)) });
