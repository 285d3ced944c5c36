/** Plans that change the entries of one server's list and their order. */
import { WorkbenchError } from '../../base/errors.ts';
import { type KeyPath, valueAt } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Addition } from '../edit/changes.ts';
import type { ListName, Plan, Workspace } from '../types.ts';
import { renamedDefinition } from './change-catalogue.ts';
import { newDefinition } from './create-prompt.ts';
import { type ListedEntry, type ListKind, listKindOf } from './list-kind.ts';
import {
  entryAt,
  entryName,
  entryPlace,
  insertionIndex,
  listChange,
  mcpNames,
  type ServerList,
  serverList,
} from './server-list.ts';
import { catalogueNames, editFile, readDefinitionText, refuseName } from './workspace.ts';

/** One of a server's lists; the default is its prompts. */
export interface EntryPlace {
  readonly server: string;
  readonly list?: ListName;
  readonly index: number;
}

/** The index of a new entry; the default is the end of the list. */
export interface NewPlace {
  readonly server: string;
  readonly list?: ListName;
  readonly index?: number;
}

export function moveEntry({
  server,
  list: listName,
  from,
  to,
}: Omit<EntryPlace, 'index'> & { from: number; to: number }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const { at } = entryAt(list, from);
    entryAt(list, to);
    const label = `Moved ${entryName(list, from)}`;
    if (from === to) return { label, changes: [], entry: entryPlace(list, to) };
    return { label, changes: [listChange(list, [{ kind: 'move', at, to }])], entry: entryPlace(list, to) };
  };
}

export function addEntry({ server, list: listName, index, catalogueName }: NewPlace & { catalogueName: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    if (!catalogueNames(workspace, list.listKind).includes(catalogueName))
      throw new WorkbenchError(
        'not-found',
        `There is no ${list.listKind.kind} ${catalogueName} in the catalogue: choose another one.`,
      );
    if (list.entries.some((entry) => entry.kind === 'name' && entry.name === catalogueName))
      throw new WorkbenchError('invalid-input', `${server} already lists ${catalogueName}: choose another one.`);
    const label = `Added ${mcpNameOf(workspace, list.listKind, catalogueName)}`;
    return { ...insertItem(list, index, { value: catalogueName }), label };
  };
}

/** The MCP name of a catalogue entry; its catalogue name if its file has an error. */
function mcpNameOf({ snapshot }: Workspace, { kind, builtin }: ListKind, catalogueName: string): string {
  const file = snapshot.files.find(
    (workspaceFile) => workspaceFile.kind === kind && workspaceFile.name === catalogueName,
  );
  const definition = file ? (file.prompt ?? file.tool) : builtin.get(catalogueName);
  return definition?.name ?? catalogueName;
}

/** Creates an inline definition with this MCP name. */
export function createEntry({ server, list: listName, index, name }: NewPlace & { name: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    refuseName(list.listKind.nameProblem(name, mcpNames(list)));
    return { ...insertItem(list, index, newDefinition(list.listKind, name)), label: `Created ${name}` };
  };
}

function insertItem(list: ServerList, index: number | undefined, addition: Pick<Addition, 'value' | 'originalText'>) {
  const place = insertionIndex(list, index);
  const at = [list.listKind.key, place];
  return {
    changes: [listChange(list, [{ kind: 'insert', at, ...addition }])],
    location: { file: list.file, at },
    entry: entryPlace(list, place),
  };
}

/** Removes an entry from a list. An inline definition is deleted with it; a catalogue definition stays in the catalogue. */
export function removeEntry({ server, list: listName, index }: EntryPlace): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const { kind, at } = entryAt(list, index);
    const name = entryName(list, index);
    return {
      label: `Removed ${name} from ${server}`,
      changes: [listChange(list, [{ kind: 'remove', at }])],
      ...(kind === 'inline' && { deletes: [{ file: list.file, kind: list.listKind.kind, name, at }] }),
    };
  };
}

/** Changes the MCP name in the definition itself, so every server that lists it serves the new name. */
export function renameEntry({ server, list: listName, index, name }: EntryPlace & { name: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const entry = entryAt(list, index);
    refuseName(list.listKind.nameProblem(name, mcpNames(list, index)));
    const label = `Renamed ${entryName(list, index)} to ${name}`;
    const place = entryPlace(list, index);
    if (entry.kind === 'inline') {
      const changes = [listChange(list, [{ kind: 'replace', at: [...entry.at, 'Name'], value: name }])];
      return { label, changes, location: { file: list.file, at: entry.at }, entry: place };
    }
    const { file } = definitionOf(list.listKind.kind, list.listedEntries[index], entry.name);
    const { location: _, ...result } = await renamedDefinition(workspace, file, name);
    return { label, ...result, entry: place };
  };
}

/**
 * Changes the MCP name of a definition at its place, whether or not a server lists it.
 * @throws WorkbenchError `invalid-input` for a name that another entry of one of its lists has
 */
export function renameDefinition({ file, at, name }: { file: string; at: KeyPath; name: string }): Plan {
  return async (workspace) => {
    const listKind = listKindOf(
      at[0] === 'Tools' ? 'tool' : at[0] === 'MCPPrompts' ? 'prompt' : definitionPath(file).kind,
    );
    if (!listKind) throw new WorkbenchError('invalid-input', `${file} is not a prompt or tool: choose one of those.`);
    refuseName(listKind.nameProblem(name, []));
    const text = await readDefinitionText(workspace, file);
    const oldValue = valueAt(text.data, [...at, 'Name']);
    const label = typeof oldValue === 'string' ? `Renamed ${oldValue} to ${name}` : `Named ${name}`;
    if (at.length === 0) return { label, ...(await renamedDefinition(workspace, file, name)) };
    const changes = [editFile(file, text, [{ kind: 'replace', at: [...at, 'Name'], value: name }])];
    return { label, changes, location: { file, at } };
  };
}

/** The file of a listed definition. @throws WorkbenchError `refused` for a built-in definition, `not-found` for an unknown name */
function definitionOf(kind: string, listedEntry: ListedEntry | undefined, name: string): { readonly file: string } {
  if (listedEntry?.location) return listedEntry.location;
  if (listedEntry?.builtin)
    throw new WorkbenchError('refused', `${name} is built in and cannot be changed: make a local copy of it first.`);
  throw new WorkbenchError('not-found', `There is no ${kind} ${name} in the catalogue: remove this entry.`);
}
