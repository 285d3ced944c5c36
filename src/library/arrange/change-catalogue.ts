/** Plans that rename or delete a catalogue file and update every list that names it. */
import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import { catalogueNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import type { FileChange, Plan, Workspace } from '../types.ts';
import { type ListKind, listKindOf } from './list-kind.ts';
import { catalogueNames, editEntries, refuseName } from './workspace.ts';

/** Renames a catalogue entry: creates the new file, updates every list, then deletes the old file. */
export function renameInCatalogue({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const { path, of } = placeOf(file);
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const others = catalogueNames(workspace, of).filter((each) => each !== path.name);
    refuseName(catalogueNameProblem(name, others, of.kind));
    const text = await workspace.read(file);
    const renamed = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
    const listings = isAlone(workspace, path, [file])
      ? await changeListings(workspace, of, new Set([path.name]), name)
      : [];
    return {
      label: `Renamed ${path.name} to ${name}`,
      changes: [{ file: renamed, before: null, after: text }, ...listings, { file, before: text, after: null }],
      location: { file: renamed, at: [] },
    };
  };
}

/** Deletes a definition's file and its list entries. The lists stay unchanged when a built-in definition or another file has the name. */
export function deleteFromCatalogue({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { path, of } = placeOf(file);
    return { label: `Deleted ${path.name}`, changes: await changesOfDeletion(workspace, of, [file]) };
  };
}

/** Entries of one server's file. */
interface EntriesOfFile {
  readonly file: string;
  readonly at: readonly KeyPath[];
}

/** The changes that delete definition files with their list entries, and further entries of one server with them. */
export async function changesOfDeletion(
  workspace: Workspace,
  of: ListKind,
  files: readonly string[],
  entries?: EntriesOfFile,
): Promise<FileChange[]> {
  const gone = new Set<string>();
  const deleted: FileChange[] = [];
  for (const file of files) {
    const { path } = placeOf(file);
    deleted.push({ file, before: await workspace.read(file), after: null });
    if (isAlone(workspace, path, files) && !of.builtin.has(path.name)) gone.add(path.name);
  }
  return [...(await changeListings(workspace, of, gone, undefined, entries)), ...deleted];
}

function placeOf(file: string): { readonly path: DefinitionPath; readonly of: ListKind } {
  const path = definitionPath(file);
  const of = listKindOf(path.kind);
  if (of) return { path, of };
  throw new WorkbenchError('invalid-input', `${file} is not in the prompts or the tools folder: choose one of those.`);
}

/** Whether no file but these has this catalogue name. Otherwise, the lists refer to that file too. */
function isAlone({ snapshot }: Workspace, { kind, name }: DefinitionPath, files: readonly string[]): boolean {
  return !snapshot.files.some((other) => other.kind === kind && other.name === name && !files.includes(other.file));
}

/**
 * Changes of the lists that name definitions: they get the new name, or lose the entries when there is none.
 * @param entries further entries to remove
 */
async function changeListings(
  workspace: Workspace,
  of: ListKind,
  names: ReadonlySet<string>,
  to: string | undefined,
  entries?: EntriesOfFile,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const { file, kind } of workspace.snapshot.files) {
    if (kind !== 'server') continue;
    const before = await workspace.read(file);
    const text = readText(definitionPath(file), before);
    const listed = text ? undefined : [...names].find((name) => before.includes(name));
    if (listed !== undefined)
      throw new WorkbenchError(
        'refused',
        `${file} cannot be read as YAML and may list ${listed}: correct its text first.`,
      );
    if (!text) continue;
    const removed = new Set(file === entries?.file ? entries.at.map((at) => JSON.stringify(at)) : []);
    const places = of
      .entriesIn(text.data)
      .filter(({ kind, name, at }) => (kind === 'name' && names.has(name)) || removed.has(JSON.stringify(at)))
      .map(({ at }) => at);
    // From the last entry to the first, because a removal shifts the indexes after it.
    const each = places.toReversed().map((at): Change => {
      if (to !== undefined) return { kind: 'replace', at, value: to };
      return at.length === 1 ? { kind: 'replace', at, value: [] } : { kind: 'remove', at };
    });
    if (each.length > 0) changes.push(editEntries(file, text, each));
  }
  return changes;
}
