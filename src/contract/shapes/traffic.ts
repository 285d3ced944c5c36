/** The traffic log and the connected clients. */
import * as z from 'zod';
import { json } from './common.ts';

const client = z.object({ name: z.string(), version: z.string() });
const transport = z.enum(['preview', 'http', 'http-stateless', 'stdio']);

const outcome = {
  /**
   * `asking`: the answer asks for input, which comes with another request. `unanswered`: the client no longer waits for
   * the answer.
   */
  state: z.enum(['waiting', 'asking', 'answered', 'error', 'unanswered', 'notification']),
  error: z.exactOptional(z.object({ code: z.number(), message: z.string() })),
  milliseconds: z.exactOptional(z.number()),
};

/** A call: a request with its answer and its further steps; or a notification. Without their content. */
export const trafficEntry = z.object({
  /** In the order of logging. */
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
  /** The subject of the request: the name of a prompt, the address of a resource. */
  subject: z.exactOptional(z.string()),
  ...outcome,
  /** The number of further requests of the same call: forms, and requests that bring their answers. */
  steps: z.exactOptional(z.number()),
  /** The characters that the server removed from its answer or notification, as a sentence. */
  removed: z.exactOptional(z.string()),
  /** Bytes of the answer, or of the request if there is no answer. */
  size: z.number(),
});

export const trafficQuestion = z.object({
  /** Only changes after this sequence number; 0 for all. */
  after: z.number(),
  limit: z.number().int().min(1).max(5_000),
});

export const trafficPage = z.object({
  /** In the order of changes: an answered entry appears again. */
  entries: z.array(trafficEntry),
  /** The value of `after` for the next page. */
  seq: z.number(),
  /** Whether the next page has entries already. */
  more: z.boolean(),
  /** The id of the log. A restarted workbench has another log, whose numbers start again. */
  log: z.string(),
  /** Older entries are deleted. */
  firstId: z.number(),
});

/** Ids of the entries changed after `after` whose method, names or messages contain the query. */
export const trafficMatches = z.object({ ids: z.array(z.number()), seq: z.number() });

/** JSON as sent; only its beginning if it is too long. */
const body = z.object({ text: z.string(), size: z.number(), isCut: z.boolean() });

const trafficStep = z.object({
  ...outcome,
  direction: z.enum(['in', 'out']),
  method: z.string(),
  request: body,
  answer: z.exactOptional(body),
});

export const trafficExchange = z.object({
  entry: trafficEntry,
  request: z.exactOptional(body),
  answer: z.exactOptional(body),
  /** Further requests of the same call, in their order. */
  steps: z.exactOptional(z.array(trafficStep)),
  /**
   * What a `prompts/get` asked for under the names that the prompt declares, if the server is adapted to the client
   * application; the request has it as it was sent.
   */
  declared: z.exactOptional(z.object({ name: z.string(), values: z.record(z.string(), z.string()) })),
});

/** Sends a logged request again, optionally with other params. */
export const trafficResend = z.object({ id: z.number(), params: z.exactOptional(z.record(z.string(), json)) });

export const liveConnection = z.object({
  id: z.number(),
  server: z.string(),
  transport,
  /** Absent until the client has identified itself. */
  client: z.exactOptional(client),
  revision: z.exactOptional(z.string()),
  since: z.number(),
  lastRequest: z.exactOptional(z.number()),
  /** Whether the client has fetched the list of prompts since its last change. */
  list: z.enum(['never', 'fresh', 'stale']),
  /** Messages that arrived too fast to be logged. */
  missed: z.number(),
});
