/** One moment of a workspace, from its files. */
import { isSameData } from '../model/json.ts';
import type { Problem } from '../model/problems.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionFile } from './definition-file.ts';
import { folderProblems } from './folder-problems.ts';
import type { LibrarySnapshot, ServerEntry, WorkspaceFile } from './types.ts';

/** @param previous of the same workspace; what has not changed since keeps its identity */
export function takeSnapshot(
  root: string,
  definitions: Iterable<DefinitionFile>,
  previous: LibrarySnapshot | undefined,
): LibrarySnapshot {
  const catalogue = new Catalogue(root, definitions);
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
      workspaceFile(definition, [...problems, ...(lookedUp.get(definition.file) ?? [])]),
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

function keepIdentity(entry: ServerEntry, previous: ServerEntry | undefined): ServerEntry {
  return previous && isSameData(previous.resolved, entry.resolved) ? { ...entry, resolved: previous.resolved } : entry;
}

function workspaceFile(definition: DefinitionFile, problems: readonly Problem[]): WorkspaceFile {
  const { places: _, media: __, ...file } = definition;
  return { ...file, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}
