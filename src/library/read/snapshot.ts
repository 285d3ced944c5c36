/** One moment of a workspace, from its files. */
import { isSameData } from '../../base/json.ts';
import type { Problem } from '../../model/problems/problems.ts';
import type { LibrarySnapshot, ServerEntry } from '../types.ts';
import { retypedSnapshot } from '../write/retyped.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionFile } from './definition-file.ts';
import { folderProblems } from './folder-problems.ts';
import { missingSources, sourceNames } from './searched-sources.ts';

const nothing: readonly Problem[] = [];

/** What each snapshot was taken of. */
const definitionsOf = new WeakMap<LibrarySnapshot, readonly DefinitionFile[]>();

/**
 * @param root the workspace's real path
 * @param previous of the same workspace; what has not changed since keeps its identity
 * @param isTyping nothing outside of these definitions has changed since: no folder, no media
 */
export function takeSnapshot(
  root: string,
  definitions: readonly DefinitionFile[],
  previous?: LibrarySnapshot,
  isTyping = false,
): LibrarySnapshot {
  const before = previous && definitionsOf.get(previous);
  const snapshot =
    (isTyping && before && retypedSnapshot(root, previous, before, definitions)) ||
    wholeSnapshot(root, definitions, previous);
  definitionsOf.set(snapshot, definitions);
  return snapshot;
}

function wholeSnapshot(
  root: string,
  definitions: readonly DefinitionFile[],
  previous: LibrarySnapshot | undefined,
): LibrarySnapshot {
  const catalogue = new Catalogue(root, definitions);
  const sources = sourceNames(catalogue.sourceNames());
  const servers = new Map<string, ServerEntry>();
  const lookedUp = new Map<string, readonly Problem[]>();
  for (const name of catalogue.serverNames()) {
    const found = catalogue.server(name);
    if (!found) continue;
    const entry = found.entry();
    servers.set(name, keepIdentity(entry, previous?.servers.get(name)));
    if (entry.file !== undefined) lookedUp.set(entry.file, found.problems);
  }
  const files = catalogue
    .files()
    .map((checked) => {
      const { definition } = checked;
      const found = lookedUp.get(definition.file) ?? nothing;
      return checked.asWorkspaceFile(definition.searches ? [...found, ...missingSources(definition, sources)] : found);
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    revision: (previous?.revision ?? 0) + 1,
    files,
    servers,
    problems: [...folderProblems(root), ...files.flatMap(({ problems }) => problems)],
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
