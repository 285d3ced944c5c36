/** Collects the parts of a workspace that one server needs: its definitions, and the sources and files that they name. */
import { WorkbenchError } from '../base/errors.ts';
import { findServerName, noSuchServer } from '../library/live-server.ts';
import type { LibrarySnapshot, ServerEntry, WorkspaceFile } from '../library/types.ts';
import { builtinSources } from '../model/builtin/sources.ts';
import type { ResolvedPrompt, ResolvedServer, ResolvedTool, SourceDefinition } from '../model/definitions.ts';
import { isServerError } from '../model/unserved-server.ts';
import { skillsOf } from '../skills/skill-entry.ts';

export interface NamedSource {
  readonly name: string;
  readonly definition: SourceDefinition;
  /** Absent for a built-in source. */
  readonly file?: WorkspaceFile;
}

export interface ServerParts {
  /** The catalogue name. */
  readonly name: string;
  readonly server: ResolvedServer;
  /** The files that define the server, its prompts and tools, and its sources; sorted by path. */
  readonly files: readonly WorkspaceFile[];
  readonly sources: readonly NamedSource[];
  /** Paths inside `media/`. */
  readonly media: readonly string[];
  readonly functions: readonly string[];
  readonly usesWolfram: boolean;
  readonly usesNotebooks: boolean;
  /** The names of entries that are not served because of an error. */
  readonly unservedNames: readonly string[];
}

/**
 * @param name the catalogue name, or the `Name` of one server
 * @throws WorkbenchError `not-found`, `invalid-input` if the server has an error
 */
export function collectParts(snapshot: LibrarySnapshot, name: string): ServerParts {
  const [catalogueName, entry] = findServer(snapshot, name);
  const { resolvedServer: server } = entry;
  const byPath = new Map(snapshot.files.map((file) => [file.file, file]));
  const paths = new Set<string>(entry.file === undefined ? [] : [entry.file]);
  const prompts = [
    ...server.prompts,
    ...server.tools.flatMap(({ content }) => (content.kind === 'prompt' ? [content.prompt] : [])),
  ];
  for (const { origin } of [...prompts, ...server.tools]) if (origin.kind === 'workspace') paths.add(origin.file);
  const skills = skillsOf(server).filter(({ prompt }) => prompt === undefined);
  for (const { file } of skills) if (file !== undefined) paths.add(file);
  const definitions = [...paths].sort().flatMap((path) => byPath.get(path) ?? []);
  const { functions, kinds, media } = contentsOf([...prompts, ...server.tools]);
  const sources = sourcesOf(snapshot, [...prompts, ...server.tools], functions);
  const unservedEntries = [...entry.entries, ...entry.tools].filter(({ isServed }) => !isServed);
  return {
    name: catalogueName,
    server,
    files: [...definitions, ...sources.flatMap(({ file }) => file ?? [])],
    sources,
    media: [...new Set([...media, ...skills.flatMap(({ skillText }) => skillText.files)])].sort(),
    functions,
    usesWolfram: kinds.has('wolfram') || kinds.has('builtin'),
    usesNotebooks: kinds.has('notebook'),
    unservedNames: unservedEntries.map(
      (unservedEntry) =>
        unservedEntry.catalogueName ??
        ('prompt' in unservedEntry ? unservedEntry.prompt?.name : undefined) ??
        'an entry',
    ),
  };
}

function findServer(snapshot: LibrarySnapshot, name: string): readonly [string, ServerEntry] {
  const brokenFile = snapshot.files.find((file) => file.kind === 'server' && file.name === name);
  const problem = brokenFile?.problems.find(isServerError);
  if (problem) {
    const message = `${problem.file}:${problem.line}: ${problem.message} Correct it first.`;
    throw new WorkbenchError('invalid-input', message);
  }
  const catalogueName = findServerName(snapshot, name);
  const entry = catalogueName === undefined ? undefined : snapshot.servers.get(catalogueName);
  if (catalogueName !== undefined && entry) return [catalogueName, entry];
  throw noSuchServer(name, snapshot.servers.keys(), snapshot.problems);
}

interface Contents {
  readonly functions: string[];
  readonly kinds: Set<string>;
  readonly media: readonly string[];
}

/** Collects the contents of definitions. They are plain data, so every content has its `kind`, wherever it is. */
function contentsOf(definitions: readonly (ResolvedPrompt | ResolvedTool)[]): Contents {
  const functions: string[] = [];
  const kinds = new Set<string>();
  const media = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { kind, source, file } = value as { kind?: unknown; source?: unknown; file?: unknown };
    if (typeof kind === 'string') kinds.add(kind);
    if (kind === 'function' && typeof source === 'string') functions.push(source);
    if (kind === 'file' && typeof file === 'string') media.add(file);
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const definition of definitions) {
    // Not its tests, which a package does not run.
    visit([definition.content, 'arguments' in definition ? definition.arguments : undefined]);
    for (const file of ('skill' in definition && definition.skill?.files) || []) media.add(file);
  }
  return { functions, kinds, media: [...media].sort() };
}

/** Finds the sources that contents name. A function names them at run time, so its text decides. */
function sourcesOf(
  snapshot: LibrarySnapshot,
  definitions: readonly (ResolvedPrompt | ResolvedTool)[],
  functions: readonly string[],
): readonly NamedSource[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { kind, type, sources, source } = value as Readonly<Record<string, unknown>>;
    const isSearch = kind === 'search' || kind === 'read' || type === 'search';
    if (isSearch && Array.isArray(sources)) for (const name of sources) names.add(String(name));
    if (kind === 'mcp') names.add(String(source));
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const { content } of definitions) visit(content);
  const ownFiles = snapshot.files.filter(({ kind, source }) => kind === 'source' && source);
  const allNames = new Set([...ownFiles.map(({ name }) => name), ...builtinSources.keys()]);
  for (const name of allNames) if (functions.some((text) => text.includes(name))) names.add(name);
  return [...names].sort().flatMap((name): readonly NamedSource[] => {
    const file = ownFiles.find((workspaceFile) => workspaceFile.name === name);
    if (file?.source) return [{ name, definition: file.source, file }];
    const definition = builtinSources.get(name);
    return definition ? [{ name, definition }] : [];
  });
}
