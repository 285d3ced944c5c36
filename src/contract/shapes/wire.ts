/** The wire log and the clients that are connected. */
import * as z from 'zod';
import { json } from './common.ts';

const client = z.object({ name: z.string(), version: z.string() });
const transport = z.enum(['preview', 'http', 'http-stateless', 'stdio']);

/** A request with its answer, or a notification, without what was said. */
export const wireEntry = z.object({
  /** In the order in which the log heard of them. */
  id: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `in` is from the client to the server. */
  direction: z.enum(['in', 'out']),
  server: z.string(),
  transport,
  client: z.exactOptional(client),
  revision: z.exactOptional(z.string()),
  method: z.string(),
  /** What the request is about: the name of a prompt, the address of a resource. */
  subject: z.exactOptional(z.string()),
  /** `unanswered`: nobody waits for the answer any more. */
  state: z.enum(['waiting', 'answered', 'error', 'unanswered', 'notification']),
  error: z.exactOptional(z.object({ code: z.number(), message: z.string() })),
  milliseconds: z.exactOptional(z.number()),
  /** Bytes of the answer; of the request where there is none. */
  size: z.number(),
});

export const wireQuestion = z.object({
  /** Only what changed after this one; 0 for all there is. */
  after: z.number(),
  limit: z.number().int().min(1).max(5_000),
});

export const wirePage = z.object({
  /** In the order of their changes: an entry that was answered comes again. */
  entries: z.array(wireEntry),
  /** Ask for what comes after this one next. */
  seq: z.number(),
  /** Whether there is more to ask for already. */
  more: z.boolean(),
  /** Which log this is: another one after the workbench was started anew, whose numbers begin again. */
  log: z.string(),
  /** Older entries than this are not kept any more. */
  firstId: z.number(),
});

/** Ids of the entries that hold the query in their method, names or messages, among those changed after `after`. */
export const wireMatches = z.object({ ids: z.array(z.number()), seq: z.number() });

/** JSON as it was on the wire; only its beginning where it was too long to keep. */
const body = z.object({ text: z.string(), size: z.number(), isCut: z.boolean() });

export const wireExchange = z.object({
  entry: wireEntry,
  request: z.exactOptional(body),
  answer: z.exactOptional(body),
});

/** Sends a recorded request again, with other params where they are given. */
export const wireResend = z.object({ id: z.number(), params: z.exactOptional(z.record(z.string(), json)) });

export const liveConnection = z.object({
  id: z.number(),
  server: z.string(),
  transport,
  /** Absent until it has said who it is. */
  client: z.exactOptional(client),
  revision: z.exactOptional(z.string()),
  since: z.number(),
  lastRequest: z.exactOptional(z.number()),
  /** Whether it has fetched the list of prompts since the last change that it could see. */
  list: z.enum(['never', 'fresh', 'stale']),
  /** Messages that came too fast to be recorded. */
  missed: z.number(),
});
