/** Writes definitions as the files of a paclet with the extension `AgentTools`. */
import type { Value } from './syntax/expression.ts';
import { printWolfram } from './syntax/print.ts';
import {
  definitionsAsWolfram,
  type ListedPrompt,
  type ListedTool,
  type ServerToWrite,
  skillNotes,
  type WrittenNote,
} from './write-definitions.ts';
import { rule, string, writePrompt } from './write-prompt.ts';
import { call } from './write-template.ts';
import { writeTool } from './write-tool.ts';

/** `file` is the name by which a server lists a definition, and that of its file. */
export interface PacletToWrite {
  readonly name: string;
  readonly servers: readonly { readonly file: string; readonly server: ServerToWrite }[];
  readonly prompts: readonly { readonly file: string; readonly prompt: ListedPrompt }[];
  readonly tools: readonly { readonly file: string; readonly tool: ListedTool }[];
  /** The names of skills without a prompt that no server lists. */
  readonly skills: readonly string[];
}

export interface WrittenPaclet {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly notes: readonly WrittenNote[];
}

const root = 'AgentTools';

/** Paths are relative to the paclet's folder, with `/`. What cannot be written has a note and no file. */
export function writePaclet({ name, servers, prompts, tools, skills }: PacletToWrite): WrittenPaclet {
  const notes: WrittenNote[] = [...skillNotes(skills)];
  const emptyPaclet = { servers: [], prompts: [], tools: [] };
  const writeFile = (folder: string, file: string, definitions: Parameters<typeof definitionsAsWolfram>[0]) => {
    const result = definitionsAsWolfram(definitions, 'file');
    notes.push(...result.notes);
    const isWritten = [...definitions.prompts, ...definitions.tools].every(hasValue);
    return isWritten ? [{ file, path: `${root}/${folder}/${file}.wl`, text: result.text }] : [];
  };
  const toolFiles = tools.flatMap(({ file, tool }) => writeFile('Tools', file, { ...emptyPaclet, tools: [tool] }));
  const promptFiles = prompts.flatMap(({ file, prompt }) =>
    writeFile('MCPPrompts', file, { ...emptyPaclet, prompts: [prompt] }),
  );
  const serverFiles = servers.flatMap(({ file, server }) =>
    writeFile('MCPServers', file, { ...emptyPaclet, servers: [server] }),
  );
  const names = (files: readonly { readonly file: string }[]): Value => ({
    kind: 'list',
    items: files.map(({ file }) => string(file)),
  });
  const extension: Value = {
    kind: 'list',
    items: [
      string('AgentTools'),
      rule('Root', string(root)),
      rule('MCPServers', names(serverFiles)),
      rule('Tools', names(toolFiles)),
      rule('MCPPrompts', names(promptFiles)),
    ],
  };
  const info = call('PacletObject', [
    {
      kind: 'association',
      entries: [
        rule('Name', string(name)),
        rule('Version', string('1.0.0')),
        rule('Extensions', { kind: 'list', items: [extension] }),
      ],
    },
  ]);
  const files = [...serverFiles, ...promptFiles, ...toolFiles].map(({ path, text }) => ({ path, text }));
  return { files: [{ path: 'PacletInfo.wl', text: `${printWolfram(info)}\n` }, ...files], notes };
}

/** Whether Wolfram's server can serve it. */
function hasValue(entry: ListedPrompt | ListedTool): boolean {
  if ('prompt' in entry) return writePrompt(entry.prompt).value !== undefined;
  return 'tool' in entry && writeTool(entry.tool).value !== undefined;
}
