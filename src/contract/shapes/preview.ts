/** The answer of a real `prompts/get`, with facts about it. */
import * as z from 'zod';
import { REVISIONS } from '../../model/revisions.ts';
import { json, keyPath } from './common.ts';
import { searchReport } from './sources.ts';
import { needs } from './trust.ts';

const revision = z.enum(REVISIONS);

/** Without a revision the client negotiates one. */
export const previewQuestion = z.object({
  server: z.string(),
  prompt: z.string(),
  arguments: z.record(z.string(), z.string()),
  revision: z.exactOptional(revision),
});

/** The question of an edit, with the id of the answer that the window has from an earlier one. */
export const editQuestion = previewQuestion.extend({ known: z.exactOptional(z.string()) });

/** A run of a text and its origin: offsets in UTF-16 code units. */
const span = z.object({
  start: z.number(),
  end: z.number(),
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('literal') }),
    z.object({ kind: z.literal('argument'), name: z.string() }),
    z.object({ kind: z.literal('search') }),
    /** The fixed text around the results of a search. */
    z.object({ kind: z.literal('scaffold') }),
    z.object({ kind: z.literal('function') }),
  ]),
});

/** What a revision omits or changes: in a message, by index, or without one in the prompt's listing. */
const loss = z.object({ message: z.exactOptional(z.number()), text: z.string() });

/** A message or block that the answer does not have, because its condition is not met. */
export const leftOut = z.object({
  /** The index of the message of the answer that it would be before; their number if it would be the last. */
  before: z.number(),
  role: z.enum(['user', 'assistant']),
  /** In words: `language is French`. */
  condition: z.string(),
  /** The beginning of its text, with slots; empty without text. */
  text: z.string(),
  /** The types of its blocks without text. */
  others: z.array(z.string()),
});

/** As sent; this contains the answer itself. */
export const exchange = z.object({
  request: json,
  response: json,
  milliseconds: z.number(),
  /** The characters that the server removed from its answer, as a sentence. */
  removed: z.exactOptional(z.string()),
});

/** One of the first answers of a server. */
export const serverAnswer = z.object({ method: z.string(), exchange });

const about = {
  revision,
  exchange,
  /** The server's log during the call, mostly from the prompt's function. */
  log: z.array(z.object({ level: z.enum(['debug', 'info', 'warning', 'error']), text: z.string() })),
  /** The searches of the call, in order of completion. */
  searches: z.array(searchReport),
  needs: z.exactOptional(needs),
};

/** The answer of one real `prompts/get`. */
export const preview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('result'),
    ...about,
    /** By message: spans that cover its text without gaps; null without text, or if its origin is unknown. */
    origins: z.array(z.array(span).nullable()),
    omissions: z.array(leftOut),
    /** Compared with the newest revision; empty without a revision in the question. */
    losses: z.array(loss),
  }),
  z.object({ kind: z.literal('error'), ...about, code: z.number(), message: z.string() }),
]);

/** The answer that comes with an edit. */
export const editedPreview = z.object({
  /** Names the answer in the question of the next edit. */
  id: z.string(),
  preview,
  /** Long texts, which are empty in `preview`, as splices of those in the answer that the question named. */
  texts: z.array(
    z.object({ at: keyPath, splice: z.object({ start: z.number(), end: z.number(), insert: z.string() }) }),
  ),
});
