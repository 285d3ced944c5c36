/** Plans that rename or delete a catalogue file and update every list that names it. */
import { WorkbenchError } from '../../base/errors.ts';
import { valueAt } from '../../base/json.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import { catalogueNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import type { FileChange, Plan, Workspace } from '../types.ts';
import { type ListKind, listKindOf } from './list-kind.ts';
import { catalogueNames, editFile, refuseName } from './workspace.ts';

/** Renames a catalogue entry: creates the new file, updates every list, then deletes the old file. */
export function renameInCatalogue({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const { path, of } = placeOf(file);
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const others = catalogueNames(workspace, of).filter((each) => each !== path.name);
    refuseName(catalogueNameProblem(name, others, of.kind));
    const text = await workspace.read(file);
    const renamed = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
    const listings = isAlone(workspace, path) ? await changeListings(workspace, of, path.name, name) : [];
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
    const text = await workspace.read(file);
    const isGone = isAlone(workspace, path) && !of.builtin.has(path.name);
    const listings = isGone ? await changeListings(workspace, of, path.name, undefined) : [];
    return { label: `Deleted ${path.name}`, changes: [...listings, { file, before: text, after: null }] };
  };
}

function placeOf(file: string): { readonly path: DefinitionPath; readonly of: ListKind } {
  const path = definitionPath(file);
  const of = listKindOf(path.kind);
  if (of) return { path, of };
  throw new WorkbenchError('invalid-input', `${file} is not in the prompts or the tools folder: choose one of those.`);
}

/** Whether no other file has this catalogue name. Otherwise, the lists refer to that file too. */
function isAlone({ snapshot }: Workspace, { file, kind, name }: DefinitionPath): boolean {
  return !snapshot.files.some((other) => other.kind === kind && other.name === name && other.file !== file);
}

/** Changes of the lists that name a definition: they get the new name, or lose the entry when there is none. */
async function changeListings(
  workspace: Workspace,
  of: ListKind,
  name: string,
  to: string | undefined,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const { file, kind } of workspace.snapshot.files) {
    if (kind !== 'server') continue;
    const before = await workspace.read(file);
    const text = readText(definitionPath(file), before);
    if (!text && before.includes(name))
      throw new WorkbenchError(
        'refused',
        `${file} cannot be read as YAML and may list ${name}: correct its text first.`,
      );
    if (!text) continue;
    const places = of
      .entriesIn(text.data)
      .flatMap((entry) => (entry.kind === 'name' && valueAt(text.data, entry.at) === name ? [entry.at] : []));
    // From the last entry to the first, because a removal shifts the indexes after it.
    const each = places.toReversed().map((at): Change => {
      if (to !== undefined) return { kind: 'replace', at, value: to };
      return at.length === 1 ? { kind: 'replace', at, value: [] } : { kind: 'remove', at };
    });
    if (each.length > 0) changes.push(editFile(file, text, each));
  }
  return changes;
}
