/** The versions of a file, and its undo and redo steps. */
import * as z from 'zod';
import { fileChange } from './arrange.ts';
import { json, keyPath, location } from './common.ts';

export const historyVersion = z.object({
  id: z.string(),
  /** ISO 8601. */
  when: z.string(),
  origin: z.enum(['form', 'source', 'structure', 'undo', 'redo', 'restore', 'outside']),
  /** A few words: `Argument tone added`. */
  summary: z.string(),
  /** True for the version that the definition has now. */
  isCurrent: z.boolean(),
  /** Whether undo took it back. */
  isUndone: z.boolean(),
  /** The file never had it: it was typed while another program changed the same. */
  isKept: z.exactOptional(z.literal(true)),
});

/** The versions of a definition, newest first. */
export const historyList = z.object({
  versions: z.array(historyVersion),
  /** A problem of the history itself; reported once. */
  failureMessage: z.exactOptional(z.string()),
});

/** A file at one time. Without a text the file did not exist; without a value the definition was missing or invalid. */
const historyText = z.object({ text: z.exactOptional(z.string()), value: z.exactOptional(json) });

export const historyRead = historyText.extend({
  /** The version before it. */
  previous: historyText,
});

export const historyPlace = location.extend({ id: z.string() });

/** Unsaved edits that conflict with the disk: the whole text, or values at their paths in the file. */
export const historyKeep = z.object({
  file: z.string(),
  mine: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({
      kind: z.literal('values'),
      /** Without `after` the value was removed. */
      values: z.array(z.object({ at: keyPath, after: z.exactOptional(json) })).min(1),
    }),
  ]),
  /** The version of the same conflict that this one replaces. */
  id: z.exactOptional(z.string()),
});

/** The version; absent if the disk has the same text. */
export const historyKept = z.object({ id: z.exactOptional(z.string()) });

/** One thing that a person did, which undo takes back as a whole. */
const step = z.object({
  id: z.string(),
  /** What it did: `Renamed plain to hello`, `Title changed`. */
  label: z.string(),
  /** The same for "Undo …", with its place: `rename of plain to hello`, `change of Title in the prompt explain`. */
  name: z.string(),
  /** The definition that it changed; absent if it changed several files or none. */
  changedPlace: z.exactOptional(location),
});

/** The next steps of undo and redo in the whole workspace; absent if there is none. */
export const historyNext = z.object({
  undo: z.exactOptional(step),
  redo: z.exactOptional(step),
  failureMessage: z.exactOptional(z.string()),
});

/** Takes the next step. With an id, only if that is the next one. */
export const historyStep = z.object({ direction: z.enum(['undo', 'redo']), id: z.exactOptional(z.string()) });

export const stepResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    step,
    /** In the order of writing. */
    changes: z.array(fileChange),
    /** True when the file also has later changes, which stay. */
    isMerged: z.boolean(),
    /** The definition to show; absent if the step removed it, or changed no definition. */
    location: z.exactOptional(location),
    /** Whether it changed lists or files, as the page of a server shows them, rather than the text of a definition. */
    isArrangement: z.boolean(),
  }),
  z.object({ kind: z.literal('nothing') }),
  /** The step would destroy other changes; the message says what to do. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);

/** A deleted definition that can be restored. */
export const deletedItem = z.object({
  id: z.string(),
  kind: z.enum(['prompt', 'tool', 'server', 'source', 'skill']),
  name: z.string(),
  title: z.exactOptional(z.string()),
  /** ISO 8601. */
  when: z.string(),
  /** The server that it was part of, for an inline definition. */
  server: z.exactOptional(z.string()),
  /** The servers that listed it. */
  listedBy: z.array(z.string()),
  /** What was inside a server: `2 prompts and 1 tool`. */
  contents: z.exactOptional(z.string()),
});
