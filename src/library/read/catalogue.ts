/**
 * Combines the definition files of one moment: resolves catalogue names, finds duplicates, and resolves servers' lists.
 * Every cold start loads this file, so it must not import zod or YAML.
 */

import { compareNames } from '../../base/compare-names.ts';
import type { KeyPath } from '../../base/json.ts';
import { isWithin } from '../../base/json.ts';
import { defaultPrompts, defaultServers } from '../../model/builtin/builtin.ts';
import { defaultTools, toolsElsewhere } from '../../model/builtin/builtin-tools.ts';
import type {
  DefinitionKind,
  PromptEntry,
  ResolvedPrompt,
  ResolvedServer,
  ResolvedSkill,
  ServerDefinition,
  ToolEntry,
} from '../../model/definitions.ts';
import { capFindings } from '../../model/problems/cap-findings.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { type PromptCatalogue, type ResolvedEntry, resolveServer } from '../../model/resolve.ts';
import type { FoundTool, ResolvedToolEntry } from '../../model/tool/resolve-tools.ts';
import type { ListedPrompt, ListedSkill, ListedTool, ServerEntry } from '../types.ts';
import { type CheckedFile, checkFile } from './definition/checked-file.ts';
import { type DefinitionFile, locate, placeKey } from './definition/definition-file.ts';

export interface FoundServer {
  readonly resolvedServer: ResolvedServer;
  /** Only the problems of looking up names, located in the server's file. */
  readonly problems: readonly Problem[];
  /** With every entry of its lists. Computed on demand, because serving does not need it. */
  entry(): ServerEntry;
}

/** The version of a server whose file cannot be read. */
const unknownVersion = '1.0.0';

/** The definitions of a workspace by catalogue name, over the built-in ones. */
export class Catalogue implements PromptCatalogue {
  private readonly checkedFiles: Readonly<Record<DefinitionKind, ReadonlyMap<string, readonly CheckedFile[]>>>;
  private readonly otherNames: (kind: DefinitionKind) => Iterable<string>;

  /**
   * @param root the workspace's real path
   * @param otherNames catalogue names of definitions that were not read, for suggestions
   */
  constructor(
    root: string,
    definitions: Iterable<DefinitionFile>,
    otherNames: (kind: DefinitionKind) => Iterable<string> = () => [],
  ) {
    this.otherNames = otherNames;
    const groups = byKind(() => new Map<string, DefinitionFile[]>());
    for (const definition of definitions) {
      const groupsOfKind = groups[definition.kind];
      const group = groupsOfKind.get(definition.name);
      if (group) group.push(definition);
      else groupsOfKind.set(definition.name, [definition]);
    }
    this.checkedFiles = byKind((kind) => {
      const checkedFiles = new Map<string, readonly CheckedFile[]>();
      for (const [name, group] of groups[kind])
        checkedFiles.set(
          name,
          group.map((definition) => checkFile(root, definition, group)),
        );
      return checkedFiles;
    });
  }

  lookup(name: string): ResolvedPrompt | { readonly invalid: true } | undefined {
    const files = this.filesOf('prompt', name);
    if (files.length === 0) return defaultPrompts.get(name);
    return (files.length === 1 && files[0]?.prompt) || { invalid: true };
  }

  *names(): Iterable<string> {
    yield* this.checkedFiles.prompt.keys();
    yield* this.otherNames('prompt');
    yield* defaultPrompts.keys();
  }

  lookupTool(name: string): FoundTool | { readonly not: 'invalid' | 'elsewhere' } | undefined {
    const [first, ...otherFiles] = this.filesOf('tool', name);
    if (!first) {
      const tool = defaultTools.get(name);
      if (tool) return { tool, origin: { kind: 'builtin' } };
      return toolsElsewhere.has(name) ? { not: 'elsewhere' } : undefined;
    }
    const { tool, file } = first.definition;
    if (!tool || otherFiles.length > 0 || first.brokenPaths.length > 0) return { not: 'invalid' };
    return { tool, origin: { kind: 'workspace', file, at: [] } };
  }

  lookupSkill(name: string): ResolvedSkill | { readonly invalid: true } | undefined {
    const [first, ...otherFiles] = this.filesOf('skill', name);
    if (!first) return undefined;
    const { writtenSkill, file } = first.definition;
    if (!writtenSkill || otherFiles.length > 0 || first.brokenPaths.length > 0) return { invalid: true };
    return { ...writtenSkill, catalogueName: name, origin: { kind: 'workspace', file, at: [] } };
  }

  *skillNames(): Iterable<string> {
    yield* this.checkedFiles.skill.keys();
    yield* this.otherNames('skill');
  }

  *toolNames(): Iterable<string> {
    yield* this.checkedFiles.tool.keys();
    yield* this.otherNames('tool');
    yield* defaultTools.keys();
  }

  named(mcpName: string): readonly string[] {
    return [...new Set(this.names())].filter((name) => {
      const lookup = this.lookup(name);
      return lookup && 'name' in lookup && lookup.name === mcpName;
    });
  }

  /** Each file with its own problems. The problems of looking up names come from `server`. */
  files(): readonly CheckedFile[] {
    return Object.values(this.checkedFiles).flatMap((filesByName) => [...filesByName.values()].flat());
  }

  /** The names of the workspace's own sources. */
  sourceNames(): Iterable<string> {
    return this.checkedFiles.source.keys();
  }

  /** Every server's catalogue name: the workspace's in alphabetical order, then the built-in ones. */
  serverNames(): readonly string[] {
    const serverNames = [...this.checkedFiles.server.keys()].sort(compareNames);
    return [...new Set([...serverNames, ...defaultServers.keys()])];
  }

  /** A server by catalogue name; a workspace file replaces a built-in one. */
  server(name: string): FoundServer | undefined {
    const [first, ...otherFiles] = this.filesOf('server', name);
    if (!first) return this.builtinServer(name);
    const { definition, brokenPaths } = first;
    // A server whose file has an error stays, without entries, so that its subscribers notice when it is fixed.
    const definitionOfServer =
      definition.server && otherFiles.length === 0
        ? definition.server
        : { name, version: unknownVersion, tools: [], prompts: [] };
    const { file } = definition;
    const { resolvedServer, entries, toolEntries, findings } = resolveServer(
      withoutBroken(definitionOfServer, brokenPaths),
      this,
      file,
    );
    return {
      resolvedServer,
      problems: capFindings(findings).map((finding) => locate(definition, finding)),
      entry: () => ({
        resolvedServer,
        builtin: false,
        file,
        entries: entries.map((entry) => this.listed(entry, first)),
        tools: toolEntries.map((entry) => this.listedTool(entry, first)),
        skills: listedSkills(definitionOfServer, resolvedServer),
      }),
    };
  }

  private builtinServer(name: string): FoundServer | undefined {
    const server = defaultServers.get(name);
    if (!server) return undefined;
    const { resolvedServer, entries, toolEntries } = resolveServer(server, this);
    const entry = () => ({
      resolvedServer,
      builtin: true,
      entries: entries.map((listedEntry) => this.listed(listedEntry)),
      tools: toolEntries.map((listedEntry) => this.listedTool(listedEntry)),
      skills: listedSkills(server, resolvedServer),
    });
    return { resolvedServer, problems: [], entry };
  }

  private listed(resolvedEntry: ResolvedEntry, server?: CheckedFile): ListedPrompt {
    const { entry, prompt, isServed, findings } = resolvedEntry;
    // The file's own object stays the same while the text is unchanged, which later comparisons use.
    const file = entry.kind === 'inline' ? undefined : this.filesOf('prompt', entry.name)[0];
    if (file && isServed && (!server || findings.length === 0)) return file.listed;
    return { ...(prompt && { prompt }), ...this.listedEntry('prompt', resolvedEntry, prompt !== undefined, server) };
  }

  private listedTool(resolvedToolEntry: ResolvedToolEntry, server?: CheckedFile): ListedTool {
    const { entry, tool } = resolvedToolEntry;
    const isBuiltin = entry.kind !== 'inline' && (defaultTools.has(entry.name) || toolsElsewhere.has(entry.name));
    return { ...(tool && { tool }), ...this.listedEntry('tool', resolvedToolEntry, isBuiltin, server) };
  }

  /**
   * An entry of a list without its definition.
   * @param isBuiltin whether a name without a file is that of a built-in definition
   * @param server the server's file; absent for a built-in server
   */
  private listedEntry(
    kind: 'prompt' | 'tool',
    { entry, isServed, findings }: ResolvedEntry | ResolvedToolEntry,
    isBuiltin: boolean,
    server: CheckedFile | undefined,
  ): Omit<ListedPrompt, 'prompt'> {
    const lookedUp = server ? findings.map((finding) => locate(server.definition, finding)) : [];
    if (entry.kind === 'inline') {
      const ownProblems = server?.problems.filter((problem) => isWithin(entry.at, problem.at)) ?? [];
      return {
        builtin: !server,
        ...(server && { location: { file: server.definition.file, at: entry.at } }),
        isServed,
        problems: [...ownProblems, ...lookedUp],
      };
    }
    const [file] = this.filesOf(kind, entry.name);
    return {
      catalogueName: entry.name,
      builtin: !file && isBuiltin,
      ...(file && { location: { file: file.definition.file, at: [] } }),
      isServed,
      problems: [...(file?.problems ?? []), ...lookedUp],
    };
  }

  private filesOf(kind: DefinitionKind, name: string): readonly CheckedFile[] {
    return this.checkedFiles[kind].get(name.normalize('NFC')) ?? noFiles;
  }
}

const noFiles: readonly CheckedFile[] = [];

function listedSkills(
  { skills = [] }: ServerDefinition,
  { skills: servedSkills = [] }: ResolvedServer,
): readonly ListedSkill[] {
  return skills.map(({ name }) => ({
    catalogueName: name.normalize('NFC'),
    isServed: servedSkills.some(({ catalogueName }) => catalogueName === name),
  }));
}

function byKind<Value>(make: (kind: DefinitionKind) => Value): Record<DefinitionKind, Value> {
  return {
    server: make('server'),
    prompt: make('prompt'),
    tool: make('tool'),
    source: make('source'),
    skill: make('skill'),
  };
}

function withoutBroken(server: ServerDefinition, brokenPaths: readonly KeyPath[]): ServerDefinition {
  if (brokenPaths.length === 0) return server;
  const places = new Set(brokenPaths.map(placeKey));
  const withoutDefinition = <Entry extends PromptEntry | ToolEntry>(entry: Entry) =>
    entry.kind === 'inline' && places.has(placeKey(entry.at)) ? { kind: 'inline' as const, at: entry.at } : entry;
  return { ...server, prompts: server.prompts.map(withoutDefinition), tools: server.tools.map(withoutDefinition) };
}
