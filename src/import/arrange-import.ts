/** The plan that writes imported definitions as one change, which can be undone as one. */

import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, valueAt } from '../base/json.ts';
import { definitionPath } from '../files/workspace-paths.ts';
import { listChange, serverList } from '../library/arrange/server-list.ts';
import { printFile } from '../library/arrange/workspace.ts';
import type { Change } from '../library/edit/changes.ts';
import type { FileChange, LibrarySnapshot, Plan } from '../library/types.ts';
import { encodeWithinLimit } from '../library/write/save.ts';
import { defaultPrompts } from '../model/builtin/builtin.ts';
import { defaultTools } from '../model/builtin/builtin-tools.ts';
import type { ImportResult } from './importer.ts';
import { type ChosenItem, type ImportTarget, type Placement, place, type TakenNames } from './place.ts';

/** The files that an import would write. */
export function placeChosen(
  snapshot: LibrarySnapshot,
  source: ImportResult,
  choices: readonly ChosenItem[],
  target: ImportTarget,
): Placement {
  return place(source, choices, target, findTakenNames(snapshot, target));
}

function findTakenNames({ files, servers }: LibrarySnapshot, target: ImportTarget): TakenNames {
  const namesOfKind = (kind: string) => files.flatMap((file) => (file.kind === kind ? [file.name] : []));
  const list = target.kind === 'server' ? servers.get(target.name) : undefined;
  return {
    servers: [...servers.keys(), ...namesOfKind('server')],
    prompts: [...namesOfKind('prompt'), ...defaultPrompts.keys()],
    tools: [...namesOfKind('tool'), ...defaultTools.keys()],
    listedNames: {
      prompts: list?.entries.flatMap(({ prompt }) => (prompt ? [prompt.name] : [])) ?? [],
      tools: list?.resolvedServer.tools.map(({ name }) => name) ?? [],
    },
  };
}

export function textOfFile({ file, data }: Placement['files'][number]): string {
  return printFile(file, data);
}

/**
 * @throws WorkbenchError `invalid-input` if nothing is selected, `refused` if a file would be too large; as `serverList`
 *   for the target
 */
export function arrangeImport(source: ImportResult, choices: readonly ChosenItem[], target: ImportTarget): Plan {
  return async (workspace) => {
    const placement = placeChosen(workspace.snapshot, source, choices, target);
    const [first] = placement.files;
    if (!first) throw new WorkbenchError('invalid-input', 'Nothing is selected: select what to import.');
    const changes: FileChange[] = placement.files.map((file) => ({
      file: file.file,
      before: null,
      after: textOfFile(file),
    }));
    for (const { file, after } of changes) encodeWithinLimit(definitionPath(file), after ?? '');
    const count = placement.files.filter(({ index }) => index !== undefined).length;
    const label = count === 1 ? `Imported ${nameOf(first.file)}` : `Imported ${count} definitions`;
    // Show the new server if there is one, else the first definition.
    const firstShown = placement.files.find(({ index }) => index === undefined) ?? first;
    const outcome = { label, changes, location: { file: firstShown.file, at: [] } };
    if (target.kind === 'server' && placement.listedNames.prompts.length + placement.listedNames.tools.length > 0) {
      const list = await serverList(workspace, target.name);
      changes.push(listChange(list, listChanges(list.text.data, list.entries.length, placement)));
      if (placement.listedNames.prompts.length > 0)
        return { ...outcome, entry: { server: list.server, index: list.entries.length } };
    }
    return outcome;
  };
}

function listChanges(data: unknown, length: number, { listedNames }: Placement): readonly Change[] {
  const prompts = listedNames.prompts.map(
    (name, index): Change => ({ kind: 'insert', at: ['MCPPrompts', length + index], value: name }),
  );
  if (listedNames.tools.length === 0) return prompts;
  const tools = valueAt(data, ['Tools']);
  const knownTools = Array.isArray(tools) ? tools : tools === undefined || tools === null ? [] : [tools];
  const kind = isJsonObject(data) && Object.hasOwn(data, 'Tools') ? 'replace' : 'insert';
  return [...prompts, { kind, at: ['Tools'], value: [...knownTools, ...listedNames.tools] }];
}

function nameOf(file: string): string {
  return file.replace(/^.*\/|\.yaml$/g, '');
}
