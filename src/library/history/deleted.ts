/**
 * The deleted definitions that can be restored: the tags of versions, as long as the deletion still holds. An undone creation
 * is a deletion too: a later step ends its redo.
 */
import { isJsonObject, valueAt } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { MissingListing } from '../arrange/restore.ts';
import type { FileHistory } from './file-history.ts';
import type { DeletedDefinition, Version } from './version.ts';

export interface DeletedItem extends DeletedDefinition {
  /** Names it for `restore`. */
  readonly id: string;
  /** The file that held it. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly when: number;
  /** The file's text right before. */
  readonly text: string;
  /** The definition as data under canonical keys; undefined if the text cannot be read. */
  readonly value: unknown;
  /** For a server: what was restored while the server was deleted. */
  readonly missingListings: readonly MissingListing[];
}

interface Restoration {
  /** Names the deletion that it took back. */
  readonly id: string;
  /** A file that it wrote. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly when: number;
}

/** The deletions in a history that were not undone. */
export function deletedItems(history: FileHistory): readonly DeletedItem[] {
  const { all } = history.versions;
  return all.flatMap((version, index) => {
    const definitions = version.deleted ?? undoneCreation(version, all);
    return definitions && holds(version, all)
      ? definitions.flatMap((definition, place) => itemOf(history, version, index, definition, place) ?? [])
      : [];
  });
}

/** What the undo of a creation deleted. */
function undoneCreation(
  { origin, of }: Version,
  versions: readonly Version[],
): readonly DeletedDefinition[] | undefined {
  const creation = origin === 'undo' && of !== undefined ? versions.find(({ id }) => id === of)?.created : undefined;
  return creation && [creation];
}

/** The deletions that a history took back. */
export function restorations({ path, versions }: FileHistory): readonly Restoration[] {
  return versions.all.flatMap((version, _, list) =>
    version.restored !== undefined && isDone(version, list)
      ? [{ id: version.restored, file: path.file, when: version.when }]
      : [],
  );
}

/** The deletions that still hold, newest first. */
export function notRestored(
  items: readonly DeletedItem[],
  doneRestorations: readonly Restoration[],
): readonly DeletedItem[] {
  const ids = new Set(doneRestorations.map(({ id }) => id));
  return items
    .filter(({ id }) => !ids.has(id))
    .map((deletedItem) =>
      deletedItem.kind === 'server'
        ? { ...deletedItem, missingListings: missingIn(deletedItem, items, doneRestorations) }
        : deletedItem,
    )
    .sort((a, b) => b.when - a.when);
}

/** What left a server's lists by a deletion before the server was deleted, and was restored since. */
function missingIn(server: DeletedItem, items: readonly DeletedItem[], doneRestorations: readonly Restoration[]) {
  return items.flatMap(({ id, kind, name, when, lists = [] }) => {
    const restoration = doneRestorations.find(
      (candidate) => candidate.id === id && definitionPath(candidate.file).kind === kind,
    );
    if (!restoration || when > server.when || restoration.when < server.when) return [];
    const serverLists = lists.filter(({ file }) => file === server.file);
    return serverLists.map((list) => ({ ...list, formerName: name, name: definitionPath(restoration.file).name }));
  });
}

/** Whether a step was not undone, or was redone since. */
function isDone({ id }: Version, versions: readonly Version[]): boolean {
  return versions.findLast(({ of, isGivenUp }) => of === id && !isGivenUp)?.origin !== 'undo';
}

/** Whether a version is the newest of its step: it was not undone, and an undo was not redone. */
function holds(version: Version, versions: readonly Version[]): boolean {
  const step = version.of ?? version.id;
  return versions.findLast(({ id, of, isGivenUp }) => !isGivenUp && (of ?? id) === step) === version;
}

function itemOf(
  history: FileHistory,
  { id, when }: Version,
  index: number,
  definition: DeletedDefinition,
  place: number,
): DeletedItem | undefined {
  const { versions } = history;
  const text =
    versions.all[index]?.origin === 'undo'
      ? versions.textAt(lastEdit(versions.all, index))
      : (versions.textBefore(index) ?? versions.textAt(index - 1));
  if (text === undefined) return undefined;
  const data = history.data(text);
  const { file } = history.path;
  const value = definition.at ? valueAt(data, definition.at) : data;
  return {
    ...definition,
    id: `${file}#${id}#${place}`,
    file,
    when,
    text,
    value: isJsonObject(value) ? value : undefined,
    missingListings: [],
  };
}

/** The last edit before an undone creation. It was undone before the creation, and is restored with it. */
function lastEdit(versions: readonly Version[], index: number): number {
  return versions.findLastIndex(({ origin }, candidate) => candidate < index && origin !== 'undo' && origin !== 'redo');
}

/** The deletion of a whole file. */
export function deletedFile(file: string): DeletedDefinition {
  const { kind, name } = definitionPath(file);
  return { kind, name };
}
