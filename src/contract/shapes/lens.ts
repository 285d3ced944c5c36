/** What a client application makes of a prompt: from the typed line to what its model reads. */
import * as z from 'zod';
import { json, keyPath } from './common.ts';
import { edit } from './definition.ts';

/** Whether what was meant arrives: all of it, something else, nothing; or nobody has tried. */
export const reach = z.enum(['whole', 'changed', 'none', 'unknown']);

const values = z.record(z.string(), z.string());

export const lensQuestion = z.object({
  server: z.string(),
  /** The MCP name. */
  prompt: z.string(),
  /** Example values where there is none. */
  arguments: values,
  /** The id of a client application. */
  client: z.string(),
  /** What is typed; without it, what a person would type for these arguments. */
  line: z.exactOptional(z.string()),
  /** As any client is served, not as the entry that Connect writes asks for (`serve --for`). */
  plain: z.exactOptional(z.boolean()),
});

/** A run of the typed line: offsets in UTF-16 code units. What lies between two runs is blanks. */
const piece = z.object({
  start: z.number(),
  end: z.number(),
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('command') }),
    z.object({ kind: z.literal('argument'), name: z.string() }),
    z.object({ kind: z.literal('dropped') }),
  ]),
});

/** One way in which what is read is not what the prompt says. */
export const lensLoss = z.object({
  /** `unknown`: nobody has seen what becomes of it. `danger`: something is run. */
  severity: z.enum(['lost', 'changed', 'danger', 'unknown']),
  text: z.string(),
  /** The message of the answer that it is about, counted from 0. */
  message: z.exactOptional(z.number()),
});

/** An item of the list at `at`, known by its `Name`, to another place in it. */
const move = z.object({ at: keyPath, from: z.number(), to: z.number(), name: z.string() });

/** A change of the definition after which less is lost. Paths count from the definition, those of edits after the move. */
export const lensFix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), label: z.string(), move: z.exactOptional(move), edits: z.array(edit) }),
  z.object({ kind: z.literal('rename'), label: z.string(), name: z.string() }),
]);

/** What the model is given, piece by piece. */
const readPiece = z.object({
  role: z.enum(['user', 'assistant']),
  /** `image`: an image itself. `file`: another attachment itself. */
  kind: z.enum(['text', 'image', 'file']),
  /** The text, or what is attached in words. */
  text: z.string(),
});

export const lensLook = z.object({
  client: z.string(),
  reach,
  /** Why nothing arrives, or nothing is known. */
  message: z.exactOptional(z.string()),
  /** Absent where nothing is typed: there is a form, or no way in. */
  line: z.exactOptional(z.object({ command: z.string(), text: z.string(), pieces: z.array(piece) })),
  /** The `arguments` of the `prompts/get` that the client application sends; absent when it sends none. */
  sent: z.exactOptional(values),
  /** The same once the server has put them together; absent where that changes nothing. */
  joined: z.exactOptional(values),
  /** `messages` of the answer. */
  answer: z.exactOptional(z.array(json)),
  /** Absent when nothing arrives or nothing is known. */
  read: z.exactOptional(z.array(readPiece)),
  /** The values that were looked with, where none were given: those of the first sample, or examples. */
  assumed: z.exactOptional(values),
  losses: z.array(lensLoss),
  fixes: z.array(lensFix),
});

export const matrixQuestion = z.object({
  server: z.string(),
  /** Counts prompts from 0. */
  from: z.exactOptional(z.int().min(0)),
  /** Only this prompt, with these values instead of its first sample. */
  only: z.exactOptional(z.object({ prompt: z.string(), arguments: values })),
});

export const lensMatrix = z.object({
  /** In the order in which people are shown them. */
  clients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The same for every prompt: it offers none, or nobody has seen what it does. The sentence says which. */
      always: z.exactOptional(z.object({ reach, message: z.string() })),
      /** How it is known, and the day on which that was last checked. */
      source: z.string(),
      /** Whether Connect writes an entry that has the server meet its ways. */
      isAdapted: z.boolean(),
    }),
  ),
  /** One for each prompt that is served, with one cell for each client. */
  rows: z.array(
    z.object({
      prompt: z.string(),
      cells: z.array(z.object({ reach, reasons: z.array(z.string()) })),
    }),
  ),
  /** Where the next page begins. */
  next: z.exactOptional(z.number()),
});
