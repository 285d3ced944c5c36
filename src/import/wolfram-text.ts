/** Exports prompts and servers as Wolfram Language (`src/wolfram/write-definitions.ts`). */

import { WorkbenchError } from '../base/errors.ts';
import { noSuchServer } from '../library/live-server.ts';
import type { ListedPrompt as LibraryPrompt, LibrarySnapshot, ServerEntry } from '../library/types.ts';
import { defaultServers } from '../model/builtin/builtin.ts';
import {
  type ListedPrompt,
  promptsAsWolfram,
  serverAsWolfram,
  type WrittenWolfram,
} from '../wolfram/write-definitions.ts';

/** @throws WorkbenchError `not-found` */
export function serverText(snapshot: LibrarySnapshot, name: string): WrittenWolfram {
  const entry = entryOf(snapshot, name);
  const { title, version, instructions, websiteUrl, icons } = entry.resolved;
  return serverAsWolfram({
    name: entry.resolved.name,
    version,
    ...(title !== undefined && { title }),
    ...(instructions !== undefined && { instructions }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    hasIcons: icons !== undefined,
    ...toolNames(snapshot, name, entry),
    prompts: entry.entries.flatMap(listedPrompt),
  });
}

/** All prompts without errors in a server's list. @throws WorkbenchError `not-found` */
export function promptListText(snapshot: LibrarySnapshot, name: string): WrittenWolfram {
  return promptsAsWolfram(entryOf(snapshot, name).entries.flatMap(listedPrompt));
}

/** One entry of a list. @throws WorkbenchError `not-found`, `invalid-input` */
export function promptText(snapshot: LibrarySnapshot, name: string, index: number): WrittenWolfram {
  const listed = entryOf(snapshot, name).entries[index];
  if (!listed?.prompt) throw new WorkbenchError('invalid-input', 'This prompt has an error: correct it first.');
  return promptsAsWolfram(listedPrompt(listed));
}

function entryOf({ servers }: LibrarySnapshot, name: string): ServerEntry {
  const entry = servers.get(name);
  if (!entry) throw noSuchServer(name, servers.keys());
  return entry;
}

/** Built-in prompts are written by name, as Wolfram's server also has them. */
function listedPrompt({ prompt, builtin, catalogueName, location }: LibraryPrompt): readonly ListedPrompt[] {
  if (!prompt) return [{ broken: catalogueName ?? location?.file ?? 'A prompt' }];
  return [builtin && catalogueName !== undefined ? { name: catalogueName } : { prompt }];
}

/** Separates the tools of this workspace from those of Wolfram's server, which knows only its own names. */
function toolNames({ files }: LibrarySnapshot, name: string, { file }: ServerEntry) {
  const own = new Set(files.flatMap((each) => (each.kind === 'tool' ? [each.name] : [])));
  const definition = file === undefined ? defaultServers.get(name) : files.find((each) => each.file === file)?.server;
  const listed = definition?.tools ?? [];
  const names = listed.flatMap((tool) => (tool.kind === 'name' ? [tool.name] : []));
  const inline = listed.flatMap((tool) => (tool.kind === 'inline' && tool.tool ? [tool.tool.name] : []));
  return {
    tools: names.filter((each) => !own.has(each)),
    ownTools: [...names.filter((each) => own.has(each)), ...inline],
  };
}
