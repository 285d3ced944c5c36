/** Plans for a prompt or tool of the catalogue as a file, with every listing of it. */
import { WorkbenchError } from '../../base/errors.ts';
import { valueAt } from '../../base/json.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import { catalogueNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import type { FileChange, Plan, Workspace } from '../types.ts';
import { type ListKind, listKindOf } from './list-kind.ts';
import { catalogueNames, edited, refuseName } from './workspace.ts';

/** Another catalogue name: the file is made under it, every list names it, and the old file goes. */
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

/** Takes it out of every list, then deletes its file. Where it stood for a built-in one, that is listed again. */
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

/** Whether no other file has the catalogue name: else the lists mean that one too. */
function isAlone({ snapshot }: Workspace, { file, kind, name }: DefinitionPath): boolean {
  return !snapshot.files.some((other) => other.kind === kind && other.name === name && other.file !== file);
}

/** The lists that name a definition, with another name in its place, or none. */
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
    // Backwards, so that every index still holds when its turn comes.
    const each = places.toReversed().map((at): Change => {
      if (to !== undefined) return { kind: 'replace', at, value: to };
      return at.length === 1 ? { kind: 'replace', at, value: [] } : { kind: 'remove', at };
    });
    if (each.length > 0) changes.push(edited(file, text, each));
  }
  return changes;
}
