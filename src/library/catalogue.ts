/**
 * Files of one moment, put together: who has which catalogue name, what cannot be served, what a server's list leads to.
 * On the way of every cold start: nothing here may import zod or YAML.
 */
import { defaultPrompts, defaultServers } from '../catalogue/builtin.ts';
import { defaultTools, toolsElsewhere } from '../catalogue/builtin-tools.ts';
import { capFindings } from '../model/cap-findings.ts';
import type {
  DefinitionKind,
  KeyPath,
  PromptEntry,
  ResolvedPrompt,
  ResolvedServer,
  ServerDefinition,
  ToolEntry,
} from '../model/definitions.ts';
import { isWithin } from '../model/json.ts';
import { kept } from '../model/kept.ts';
import type { Problem } from '../model/problems.ts';
import { type PromptCatalogue, type ResolvedEntry, resolveServer } from '../model/resolve.ts';
import type { FoundTool, ResolvedToolEntry } from '../model/resolve-tools.ts';
import { type DefinitionFile, locate, placeKey } from './definition-file.ts';
import { withoutKernelWarnings } from './kernel-problems.ts';
import { brokenMedia } from './media.ts';
import type { ListedPrompt, ListedTool, ServerEntry } from './types.ts';

/** A file with what the files and folders around it add to its problems. */
interface CheckedFile {
  readonly definition: DefinitionFile;
  readonly problems: readonly Problem[];
  /** The prompts and tools in this file that cannot be served, by path. */
  readonly broken: readonly KeyPath[];
}

export interface FoundServer {
  readonly resolved: ResolvedServer;
  /** Only those that looking the names up has found, located in the server's file. */
  readonly problems: readonly Problem[];
  /** With every entry of its list; made when asked for, since serving needs none of it. */
  entry(): ServerEntry;
}

/*
 * What follows from one reading of one file. The store keeps a reading while its file is unchanged, so a change in a
 * workspace of thousands costs what that one file costs.
 */
const checkedFiles = new WeakMap<DefinitionFile, CheckedFile>();
const resolvedPrompts = new WeakMap<DefinitionFile, ResolvedPrompt>();
const listedPrompts = new WeakMap<CheckedFile, ListedPrompt>();

/** The version of a server whose file cannot be read. */
const unknownVersion = '1.0.0';

/** The definitions of a workspace by catalogue name, over the built-in ones. */
export class Catalogue implements PromptCatalogue {
  private readonly checked: ReadonlyMap<DefinitionKind, ReadonlyMap<string, readonly CheckedFile[]>>;
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
    const groups = new Map<DefinitionKind, Map<string, DefinitionFile[]>>();
    for (const definition of definitions) {
      const named = kept(groups, definition.kind, () => new Map<string, DefinitionFile[]>());
      kept(named, definition.name, (): DefinitionFile[] => []).push(definition);
    }
    const checkAll = (group: DefinitionFile[]) => group.map((definition) => check(root, definition, group));
    this.checked = mapValues(groups, (named) => mapValues(named, checkAll));
  }

  lookup(name: string): ResolvedPrompt | { readonly invalid: true } | undefined {
    const [first, ...others] = this.filesOf('prompt', name);
    if (!first) return defaultPrompts.get(name);
    const { definition } = first;
    const { prompt, file } = definition;
    if (!prompt || others.length > 0 || first.broken.length > 0) return { invalid: true };
    return kept(resolvedPrompts, definition, () => ({
      ...prompt,
      catalogueName: name,
      origin: { kind: 'workspace', file, at: [] },
    }));
  }

  *names(): Iterable<string> {
    yield* this.checked.get('prompt')?.keys() ?? [];
    yield* this.otherNames('prompt');
    yield* defaultPrompts.keys();
  }

  lookupTool(name: string): FoundTool | { readonly not: 'invalid' | 'elsewhere' } | undefined {
    const [first, ...others] = this.filesOf('tool', name);
    if (!first) {
      const tool = defaultTools.get(name);
      if (tool) return { tool, origin: { kind: 'builtin' } };
      return toolsElsewhere.has(name) ? { not: 'elsewhere' } : undefined;
    }
    const { tool, file } = first.definition;
    if (!tool || others.length > 0 || first.broken.length > 0) return { not: 'invalid' };
    return { tool, origin: { kind: 'workspace', file, at: [] } };
  }

  *toolNames(): Iterable<string> {
    yield* this.checked.get('tool')?.keys() ?? [];
    yield* this.otherNames('tool');
    yield* defaultTools.keys();
  }

  named(mcpName: string): readonly string[] {
    return [...new Set(this.names())].filter((name) => {
      const found = this.lookup(name);
      return found && 'name' in found && found.name === mcpName;
    });
  }

  /** Each file with all its own problems; those of names looked up are `server`'s. */
  *files(): Iterable<{ readonly definition: DefinitionFile; readonly problems: readonly Problem[] }> {
    for (const named of this.checked.values()) for (const group of named.values()) yield* group;
  }

  /** Every catalogue name of a server: the workspace's by the alphabet, whenever they were made, then the built-in ones. */
  serverNames(): readonly string[] {
    const own = [...(this.checked.get('server')?.keys() ?? [])].sort();
    return [...new Set([...own, ...defaultServers.keys()])];
  }

  /** A server by catalogue name, a workspace file before a built-in one. Undefined when there is neither. */
  server(name: string): FoundServer | undefined {
    const [first, ...others] = this.filesOf('server', name);
    if (!first) return this.builtinServer(name);
    const { definition, broken } = first;
    // A server whose file has an error stays, empty: who watches it hears when it is back.
    const written =
      definition.server && others.length === 0
        ? definition.server
        : { name, version: unknownVersion, tools: [], prompts: [] };
    const { file } = definition;
    const { resolved, entries, toolEntries, findings } = resolveServer(withoutBroken(written, broken), this, file);
    return {
      resolved,
      problems: capFindings(findings).map((finding) => locate(definition, finding)),
      entry: () => ({
        resolved,
        builtin: false,
        file,
        entries: entries.map((entry) => this.listed(entry, first)),
        tools: toolEntries.map((entry) => this.listedTool(entry, first)),
      }),
    };
  }

  private builtinServer(name: string): FoundServer | undefined {
    const server = defaultServers.get(name);
    if (!server) return undefined;
    const { resolved, entries, toolEntries } = resolveServer(server, this);
    const entry = () => ({
      resolved,
      builtin: true,
      entries: entries.map((listed) => this.listed(listed)),
      tools: toolEntries.map((listed) => this.listedTool(listed)),
    });
    return { resolved, problems: [], entry };
  }

  private listed({ entry, prompt, served, findings }: ResolvedEntry, server?: CheckedFile): ListedPrompt {
    const lookedUp = server ? findings.map((finding) => locate(server.definition, finding)) : [];
    if (entry.kind === 'inline') {
      const own = server?.problems.filter((problem) => isWithin(entry.at, problem.at)) ?? [];
      return {
        ...(prompt && { prompt }),
        builtin: !server,
        ...(server && { location: { file: server.definition.file, at: entry.at } }),
        served,
        problems: [...own, ...lookedUp],
      };
    }
    const [file] = this.filesOf('prompt', entry.name);
    const byName = (): ListedPrompt => ({
      ...(prompt && { prompt }),
      catalogueName: entry.name,
      builtin: !file && prompt !== undefined,
      ...(file && { location: { file: file.definition.file, at: [] } }),
      served,
      problems: [...(file?.problems ?? []), ...lookedUp],
    });
    return file && served && lookedUp.length === 0 ? kept(listedPrompts, file, byName) : byName();
  }

  private listedTool({ entry, tool, served, findings }: ResolvedToolEntry, server?: CheckedFile): ListedTool {
    const lookedUp = server ? findings.map((finding) => locate(server.definition, finding)) : [];
    if (entry.kind === 'inline') {
      const own = server?.problems.filter((problem) => isWithin(entry.at, problem.at)) ?? [];
      return {
        ...(tool && { tool }),
        builtin: !server,
        ...(server && { location: { file: server.definition.file, at: entry.at } }),
        served,
        problems: [...own, ...lookedUp],
      };
    }
    const [file] = this.filesOf('tool', entry.name);
    return {
      ...(tool && { tool }),
      catalogueName: entry.name,
      builtin: !file && (defaultTools.has(entry.name) || toolsElsewhere.has(entry.name)),
      ...(file && { location: { file: file.definition.file, at: [] } }),
      served,
      problems: [...(file?.problems ?? []), ...lookedUp],
    };
  }

  private filesOf(kind: DefinitionKind, name: string): readonly CheckedFile[] {
    return this.checked.get(kind)?.get(name) ?? noFiles;
  }
}

const noFiles: readonly CheckedFile[] = [];

function mapValues<Key, Value, Result>(values: ReadonlyMap<Key, Value>, make: (value: Value) => Result) {
  return new Map<Key, Result>([...values].map(([key, value]) => [key, make(value)]));
}

function check(root: string, definition: DefinitionFile, group: readonly DefinitionFile[]): CheckedFile {
  if (group.length === 1 && definition.media.length === 0) {
    return kept(checkedFiles, definition, () => ({
      definition,
      problems: withoutKernelWarnings(definition.problems),
      broken: [],
    }));
  }
  const media = brokenMedia(root, definition);
  const rival = group.find((other) => other !== definition);
  return {
    definition,
    problems: [
      ...(rival ? [sameName(definition, rival)] : []),
      ...withoutKernelWarnings(definition.problems),
      ...capFindings(media.map(({ problem }) => problem)),
    ],
    broken: media.map(({ reference }) => reference.prompt),
  };
}

const tagOfKind = {
  server: 'InvalidMCPServerSpecification',
  prompt: 'InvalidMCPPromptSpecification',
  tool: 'InvalidMCPToolSpecification',
  source: 'InvalidSourceSpecification',
} as const;

function sameName(definition: DefinitionFile, rival: DefinitionFile): Problem {
  const message = `${rival.file} has the catalogue name ${definition.name} too, so neither counts: rename or remove one.`;
  return locate(definition, { tag: tagOfKind[definition.kind], severity: 'error', message, at: [] });
}

function withoutBroken(server: ServerDefinition, broken: readonly KeyPath[]): ServerDefinition {
  if (broken.length === 0) return server;
  const places = new Set(broken.map(placeKey));
  const kept = <Entry extends PromptEntry | ToolEntry>(entry: Entry) =>
    entry.kind === 'inline' && places.has(placeKey(entry.at)) ? { kind: 'inline' as const, at: entry.at } : entry;
  return { ...server, prompts: server.prompts.map(kept), tools: server.tools.map(kept) };
}
