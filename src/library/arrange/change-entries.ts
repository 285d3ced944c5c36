/** Plans that change several entries of one server's list as one change. */
import { WorkbenchError } from '../../base/errors.ts';
import { isSameData, type KeyPath, valueAt } from '../../base/json.ts';
import { readTags } from '../../model/prompt/parts.ts';
import type { Change } from '../edit/changes.ts';
import type { FileChange, ListName, Plan } from '../types.ts';
import { definitionOfEntry } from './between-list-and-catalogue.ts';
import { changesOfDeletion, deletionsOf } from './change-catalogue.ts';
import { entriesChange, entryAt, entryName, type ServerList, serverList } from './server-list.ts';
import { editEntries, readDefinitionText } from './workspace.ts';

/** Several entries of one of a server's lists; the default list is its prompts. */
export interface EntryPlaces {
  readonly server: string;
  readonly list?: ListName;
  readonly indexes: readonly number[];
}

/** Removes the entries from the list. Inline definitions are deleted with them; catalogue definitions stay. */
export function removeEntries({ server, list: listName, indexes }: EntryPlaces): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const label = `Removed ${namesOf(list, indexes)} from ${server}`;
    const changes = [removalOf(list, indexes)];
    const at = indexes.map((index) => entryAt(list, index).at);
    return { label, changes, deletes: deletionsOf(list.listKind, changes, { file: list.file, at }) };
  };
}

/** Deletes the definitions: inline ones from the server's file, catalogue ones with their files and every listing of them. */
export function deleteEntries({ server, list: listName, indexes }: EntryPlaces): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const fileOf = (index: number) => list.listedEntries[index]?.location?.file;
    const files = indexes.flatMap((index) => fileOf(index) ?? []).filter((file) => file !== list.file);
    const otherIndexes = indexes.filter((index) => fileOf(index) === list.file || fileOf(index) === undefined);
    const entries = { file: list.file, at: otherIndexes.map((index) => entryAt(list, index).at) };
    const changes = await changesOfDeletion(workspace, list.listKind, [...new Set(files)], entries);
    const label = `Deleted ${namesOf(list, indexes)}`;
    return { label, changes, deletes: deletionsOf(list.listKind, changes, entries) };
  };
}

/** Adds the entries to another server's list: names of the catalogue as names, inline definitions as copies. */
export function addEntriesTo({ to, ...from }: EntryPlaces & { readonly to: string }): Plan {
  return async (workspace) => {
    const source = await serverList(workspace, from.server, from.list);
    const target = await serverList(workspace, to, from.list);
    const targetNames = new Set(target.entries.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])));
    const changes: Change[] = [];
    const places: number[] = [];
    for (const index of sortAscending(from.indexes)) {
      const entry = entryAt(source, index);
      if (entry.kind === 'name' && targetNames.has(entry.name)) continue;
      const at = [target.listKind.key, target.entries.length + changes.length];
      const { data, originalText } =
        entry.kind === 'name' ? { data: entry.name } : await definitionOfEntry(workspace, source, entry);
      changes.push({ kind: 'insert', at, value: data, ...(originalText && { originalText }) });
      places.push(index);
    }
    if (changes.length === 0)
      throw new WorkbenchError('invalid-input', `${to} already lists all of them: choose another server.`);
    return { label: `Added ${namesOf(source, places)} to ${to}`, changes: [entriesChange(target, changes)] };
  };
}

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Adds and removes tags of the definitions, in the files that hold them. Built-in definitions are left alone. */
export function tagEntries({ server, list: listName, indexes, add, remove }: EntryPlaces & TagChange): Plan {
  return async (workspace) => {
    const list = await serverList(workspace, server, listName);
    const byFile = new Map<string, KeyPath[]>();
    for (const index of sortDescending(indexes)) {
      const { location } = list.listedEntries[index] ?? {};
      if (location) byFile.set(location.file, [...(byFile.get(location.file) ?? []), location.at]);
    }
    const changes: FileChange[] = [];
    for (const [file, places] of byFile) {
      const text = await readDefinitionText(workspace, file);
      const edits = places.flatMap((at) => tagChange(text.data, at, { add, remove }));
      if (edits.length > 0) changes.push(editEntries(file, text, edits));
    }
    return { label: `Tagged ${namesOf(list, indexes)}`, changes };
  };
}

function tagChange(data: unknown, place: KeyPath, { add, remove }: TagChange): readonly Change[] {
  const at = [...place, 'Tags'];
  const tags = valueAt(data, at);
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  const before = isList || typeof tags === 'string' ? (readTags({ Tags: tags }).tags ?? []) : [];
  const value = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag));
  if (isSameData(value, before)) return [];
  if (value.length === 0) return [{ kind: 'remove', at }];
  return [{ kind: tags === undefined ? 'insert' : 'replace', at, value }];
}

function removalOf(list: ServerList, indexes: readonly number[]): FileChange {
  const places = sortDescending(indexes).map((index) => entryAt(list, index).at);
  const allEntries: Change = { kind: 'replace', at: [list.listKind.key], value: [] };
  const changes =
    places.length === list.entries.length && places.length > 1
      ? [allEntries]
      : places.map((at): Change => ({ kind: 'remove', at }));
  return entriesChange(list, changes);
}

/** `translate`, or the number of entries: `3 prompts`. */
function namesOf(list: ServerList, indexes: readonly number[]): string {
  const [onlyIndex] = indexes;
  return indexes.length === 1 && onlyIndex !== undefined
    ? entryName(list, onlyIndex)
    : `${indexes.length} ${list.listKind.kind}s`;
}

function sortAscending(indexes: readonly number[]): readonly number[] {
  return [...new Set(indexes)].sort((a, b) => a - b);
}

function sortDescending(indexes: readonly number[]): readonly number[] {
  return sortAscending(indexes).toReversed();
}
