/** One definition, opened to be edited, and what writing it answers. */
import * as z from 'zod';
import { json, keyPath, problem } from './common.ts';

export const definitionView = z.object({
  file: z.string(),
  at: keyPath,
  /** Of the whole file: a hash of its bytes. */
  version: z.string(),
  /** The whole file as text. */
  text: z.string(),
  /** What the file's bytes were read as, where they are not UTF-8: nothing is written over them until `file.convert`. */
  encoding: z.exactOptional(z.enum(['utf-16le', 'utf-16be', 'windows-1252'])),
  /** The definition as plain data under canonical key names; absent when the file cannot be parsed. */
  value: z.exactOptional(json),
  problems: z.array(problem),
});

/** Sets (or, without `after`, removes) one value. `before` is what the editor last saw there: absent for "nothing". */
export const edit = z.object({ at: keyPath, before: z.exactOptional(json), after: z.exactOptional(json) });

/** The same for a text, sent as what is replaced in it; `of` is the hash of the text that the editor last saw. */
const textEdit = z.object({
  at: keyPath,
  splice: z.object({ start: z.number(), end: z.number(), insert: z.string(), of: z.string() }),
});

export const sentEdit = z.union([textEdit, edit]);

/** Somebody else changed the same value; nothing was written. */
const editConflict = z.object({
  kind: z.literal('conflict'),
  at: keyPath,
  theirs: z.exactOptional(json),
  version: z.string(),
});

export const editResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** The whole file before and after, byte for byte: what undo and redo write back. */
    previousText: z.string(),
    text: z.string(),
    version: z.string(),
    /** True when the file had changed on disk elsewhere and both changes are now in it. */
    merged: z.boolean(),
  }),
  editConflict,
]);

/** Of a save that follows every key: small, however long the file is. */
export const typedResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** What was replaced in the text of the file's version `of`. */
    splice: z.object({ start: z.number(), end: z.number(), insert: z.string() }),
    of: z.string(),
    version: z.string(),
    /** True when the file had changed on disk elsewhere and both changes are now in it. */
    merged: z.boolean(),
  }),
  editConflict,
]);

export const writeResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), version: z.string() }),
  /** The file on disk is newer than the caller's version; nothing was written. */
  z.object({ kind: z.literal('conflict'), text: z.string(), version: z.string() }),
]);

/** A file that is UTF-8 now, and the file beside it that holds its former bytes. */
export const converted = z.object({ version: z.string(), kept: z.string() });
