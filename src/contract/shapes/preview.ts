/** What a real `prompts/get` answered, and what is known about the answer besides. */
import * as z from 'zod';
import { REVISIONS } from '../../model/revisions.ts';
import { json } from './common.ts';
import { searchReport } from './sources.ts';
import { needs } from './trust.ts';

const revision = z.enum(REVISIONS);

/** Without a revision the client negotiates one, as a client does that has no wish. */
export const previewQuestion = z.object({
  server: z.string(),
  prompt: z.string(),
  arguments: z.record(z.string(), z.string()),
  revision: z.exactOptional(revision),
});

/** A run of a text: offsets in UTF-16 code units, and where these characters came from. */
const span = z.object({
  start: z.number(),
  end: z.number(),
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('literal') }),
    z.object({ kind: z.literal('argument'), name: z.string() }),
    z.object({ kind: z.literal('search') }),
    z.object({ kind: z.literal('function') }),
  ]),
});

/** What a revision leaves out or changes: of a message, by its place, or without one of how the prompt is listed. */
const loss = z.object({ message: z.exactOptional(z.number()), text: z.string() });

const about = {
  revision,
  /** As they went over the wire: the only place where the answer itself stands. */
  exchange: z.object({ request: json, response: json, milliseconds: z.number() }),
  /** What was written to the server's log during the call, mostly by the prompt's function. */
  log: z.array(z.object({ level: z.enum(['debug', 'info', 'warning', 'error']), text: z.string() })),
  /** What was searched for the answer, in the order in which the searches ended. */
  searches: z.array(searchReport),
  needs: z.exactOptional(needs),
};

/** What one real `prompts/get` answered. */
export const preview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('result'),
    ...about,
    /** By message: spans that cover its text without gaps; null where there is no text, or its origin is not known. */
    origins: z.array(z.array(span).nullable()),
    /** Compared with the newest revision; empty without a revision in the question. */
    losses: z.array(loss),
  }),
  z.object({ kind: z.literal('error'), ...about, code: z.number(), message: z.string() }),
]);
