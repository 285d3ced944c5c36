/** The versions of a file, and the steps that can be taken back. */
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
  /** True of the one that the file holds now. */
  isCurrent: z.boolean(),
});

/** Of the definition at a place: the newest first. */
export const historyList = z.object({
  versions: z.array(historyVersion),
  /** What is wrong with the history itself; told once. */
  trouble: z.exactOptional(z.string()),
});

/** A file at one time. Without a text there was no file; without a value the definition was not there, or not readable. */
const historyText = z.object({ text: z.exactOptional(z.string()), value: z.exactOptional(json) });

export const historyRead = historyText.extend({
  /** The version before it. */
  previous: historyText,
});

export const historyPlace = location.extend({ id: z.string() });

/** What the next undo and redo would take back and make again, in a few words; absent where there is nothing. */
export const historyState = z.object({
  undo: z.exactOptional(z.string()),
  redo: z.exactOptional(z.string()),
  trouble: z.exactOptional(z.string()),
});

export const stepResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** What was taken back or made again. */
    label: z.string(),
    previousText: z.string(),
    text: z.string(),
    version: z.string(),
    /** True when the file had changed otherwise since that step, and still holds that change. */
    merged: z.boolean(),
  }),
  /** It was a change of several files, this one perhaps no more among them: in the order in which they were written. */
  z.object({ kind: z.literal('together'), label: z.string(), changes: z.array(fileChange) }),
  z.object({ kind: z.literal('nothing') }),
  /** It could not be done without destroying what others wrote; the sentence says what to do. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);
