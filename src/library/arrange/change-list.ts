/** Plans that change one server's list: what is in it, and in which order. */
import { WorkbenchError } from '../../model/errors.ts';
import { mcpNameProblem } from '../../model/prompt-names.ts';
import type { Addition } from '../edit/changes.ts';
import type { ListedPrompt } from '../types.ts';
import { newPrompt } from './create-prompt.ts';
import { changedList, entryAt, entryName, mcpNames, placeIn, type ServerList, serverList } from './server-list.ts';
import { catalogueNames, edited, type Plan, readDefinitionText, refuseName } from './workspace.ts';

export interface EntryPlace {
  readonly server: string;
  readonly index: number;
}

/** Where something new goes: the end of the list unless told. */
export interface NewPlace {
  readonly server: string;
  readonly index?: number;
}

export function moveEntry({ server, from, to }: { server: string; from: number; to: number }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server);
    const { at } = entryAt(list, from);
    entryAt(list, to);
    const label = `Moved ${entryName(list, from)}`;
    if (from === to) return { label, changes: [], entry: { server, index: to } };
    return { label, changes: [changedList(list, [{ kind: 'move', at, to }])], entry: { server, index: to } };
  };
}

export function addEntry({ server, index, catalogueName }: NewPlace & { catalogueName: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server);
    if (!catalogueNames(workspace).includes(catalogueName))
      throw new WorkbenchError(
        'not-found',
        `There is no prompt ${catalogueName} in the catalogue: choose another one.`,
      );
    if (list.entries.some((entry) => entry.kind === 'name' && entry.name === catalogueName))
      throw new WorkbenchError('invalid-input', `${server} lists ${catalogueName} already: choose another one.`);
    return { ...inserted(list, index, { value: catalogueName }), label: `Added ${catalogueName}` };
  };
}

/** A prompt in place, with the MCP name that a person has chosen. */
export function createEntry({ server, index, name }: NewPlace & { name: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server);
    refuseName(mcpNameProblem(name, mcpNames(list)));
    return { ...inserted(list, index, newPrompt(name)), label: `Made ${name}` };
  };
}

function inserted(list: ServerList, index: number | undefined, added: Pick<Addition, 'value' | 'written'>) {
  const place = placeIn(list, index);
  const at = ['MCPPrompts', place];
  return {
    changes: [changedList(list, [{ kind: 'insert', at, ...added }])],
    location: { file: list.file, at },
    entry: { server: list.server, index: place },
  };
}

/** Takes an entry out of a list. A definition in place goes with it; a catalogue prompt stays in the catalogue. */
export function removeEntry({ server, index }: EntryPlace): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server);
    const { at } = entryAt(list, index);
    const label = `Removed ${entryName(list, index)} from ${server}`;
    return { label, changes: [changedList(list, [{ kind: 'remove', at }])] };
  };
}

/** Another MCP name, in the definition itself: every server that lists it gets the new name. */
export function renameEntry({ server, index, name }: EntryPlace & { name: string }): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server);
    const entry = entryAt(list, index);
    refuseName(mcpNameProblem(name, mcpNames(list, index)));
    const label = `Renamed ${entryName(list, index)} to ${name}`;
    const place = { server, index };
    if (entry.kind === 'inline') {
      const changes = [changedList(list, [{ kind: 'replace', at: [...entry.at, 'Name'], value: name }])];
      return { label, changes, location: { file: list.file, at: entry.at }, entry: place };
    }
    const { file } = definitionOf(list.listed[index], entry.name);
    const text = await readDefinitionText(workspace, file);
    return { label, changes: [edited(file, text, [{ kind: 'replace', at: ['Name'], value: name }])], entry: place };
  };
}

/** The file of a listed prompt. @throws WorkbenchError `refused` for a built-in one, `not-found` for none */
function definitionOf(listed: ListedPrompt | undefined, name: string): { readonly file: string } {
  if (listed?.location) return listed.location;
  if (listed?.builtin)
    throw new WorkbenchError('refused', `${name} is built in and cannot be changed: make a local copy of it first.`);
  throw new WorkbenchError('not-found', `There is no prompt ${name} in the catalogue: remove this entry.`);
}
