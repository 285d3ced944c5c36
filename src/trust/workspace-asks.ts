/** Everything that the definition files of a workspace ask for, with the definitions that ask. */

import { isSameData } from '../base/json.ts';
import { isPrivateUrl } from '../base/network-address.ts';
import type { WorkspaceFile } from '../library/types.ts';
import { type Ask, asksOfEmbeddings, asksOfSource, destinationOfSource, isAllowedByTrust } from '../model/asks.ts';
import { defaultPrompts } from '../model/builtin/builtin.ts';
import { defaultTools } from '../model/builtin/builtin-tools.ts';
import { builtinSources, wolframLanguage } from '../model/builtin/sources.ts';
import type {
  Block,
  BuiltinTool,
  PromptDefinition,
  SourceDefinition,
  ToolContent,
  ToolDefinition,
  WebPages,
} from '../model/definitions.ts';
import { askId } from './ask-id.ts';
import { folderOf, isMissingFolder, outsideFolder } from './outside-folder.ts';
import type { Trust } from './trust.ts';

/** A definition that asks: its file, and the name of the source, prompt or tool. */
export interface AskedBy {
  readonly file: string;
  readonly name: string;
}

export interface AskEntry {
  readonly ask: Ask;
  readonly from: readonly AskedBy[];
}

/**
 * What the files ask for, by id, in the order of the files. An ask that only arises at run time, such as `together`, is
 * not among them: see `possibleAsks`.
 * @param root the workspace's real path
 */
export function asksByFiles(files: readonly WorkspaceFile[], root: string): ReadonlyMap<string, AskEntry> {
  const entries = new Map<string, { ask: Ask; from: Map<string, AskedBy> }>();
  const ownNames = new Set(files.flatMap(({ kind, name }) => (kind === 'source' ? [name] : [])));

  function add(asks: readonly Ask[], by: AskedBy): void {
    for (const ask of asks) {
      const id = askId(ask);
      const entry = entries.get(id) ?? { ask, from: new Map() };
      entries.set(id, entry);
      entry.from.set(JSON.stringify([by.file, by.name]), by);
    }
  }

  function addCode({ functions, wolfram, sources, evaluator }: Needs, by: AskedBy): void {
    if (functions.length > 0) add([{ kind: 'functions' }], by);
    add(
      wolfram.map((code) => ({ kind: 'wolfram', code })),
      by,
    );
    if (evaluator) add([{ kind: 'evaluator' }], by);
    for (const [name, definition] of builtinSources) {
      // A function names its sources at run time. Before that, its text is the best hint.
      const isNamed = sources.includes(name) || functions.some((source) => source.includes(name));
      if (isNamed && !ownNames.has(name))
        add(
          asksOfSource(definition, () => undefined),
          by,
        );
    }
  }

  for (const { file, name, server, prompt, tool, source } of files) {
    const by = { file, name };
    if (source) add([...sourceAsks(source, root), ...embeddingsAsks(source, root)], by);
    if (prompt) addCode(needsOfPrompt(prompt), by);
    if (tool) addCode(needsOfTool(tool), by);
    for (const entry of server?.prompts ?? []) {
      const prompt = entry.kind === 'inline' ? entry.prompt : defaultPrompts.get(entry.name);
      if (prompt) addCode(needsOfPrompt(prompt), { file, name: prompt.name });
    }
    for (const entry of server?.tools ?? []) {
      const tool = entry.kind === 'inline' ? entry.tool : defaultTools.get(entry.name);
      if (tool) addCode(needsOfTool(tool), { file, name: tool.name });
    }
  }
  return new Map([...entries].map(([id, { ask, from }]) => [id, { ask, from: [...from.values()] }]));
}

/** What a source needs before it is opened. @param root the workspace's real path */
export function sourceAsks(source: SourceDefinition, root: string): readonly Ask[] {
  return asksOfSource(source, (folder) => outsideFolder(root, folder));
}

/** What a source needs before its embeddings are used. @param root the workspace's real path */
export function embeddingsAsks(source: SourceDefinition, root: string): readonly Ask[] {
  return asksOfEmbeddings(source, (folder) => folderOf(root, folder));
}

/**
 * The folders of a source, as written, that do not exist outside and are not allowed. Nothing may read them, even if they
 * appear a moment later. Empty for a workspace without trust, which may not learn what exists: there they need permission.
 */
export async function missingFoldersOf(source: SourceDefinition, trust: Trust): Promise<readonly string[]> {
  if (source.type !== 'Documentation') return [];
  const folders = source.folders.flatMap((writtenPath) => {
    const path = outsideFolder(trust.root, writtenPath);
    return path === undefined ? [] : [{ written: writtenPath, ask: { kind: 'folder', path } as const }];
  });
  if (folders.length === 0 || !(await trust.read()).isTrusted) return [];
  const asks = await trust.missing(folders.map(({ ask }) => ask));
  const ids = new Set(asks.map(askId));
  return folders.flatMap(({ written, ask }) => (ids.has(askId(ask)) && isMissingFolder(ask.path) ? [written] : []));
}

/** The ask `together` of a local source and a source elsewhere; undefined where it searches no private documents. */
export function togetherAsk(local: NamedSource, otherDefinition: SourceDefinition, root: string): Ask | undefined {
  const address = destinationOfSource(otherDefinition);
  return address === undefined ? undefined : togetherAt(local, address, root);
}

/**
 * The asks `together` of what a function call has searched and the address that would get its next query for embeddings.
 * Documents that this address gets anyway need no further permission.
 */
export function embeddingsTogetherAsks(
  searchedSources: readonly NamedSource[],
  definition: SourceDefinition,
  root: string,
): readonly Ask[] {
  const asks = embeddingsAsks(definition, root);
  const [sending] = asks;
  if (sending?.kind !== 'embeddings') return [];
  const otherSources = searchedSources.filter(
    (otherSource) => !isSameData(embeddingsAsks(otherSource.definition, root), asks),
  );
  return otherSources.flatMap((otherSource) => togetherAt(otherSource, sending.address, root) ?? []);
}

function togetherAt(local: NamedSource, address: string, root: string): Ask | undefined {
  if (!isLocal(local.definition)) return undefined;
  const folders = local.definition.folders.map((folder) => folderOf(root, folder));
  const copies = (local.definition.web ?? []).filter(isPrivateCopy).map(({ url }) => url);
  return { kind: 'together', source: local.name, folders: [...folders, ...copies], address };
}

export interface NamedSource {
  readonly name: string;
  readonly definition: SourceDefinition;
}

/** Whether a source holds documents of this person. The reference of the Wolfram Language and the public web are not. */
function isLocal(definition: SourceDefinition): definition is Extract<SourceDefinition, { type: 'Documentation' }> {
  if (definition.type !== 'Documentation') return false;
  const { folders, web = [] } = definition;
  return folders.some((folder) => folder !== wolframLanguage) || web.some(isPrivateCopy);
}

/** Whether the pages may be ones that the internet cannot reach. */
function isPrivateCopy({ url }: WebPages): boolean {
  return !/^https?:/i.test(url) || isPrivateUrl(url);
}

/** Every ask that these files can lead to, with those that only arise at run time. */
export function possibleAsks(files: readonly WorkspaceFile[], root: string): ReadonlyMap<string, Ask> {
  const ownSources = files.flatMap(({ name, source }) => (source ? [{ name, definition: source }] : []));
  const takenNames = new Set(ownSources.map(({ name }) => name));
  const builtin = [...builtinSources].flatMap(([name, definition]) =>
    takenNames.has(name) ? [] : [{ name, definition }],
  );
  const sources: readonly NamedSource[] = [...ownSources, ...builtin];
  const asks: Ask[] = [
    { kind: 'functions' },
    // The built-in servers, which no file lists, offer the evaluator too.
    { kind: 'evaluator' },
    ...[...asksByFiles(files, root).values()].map(({ ask }) => ask),
    ...builtin.flatMap(({ definition }) => sourceAsks(definition, root)),
    ...sources.flatMap((local) =>
      sources.flatMap(({ definition }) => {
        const ask = togetherAsk(local, definition, root);
        return [...(ask ? [ask] : []), ...embeddingsTogetherAsks([local], definition, root)];
      }),
    ),
  ];
  return new Map(asks.map((ask) => [askId(ask), ask]));
}

/** What a definition runs, and the sources that it names. */
interface Needs {
  readonly functions: readonly string[];
  readonly wolfram: readonly string[];
  readonly sources: readonly string[];
  /** Whether it runs code, or handles files, that a client names. */
  readonly evaluator: boolean;
}

function needsOfPrompt({ content, arguments: declaredArguments }: PromptDefinition): Needs {
  const completions = declaredArguments.flatMap(({ complete }) =>
    complete?.kind === 'function' ? [complete.code] : [],
  );
  const { functions, ...rest } = needsOfContent(
    content.kind === 'messages'
      ? { kind: 'blocks', blocks: content.messages.flatMap(({ blocks }) => blocks) }
      : content,
  );
  return { ...rest, functions: [...functions, ...completions] };
}

function needsOfTool({ content }: ToolDefinition): Needs {
  return needsOfContent(content);
}

const needsNothing: Needs = { functions: [], wolfram: [], sources: [], evaluator: false };

/** Tools that can answer without the permission, from the workspace or the documentation. */
const usableWithoutAsk: readonly BuiltinTool[] = ['ReadNotebook', 'SymbolDefinition'];

function needsOfContent(content: ToolContent): Needs {
  switch (content.kind) {
    case 'function':
      return { ...needsNothing, functions: [content.code] };
    case 'wolfram':
      return { ...needsNothing, wolfram: [content.code] };
    case 'search':
    case 'read':
      return { ...needsNothing, sources: content.sources };
    case 'blocks':
      return { ...needsNothing, sources: content.blocks.flatMap(sourcesOfBlock) };
    case 'text':
    case 'prompt':
    case 'mcp':
    case 'notebook':
      return needsNothing;
    case 'builtin':
      return { ...needsNothing, evaluator: !usableWithoutAsk.includes(content.tool) };
  }
}

function sourcesOfBlock(block: Block): readonly string[] {
  return block.type === 'search' ? block.sources : [];
}

/**
 * Trusts a workspace that this program has just created, and allows what its samples and the built-in servers ask for.
 * @param files those of the workspace
 */
export async function trustNewWorkspace(trust: Trust, files: readonly WorkspaceFile[]): Promise<void> {
  const fileAsks = [...asksByFiles(files, trust.root).values()].map(({ ask }) => ask);
  const builtinAsks = [...builtinSources.values()].flatMap((source) => sourceAsks(source, trust.root));
  await trust.allow([...fileAsks, ...builtinAsks].filter(isAllowedByTrust), { workspace: true });
}
