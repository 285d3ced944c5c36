/** Exports prompts and servers as Wolfram Language (`src/wolfram/write-definitions.ts`). */

import { WorkbenchError } from '../base/errors.ts';
import { noSuchServer } from '../library/live-server.ts';
import type {
  ListedPrompt as LibraryPrompt,
  LibrarySnapshot,
  ListedTool as LibraryTool,
  ServerEntry,
} from '../library/types.ts';
import { unavailableTool } from '../model/builtin/builtin-tools.ts';
import type { ResolvedTool, ToolDefinition } from '../model/definitions.ts';
import {
  definitionsAsWolfram,
  type ListedPrompt,
  type ListedTool,
  promptsAsWolfram,
  type ServerToWrite,
  serverAsWolfram,
  type WrittenWolfram,
} from '../wolfram/write-definitions.ts';
import { type WrittenPaclet, writePaclet } from '../wolfram/write-paclet.ts';

/** @throws WorkbenchError `not-found` */
export function serverText(snapshot: LibrarySnapshot, name: string): WrittenWolfram {
  return serverAsWolfram(serverToWrite(snapshot, name));
}

function serverToWrite(snapshot: LibrarySnapshot, name: string): ServerToWrite {
  const entry = entryOf(snapshot, name);
  const { title, version, instructions, websiteUrl, icons, skills = [] } = entry.resolvedServer;
  return {
    name: entry.resolvedServer.name,
    version,
    ...(title !== undefined && { title }),
    ...(instructions !== undefined && { instructions }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    hasIcons: icons !== undefined,
    skills: skills.map(({ name: skill }) => skill),
    tools: entry.tools.map(listedTool),
    prompts: entry.entries.flatMap(listedPrompt),
  };
}

/** Every server of the workspace, and the prompts and tools that none of them lists. */
export function workspaceText(snapshot: LibrarySnapshot): WrittenWolfram {
  const ownServers = [...snapshot.servers].filter(([, { builtin }]) => !builtin);
  const listedFiles = new Set(
    ownServers.flatMap(([, { entries, tools }]) =>
      [...entries, ...tools].flatMap(({ location }) => location?.file ?? []),
    ),
  );
  const otherFiles = snapshot.files.filter(({ file }) => !listedFiles.has(file));
  return definitionsAsWolfram({
    servers: ownServers.map(([name]) => serverToWrite(snapshot, name)),
    prompts: otherFiles.flatMap(({ kind, name, prompt }) =>
      kind === 'prompt' ? [prompt ? { prompt } : { brokenName: name }] : [],
    ),
    tools: otherFiles.flatMap(({ kind, name, tool }) => {
      const toolEntry = tool && resolvedTool(tool, snapshot);
      return kind === 'tool' ? [toolEntry ? { tool: toolEntry } : { brokenName: name }] : [];
    }),
    skills: unlistedSkills(snapshot),
  });
}

/** The catalogue names of the skills that no server lists. */
function unlistedSkills({ files, servers }: LibrarySnapshot): readonly string[] {
  const listedFiles = new Set(
    [...servers.values()].flatMap(({ resolvedServer: { skills = [] } }) => skills.map(({ origin }) => origin.file)),
  );
  return files.flatMap(({ kind, file, name }) => (kind === 'skill' && !listedFiles.has(file) ? [name] : []));
}

/** The workspace as the files of a paclet, in which servers list prompts and tools by the names of their files. */
export function pacletFiles(snapshot: LibrarySnapshot, name: string): WrittenPaclet {
  const ownServers = [...snapshot.servers].filter(([, { builtin }]) => !builtin);
  return writePaclet({
    name,
    servers: ownServers.map(([file, { entries, tools }]) => ({
      file,
      server: {
        ...serverToWrite(snapshot, file),
        prompts: entries.flatMap((entry) => referenceTo(entry) ?? listedPrompt(entry)),
        tools: tools.map((entry) => referenceTo(entry) ?? listedTool(entry)),
      },
    })),
    prompts: snapshot.files.flatMap(({ kind, name: file, prompt }) =>
      kind === 'prompt' ? [{ file, prompt: prompt ? { prompt } : { brokenName: file } }] : [],
    ),
    tools: snapshot.files.flatMap(({ kind, name: file, tool }) => {
      const toolEntry = tool && resolvedTool(tool, snapshot);
      return kind === 'tool' ? [{ file, tool: toolEntry ? { tool: toolEntry } : { brokenName: file } }] : [];
    }),
    skills: unlistedSkills(snapshot),
  });
}

/** The name of an entry that has a file; undefined for one that is written in the list. */
function referenceTo({ catalogueName }: LibraryPrompt | LibraryTool): { readonly name: string } | undefined {
  return catalogueName === undefined ? undefined : { name: catalogueName };
}

/** With the prompt that the tool returns; undefined if there is none. */
function resolvedTool(tool: ToolDefinition, { files }: LibrarySnapshot): ResolvedTool | undefined {
  const origin = { kind: 'builtin' } as const;
  const { content } = tool;
  if (content.kind !== 'prompt') return { ...tool, content, origin };
  const prompt = files.find(({ kind, name }) => kind === 'prompt' && name === content.prompt)?.prompt;
  return prompt && { ...tool, content: { kind: 'prompt', prompt: { ...prompt, origin } }, origin };
}

/** All prompts without errors in a server's list. @throws WorkbenchError `not-found` */
export function promptListText(snapshot: LibrarySnapshot, name: string): WrittenWolfram {
  return promptsAsWolfram(entryOf(snapshot, name).entries.flatMap(listedPrompt));
}

/** One entry of a list. @throws WorkbenchError `not-found`, `invalid-input` */
export function promptText(snapshot: LibrarySnapshot, name: string, index: number): WrittenWolfram {
  const entry = entryOf(snapshot, name).entries[index];
  if (!entry?.prompt) throw new WorkbenchError('invalid-input', 'This prompt has an error: correct it first.');
  return promptsAsWolfram(listedPrompt(entry));
}

function entryOf({ servers, problems }: LibrarySnapshot, name: string): ServerEntry {
  const entry = servers.get(name);
  if (!entry) throw noSuchServer(name, servers.keys(), problems);
  return entry;
}

/** Built-in prompts are written by name, as Wolfram's server also has them; so are those of a paclet. */
function listedPrompt({ prompt, builtin, catalogueName, location }: LibraryPrompt): readonly ListedPrompt[] {
  if (catalogueName !== undefined && (builtin || (!prompt && isOfPaclet(catalogueName))))
    return [{ name: catalogueName }];
  return [prompt ? { prompt } : { brokenName: catalogueName ?? location?.file ?? 'A prompt' }];
}

/** Wolfram's server has the tools that this workbench does not serve. */
function listedTool({ tool, builtin, catalogueName, location }: LibraryTool): ListedTool {
  const isReference = catalogueName !== undefined && (builtin || unavailableTool(catalogueName) !== undefined);
  if (catalogueName !== undefined && (isReference || (!tool && isOfPaclet(catalogueName))))
    return { name: catalogueName };
  return tool ? { tool } : { brokenName: catalogueName ?? location?.file ?? 'A tool' };
}

/** `Paclet/Name` and `Publisher/Paclet/Name`. */
function isOfPaclet(name: string): boolean {
  return /^[^/\s]+(?:\/[^/\s]+){1,2}$/.test(name);
}
