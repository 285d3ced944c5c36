/** Calls that create, order, rename and delete definitions. */
import * as z from 'zod';
import { catalogueEntry, changeSet, listEntries, listEntry, listMove, listName, listPlace } from '../shapes/arrange.ts';
import { location } from '../shapes/common.ts';
import { editResult } from '../shapes/definition.ts';
import { deletedItem } from '../shapes/history.ts';
import { newSource } from '../shapes/sources.ts';
import { call, nothing } from './call.ts';

export const arrangeCalls = {
  /**
   * Creates `prompts/<name>.yaml`, or `tools/<name>.yaml` for that list, and lists it in the server's file. `gallery`: as a
   * copy of that prompt of the gallery.
   */
  'prompt.create': call(
    z.object({
      server: z.string(),
      name: z.string(),
      gallery: z.exactOptional(z.string()),
      list: z.exactOptional(listName),
    }),
    changeSet,
  ),
  /** Moves one item of the list at `at` (from the file's root), with its comments, to the index `to`. */
  'definition.move': call(location.extend({ from: z.int().min(0), to: z.int().min(0) }), editResult),
  /** Changes the MCP name of a prompt or tool. Its file's name follows if it was the same. */
  'definition.rename': call(location.extend({ name: z.string() }), changeSet),
  'list.move': call(listMove, changeSet),
  'list.add': call(listPlace.extend({ catalogueName: z.string() }), changeSet),
  /** Creates an inline prompt or tool with this MCP name. */
  'list.create': call(listPlace.extend({ name: z.string() }), changeSet),
  'list.duplicate': call(listEntry, changeSet),
  /** Removes an entry from the list; a catalogue definition stays in the catalogue. */
  'list.remove': call(listEntry, changeSet),
  /** Changes the MCP name of an entry's definition, for every server that lists it. */
  'list.rename': call(listEntry.extend({ name: z.string() }), changeSet),
  /** Moves an inline definition to the catalogue, where other servers can list it. */
  'list.share': call(listEntry.extend({ catalogueName: z.string() }), changeSet),
  /** Replaces a listed catalogue definition by an inline copy; `name` is a new MCP name for the copy. */
  'list.localise': call(listEntry.extend({ name: z.exactOptional(z.string()) }), changeSet),
  'catalogue.list': call(z.object({ list: z.exactOptional(listName) }), z.array(catalogueEntry)),
  /** Renames the file of a prompt or tool and every listing of it. */
  'catalogue.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  /** Copies the file of a prompt or tool under the next free name. No server lists the copy. */
  'catalogue.duplicate': call(z.object({ file: z.string() }), changeSet),
  /** Deletes the file of a prompt or tool and every listing of it. */
  'catalogue.delete': call(z.object({ file: z.string() }), changeSet),
  'server.create': call(z.object({ name: z.string() }), changeSet),
  /** Renames a server's file. Its `Name` follows if it was the same. */
  'server.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  'server.duplicate': call(z.object({ file: z.string() }), changeSet),
  'server.delete': call(z.object({ file: z.string() }), changeSet),
  /** Creates a workspace copy of a built-in server, which replaces it. */
  'server.copy': call(z.object({ name: z.string() }), changeSet),
  /** Creates a source; `folder` is the first one of a documentation source. */
  'source.create': call(newSource, changeSet),
  /** Renames a source's file, and every prompt and tool that names the source follows. */
  'source.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  'source.duplicate': call(z.object({ file: z.string() }), changeSet),
  'source.delete': call(z.object({ file: z.string() }), changeSet),
  /** Creates a skill without a prompt, listed by a server if one is named. */
  'skill.create': call(z.object({ name: z.string(), server: z.exactOptional(z.string()) }), changeSet),
  /** Renames a skill in its file, its file, and every listing of it. */
  'skill.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  /** Copies a skill under the next free name. The servers that list it list the copy after it. */
  'skill.duplicate': call(z.object({ file: z.string() }), changeSet),
  /** Deletes a skill's file and every listing of it. */
  'skill.delete': call(z.object({ file: z.string() }), changeSet),
  /** Adds several entries to the same list of the server `to`: catalogue names as names, inline definitions as copies. */
  'list.addEachTo': call(listEntries.extend({ to: z.string() }), changeSet),
  /** Removes several entries as one change. */
  'list.removeEach': call(listEntries, changeSet),
  /** Deletes several definitions with every listing of them. */
  'list.deleteEach': call(listEntries, changeSet),
  /** Adds and removes tags of several definitions; built-in ones are left alone. */
  'list.tagEach': call(listEntries.extend({ add: z.array(z.string()), remove: z.array(z.string()) }), changeSet),
  /** Reverts the files of a change if none has changed since; otherwise reverts nothing. */
  'changes.revert': call(changeSet.pick({ changes: true }), nothing),
  /** The deleted prompts, tools, servers, sources and skills that can be restored, newest first. */
  'deleted.list': call(nothing, z.array(deletedItem)),
  /** Restores one, with its places in lists. @throws `not-found` while the server that it was part of is deleted too */
  'deleted.restore': call(z.object({ id: z.string() }), changeSet),
} as const;
