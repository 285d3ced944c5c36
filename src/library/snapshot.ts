/** One moment of a workspace, from its files. */
import { isSameData } from '../model/json.ts';
import { kept } from '../model/kept.ts';
import type { Problem } from '../model/problems.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionFile } from './definition-file.ts';
import { folderProblems } from './folder-problems.ts';
import { missingSources, sourceNames } from './searched-sources.ts';
import type { LibrarySnapshot, ServerEntry, WorkspaceFile } from './types.ts';

/** @param previous of the same workspace; what has not changed since keeps its identity */
export function takeSnapshot(
  root: string,
  definitions: Iterable<DefinitionFile>,
  previous: LibrarySnapshot | undefined,
): LibrarySnapshot {
  const catalogue = new Catalogue(root, definitions);
  const sources = sourceNames(definitions);
  const servers = new Map<string, ServerEntry>();
  const lookedUp = new Map<string, readonly Problem[]>();
  for (const name of catalogue.serverNames()) {
    const found = catalogue.server(name);
    if (!found) continue;
    const entry = found.entry();
    servers.set(name, keepIdentity(entry, previous?.servers.get(name)));
    if (entry.file !== undefined) lookedUp.set(entry.file, found.problems);
  }
  const files = [...catalogue.files()]
    .map(({ definition, problems }) =>
      workspaceFile(definition, [
        ...problems,
        ...(lookedUp.get(definition.file) ?? []),
        ...missingSources(definition, sources),
      ]),
    )
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    revision: (previous?.revision ?? 0) + 1,
    files,
    servers,
    problems: [...folderProblems(root), ...files.flatMap((file) => file.problems)],
  };
}

/** Whether nobody would see a difference. */
export function isSameSnapshot(a: LibrarySnapshot, b: LibrarySnapshot): boolean {
  return isSameData(a.files, b.files) && isSameData(a.problems, b.problems);
}

/** More files than anybody could have changed by hand are not named one by one. */
const maxNamed = 100;

/**
 * The files that hold something else in `next`, with their versions there (`''`: gone). Undefined where that does not say
 * what has changed: a picture that prompts name is another, or too many files are.
 */
export function changedFiles(before: LibrarySnapshot, next: LibrarySnapshot): Record<string, string> | undefined {
  const versions = new Map(before.files.map(({ file, version }) => [file, version]));
  const changed: Record<string, string> = {};
  for (const { file, version } of next.files) {
    if (versions.get(file) !== version) changed[file] = version;
    versions.delete(file);
  }
  for (const file of versions.keys()) changed[file] = '';
  const { length } = Object.keys(changed);
  return length === 0 || length > maxNamed ? undefined : changed;
}

function keepIdentity(entry: ServerEntry, previous: ServerEntry | undefined): ServerEntry {
  return previous && isSameData(previous.resolved, entry.resolved) ? { ...entry, resolved: previous.resolved } : entry;
}

/** Files without problems, by their reading. */
const soundFiles = new WeakMap<DefinitionFile, WorkspaceFile>();

function workspaceFile(definition: DefinitionFile, problems: readonly Problem[]): WorkspaceFile {
  return problems.length === 0
    ? kept(soundFiles, definition, () => withProblems(definition, problems))
    : withProblems(definition, problems);
}

function withProblems(definition: DefinitionFile, problems: readonly Problem[]): WorkspaceFile {
  const { places: _, media: __, searches: ___, ...file } = definition;
  return { ...file, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}
