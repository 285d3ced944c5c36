/** The versions of a file, and its undo and redo steps. */
import * as z from 'zod';
import { fileChange } from './arrange.ts';
import { json, location } from './common.ts';

export const historyVersion = z.object({
  id: z.string(),
  /** ISO 8601. */
  when: z.string(),
  origin: z.enum(['form', 'source', 'structure', 'undo', 'redo', 'restore', 'outside']),
  /** A few words: `Argument tone added`. */
  summary: z.string(),
  /** True for the file's present version. */
  isCurrent: z.boolean(),
});

/** The versions of a definition, newest first. */
export const historyList = z.object({
  versions: z.array(historyVersion),
  /** A problem of the history itself; reported once. */
  trouble: z.exactOptional(z.string()),
});

/** A file at one time. Without a text the file did not exist; without a value the definition was missing or invalid. */
const historyText = z.object({ text: z.exactOptional(z.string()), value: z.exactOptional(json) });

export const historyRead = historyText.extend({
  /** The version before it. */
  previous: historyText,
});

export const historyPlace = location.extend({ id: z.string() });

/** Short descriptions of the next undo and redo; absent if there is none. */
export const historyState = z.object({
  undo: z.exactOptional(z.string()),
  redo: z.exactOptional(z.string()),
  trouble: z.exactOptional(z.string()),
});

export const stepResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** A description of the step. */
    label: z.string(),
    previousText: z.string(),
    text: z.string(),
    version: z.string(),
    /** True when the file also has later changes, which stay. */
    merged: z.boolean(),
  }),
  /** The step changed several files: their changes, in the order of writing. */
  z.object({ kind: z.literal('together'), label: z.string(), changes: z.array(fileChange) }),
  z.object({ kind: z.literal('nothing') }),
  /** The step would destroy other changes; the message says what to do. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);
