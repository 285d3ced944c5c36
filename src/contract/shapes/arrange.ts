/** Changes of a workspace's structure: lists and files. */
import * as z from 'zod';
import { location } from './common.ts';

/** The content of one file before and after; `null` if it does not exist. */
export const fileChange = z.object({
  file: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

/** One of the two lists of a server. */
export const listName = z.enum(['prompts', 'tools']);

export const changeSet = z.object({
  /** Part of a sentence for a notice: `Removed translate`. */
  label: z.string(),
  /** In the order of writing, for `changes.revert`. Empty if nothing changed. */
  changes: z.array(fileChange),
  /** The files that it renamed. */
  moves: z.exactOptional(z.array(z.object({ from: z.string(), to: z.string() }))),
  /** What else it changed, as a sentence for a notice. */
  note: z.exactOptional(z.string()),
  /** The created, moved or renamed definition. */
  location: z.exactOptional(location),
  /** Where that is in a server's list. */
  entry: z.exactOptional(z.object({ server: z.string(), list: z.exactOptional(listName), index: z.number() })),
});

/** A prompt or tool that has a name which servers can list: for choosing one. */
export const catalogueEntry = z.object({
  catalogueName: z.string(),
  /** The MCP name; the catalogue name where the definition cannot be read. */
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  arguments: z.array(z.object({ name: z.string(), required: z.boolean() })),
  builtin: z.boolean(),
  /** Names of the servers that list it. */
  listedBy: z.array(z.string()),
  /** Absent for a built-in one. */
  location: z.exactOptional(location),
});

const someList = { server: z.string(), list: z.exactOptional(listName) };

/** The place of one entry in a server's list: an index in its summary, by default of `prompts`. */
export const listEntry = z.object({ ...someList, index: z.int().min(0) });
/** Several entries of one list, by index. */
export const listEntries = z.object({ ...someList, indexes: z.array(z.int().min(0)).min(1) });
/** The same entry, and where it goes. */
export const listMove = z.object({ ...someList, from: z.int().min(0), to: z.int().min(0) });
/** Where in a server's list something new goes; by default at its end. */
export const listPlace = z.object({ ...someList, index: z.exactOptional(z.int().min(0)) });
