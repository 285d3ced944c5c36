/** One definition in the editor, and the results of saving it. */
import * as z from 'zod';
import { json, keyPath, problem } from './common.ts';
import { editedPreview } from './preview.ts';

export const definitionView = z.object({
  file: z.string(),
  at: keyPath,
  /** Of the whole file: a hash of its bytes. */
  version: z.string(),
  /** The whole file as text. */
  text: z.string(),
  /** The file's encoding if it is not UTF-8: the file is read-only until `file.convert`. */
  encoding: z.exactOptional(z.enum(['utf-16le', 'utf-16be', 'windows-1252'])),
  /** The definition as plain data under canonical key names; absent when the file cannot be parsed. */
  value: z.exactOptional(json),
  problems: z.array(problem),
});

/** One server that lists a definition, or is it. */
export const definitionUse = z.object({
  server: z.string(),
  /** What a person types in Claude Code for a prompt, or its model calls for a tool: `/mcp__Samples__explain`. */
  command: z.exactOptional(z.string()),
  /** The client applications that the server is set up in: `Claude Code (my-project)`. */
  setUpIn: z.array(z.string()),
  /** Those whose configuration file cannot be read now. */
  brokenIn: z.array(z.string()),
  /** The folders where the server's skill is installed; absent for other definitions. */
  installedIn: z.exactOptional(z.array(z.string())),
});

/** Sets (or, without `after`, removes) one value. `before` is the editor's last known value; absent if there was none. */
export const edit = z.object({
  at: keyPath,
  before: z.exactOptional(json),
  after: z.exactOptional(json),
  /** The edit of a button: it never joins the step of the typing before it. */
  isStep: z.exactOptional(z.literal(true)),
});

/** An edit of a text as a splice; `of` is the hash of the editor's last known text. */
const textEdit = z.object({
  at: keyPath,
  splice: z.object({ start: z.number(), end: z.number(), insert: z.string(), of: z.string() }),
  isStep: z.exactOptional(z.literal(true)),
});

export const sentEdit = z.union([textEdit, edit]);

/** Another writer changed the same value; nothing was written. */
const editConflict = z.object({
  kind: z.literal('conflict'),
  at: keyPath,
  theirs: z.exactOptional(json),
  version: z.string(),
});

export const editResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** The whole file before and after, for undo and redo. */
    previousText: z.string(),
    text: z.string(),
    version: z.string(),
    /** True when another program changed the file too, and both changes are in it now. */
    isMerged: z.boolean(),
  }),
  editConflict,
]);

/** A revision of the workspace in which the file has the saved version; absent if the file has changed since. */
const savedRevision = z.exactOptional(z.number());

/** The result of a save while typing: small, even for a long file. */
export const typedResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    /** The change of the file's version `of`. */
    splice: z.object({ start: z.number(), end: z.number(), insert: z.string() }),
    of: z.string(),
    version: z.string(),
    /** True when another program changed the file too, and both changes are in it now. */
    isMerged: z.boolean(),
    revision: savedRevision,
    /** The answer to the call's question, after the save; absent if it could not be asked. */
    preview: z.exactOptional(editedPreview),
  }),
  editConflict,
]);

export const writeResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), version: z.string(), revision: savedRevision }),
  /** The file on disk is newer than the caller's version; nothing was written. */
  z.object({ kind: z.literal('conflict'), text: z.string(), version: z.string() }),
]);

/** The new version of a converted file, and the file with its former bytes. */
export const conversion = z.object({ version: z.string(), originalFile: z.string() });
