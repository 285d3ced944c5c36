/** Takes snapshots of a workspace from its files. */
import { isSameData } from '../../base/json.ts';
import type { Problem } from '../../model/problems/problems.ts';
import type { LibrarySnapshot, ServerEntry, WorkspaceFile } from '../types.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionFile } from './definition/definition-file.ts';
import { folderProblems } from './folder-problems.ts';
import { missingSources, sourceNames } from './searched-sources.ts';
import { updateSnapshot } from './update-snapshot.ts';

const noProblems: readonly Problem[] = [];

/** The definitions that each snapshot was taken from. */
const definitionsOf = new WeakMap<LibrarySnapshot, readonly DefinitionFile[]>();

/**
 * @param root the workspace's real path
 * @param faults what is wrong with the settings
 * @param previous the previous snapshot; unchanged servers keep their identity
 * @param isTyping only definitions have changed since: no folder, no media, no settings
 */
export function takeSnapshot(
  root: string,
  definitions: readonly DefinitionFile[],
  faults: readonly Problem[],
  previous?: LibrarySnapshot,
  isTyping = false,
): LibrarySnapshot {
  const before = previous && definitionsOf.get(previous);
  const snapshot =
    (isTyping && before && updateSnapshot(root, previous, before, definitions)) ||
    wholeSnapshot(root, definitions, faults, previous);
  definitionsOf.set(snapshot, definitions);
  return snapshot;
}

function wholeSnapshot(
  root: string,
  definitions: readonly DefinitionFile[],
  faults: readonly Problem[],
  previous: LibrarySnapshot | undefined,
): LibrarySnapshot {
  const catalogue = new Catalogue(root, definitions);
  const sources = sourceNames(catalogue.sourceNames());
  const servers = new Map<string, ServerEntry>();
  const lookedUp = new Map<string, readonly Problem[]>();
  for (const name of catalogue.serverNames()) {
    const foundServer = catalogue.server(name);
    if (!foundServer) continue;
    const entry = foundServer.entry();
    servers.set(name, keepIdentity(entry, previous?.servers.get(name)));
    if (entry.file !== undefined) lookedUp.set(entry.file, foundServer.problems);
  }
  const files = catalogue
    .files()
    .map((checkedFile) => {
      const { definition } = checkedFile;
      const lookupProblems = lookedUp.get(definition.file) ?? noProblems;
      return checkedFile.asWorkspaceFile(
        definition.searches ? [...lookupProblems, ...missingSources(definition, sources)] : lookupProblems,
      );
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    revision: (previous?.revision ?? 0) + 1,
    files,
    servers,
    problems: [...faults, ...folderProblems(root), ...files.flatMap(({ problems }) => problems)],
  };
}

/** Whether the files and problems are the same. */
export function isSameSnapshot(a: LibrarySnapshot, b: LibrarySnapshot): boolean {
  return isSameData(a.files, b.files) && isSameData(a.problems, b.problems);
}

/** More changed files are not listed one by one. */
const maxListed = 100;

/**
 * The changed files with their new versions (`''` for a deleted file). Undefined if no definition file changed, as when a
 * media file was replaced, or if too many did.
 */
export function changedFiles(before: LibrarySnapshot, next: LibrarySnapshot): Record<string, string> | undefined {
  // A keystroke changes one of thousands of files; the others are the same objects at the same indexes.
  const isOther = (_: WorkspaceFile, index: number) => before.files[index] !== next.files[index];
  const versions = new Map(before.files.filter(isOther).map(({ file, version }) => [file, version]));
  const changedVersions: Record<string, string> = {};
  for (const { file, version } of next.files.filter(isOther)) {
    if (versions.get(file) !== version) changedVersions[file] = version;
    versions.delete(file);
  }
  for (const file of versions.keys()) changedVersions[file] = '';
  const { length } = Object.keys(changedVersions);
  return length === 0 || length > maxListed ? undefined : changedVersions;
}

function keepIdentity(entry: ServerEntry, previous: ServerEntry | undefined): ServerEntry {
  return previous && isSameData(previous.resolvedServer, entry.resolvedServer)
    ? { ...entry, resolvedServer: previous.resolvedServer }
    : entry;
}
