/** Plans for a catalogue prompt as a file, with every listing of it. */
import { defaultPrompts } from '../../catalogue/builtin.ts';
import { WorkbenchError } from '../../model/errors.ts';
import { valueAt } from '../../model/json.ts';
import { catalogueNameProblem } from '../../model/prompt-names.ts';
import { listedEntries } from '../../model/server.ts';
import type { Change } from '../edit/changes.ts';
import { readText } from '../edit/edit-text.ts';
import type { FileChange } from '../types.ts';
import { type DefinitionPath, definitionPath } from '../workspace-paths.ts';
import { catalogueNames, edited, type Plan, refuseName, type Workspace } from './workspace.ts';

/** Another catalogue name: the file is made under it, every list names it, and the old file goes. */
export function renameCataloguePrompt({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const path = promptPath(file);
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const others = catalogueNames(workspace).filter((each) => each !== path.name);
    refuseName(catalogueNameProblem(name, others));
    const text = await workspace.read(file);
    const renamed = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
    const listings = isAlone(workspace, path) ? await changeListings(workspace, path.name, name) : [];
    return {
      label: `Renamed ${path.name} to ${name}`,
      changes: [{ file: renamed, before: null, after: text }, ...listings, { file, before: text, after: null }],
      location: { file: renamed, at: [] },
    };
  };
}

/** Takes the prompt out of every list, then deletes its file. Where it stood for a built-in one, that is listed again. */
export function deleteCataloguePrompt({ file }: { file: string }): Plan {
  return async (workspace) => {
    const path = promptPath(file);
    const text = await workspace.read(file);
    const isGone = isAlone(workspace, path) && !defaultPrompts.has(path.name);
    const listings = isGone ? await changeListings(workspace, path.name, undefined) : [];
    return { label: `Deleted ${path.name}`, changes: [...listings, { file, before: text, after: null }] };
  };
}

function promptPath(file: string): DefinitionPath {
  const path = definitionPath(file);
  if (path.kind === 'prompt') return path;
  throw new WorkbenchError('invalid-input', `${file} is not in the prompts folder: choose a prompt.`);
}

/** Whether no other file has the catalogue name: else the lists mean that one too. */
function isAlone({ snapshot }: Workspace, { file, kind, name }: DefinitionPath): boolean {
  return !snapshot.files.some((other) => other.kind === kind && other.name === name && other.file !== file);
}

/** The lists that name a prompt, with another name in its place, or none. */
async function changeListings(workspace: Workspace, name: string, to: string | undefined): Promise<FileChange[]> {
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
    const places = listedEntries(text.data).flatMap((entry) =>
      entry.kind === 'name' && valueAt(text.data, entry.at) === name ? [entry.at] : [],
    );
    // Backwards, so that every index still holds when its turn comes.
    const each = places.toReversed().map((at): Change => {
      if (to !== undefined) return { kind: 'replace', at, value: to };
      return at.length === 1 ? { kind: 'replace', at, value: [] } : { kind: 'remove', at };
    });
    if (each.length > 0) changes.push(edited(file, text, each));
  }
  return changes;
}
