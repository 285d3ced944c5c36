/** The simulation of a client application: from the typed line to what its model reads. */
import * as z from 'zod';
import { json, keyPath } from './common.ts';
import { edit } from './definition.ts';

/** Whether the prompt arrives at the model: unchanged, changed, not at all, or untested. */
const reach = z.enum(['whole', 'changed', 'none', 'unknown']);

const values = z.record(z.string(), z.string());

export const simulationQuestion = z.object({
  server: z.string(),
  /** The MCP name. */
  prompt: z.string(),
  /** Missing values are replaced by examples. */
  arguments: values,
  /** The id of a client application. */
  client: z.string(),
  /** The typed line; by default, the line for these arguments. */
  line: z.exactOptional(z.string()),
  /** Without the adaptation of `serve --for`. */
  plain: z.exactOptional(z.boolean()),
});

/** A run of the typed line: offsets in UTF-16 code units. White space separates runs. */
const piece = z.object({
  start: z.number(),
  end: z.number(),
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('command') }),
    z.object({ kind: z.literal('argument'), name: z.string() }),
    z.object({ kind: z.literal('dropped') }),
  ]),
});

/** One difference between the prompt and what the model reads. */
export const simulationLoss = z.object({
  /** `unknown`: untested. `danger`: the client runs something. */
  severity: z.enum(['lost', 'changed', 'danger', 'unknown']),
  text: z.string(),
  /** The indexes of the affected messages. */
  messages: z.exactOptional(z.array(z.number())),
});

/** Moves the item with this `Name` in the list at `at`. */
const move = z.object({ at: keyPath, from: z.number(), to: z.number(), name: z.string() });

/**
 * A change of the definition that reduces losses. Paths start at the definition; those of edits apply after the move, and
 * lie in its list.
 */
export const simulationFix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), label: z.string(), move: z.exactOptional(move), edits: z.array(edit) }),
  z.object({ kind: z.literal('rename'), label: z.string(), name: z.string() }),
]);

/** One piece of what the model reads. */
const readPiece = z.object({
  role: z.enum(['user', 'assistant']),
  /** `image`: an image itself. `file`: another attachment itself. */
  kind: z.enum(['text', 'image', 'file']),
  /** The text, or a description of the attachment. */
  text: z.string(),
});

export const simulation = z.object({
  client: z.string(),
  reach,
  /** For a prompt that asks: `forms` of the client application. */
  asking: z.exactOptional(z.enum(['drawn', 'declared', 'none', 'untested'])),
  /** Why nothing arrives, or the result is unknown. */
  message: z.exactOptional(z.string()),
  /** Absent when nothing is typed: the client has a form, or no prompts. */
  line: z.exactOptional(z.object({ command: z.string(), text: z.string(), pieces: z.array(piece) })),
  /** The `arguments` of the `prompts/get` that the client application sends; absent when it sends none. */
  sentValues: z.exactOptional(values),
  /** The arguments after the server joined them; absent if unchanged. */
  joinedValues: z.exactOptional(values),
  /** The values that are entered in the form that the client application draws; absent if it draws none. */
  formValues: z.exactOptional(values),
  /** `messages` of the answer. */
  answer: z.exactOptional(z.array(json)),
  /** Absent when nothing arrives, or the result is unknown. */
  read: z.exactOptional(z.array(readPiece)),
  /** The values that replaced missing ones: from the first sample, or examples. */
  assumedValues: z.exactOptional(values),
  losses: z.array(simulationLoss),
  fixes: z.array(simulationFix),
});

export const matrixQuestion = z.object({
  server: z.string(),
  /** Counts prompts from 0. */
  from: z.exactOptional(z.int().min(0)),
  /** Only this prompt, with these values instead of its first sample. */
  only: z.exactOptional(z.object({ prompt: z.string(), arguments: values })),
});

export const simulationMatrix = z.object({
  /** In display order. */
  clients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The same result for every prompt, because the client offers none or is untested. */
      always: z.exactOptional(z.object({ reach, message: z.string() })),
      /** The evidence, with the day of the last check. */
      evidence: z.string(),
      /** Whether Connect writes an entry that makes the server adapt to the application. */
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
