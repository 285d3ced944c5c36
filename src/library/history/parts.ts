/**
 * The parts of a file that are undone separately: each inline prompt in a server's list, and the rest of the file. Each
 * entry has a generated name here, because its index changes when the list does.
 */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData, valueAt } from '../../base/json.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { pairItems } from '../../model/diff/pair-items.ts';

/** The part of a file outside the list; for most files the whole file. */
export const rest = '';

const listKey = 'MCPPrompts';

/** The list whose items are parts; undefined for files without one. */
function listOf(kind: DefinitionKind, data: unknown): readonly unknown[] | undefined {
  const list = kind === 'server' ? valueAt(data, [listKey]) : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** The index in the list that a path leads into. */
export function entryIndex(kind: DefinitionKind, at: KeyPath): number | undefined {
  const [key, index] = at;
  return kind === 'server' && key === listKey && typeof index === 'number' ? index : undefined;
}

export function entryAt(index: number): KeyPath {
  return [listKey, index];
}

/** Names for the entries of the first version. */
export function firstEntries(kind: DefinitionKind, data: unknown): readonly string[] {
  return listOf(kind, data)?.map((_, index) => String(index)) ?? [];
}

/** The entries' names after a change. New entries get names that are not in `takenNames`. */
export function entriesAfter(
  kind: DefinitionKind,
  before: unknown,
  names: readonly string[],
  after: unknown,
  takenNames: ReadonlySet<string>,
): readonly string[] {
  const to = listOf(kind, after);
  if (!to) return after === undefined ? names : [];
  let next = takenNames.size;
  const nextName = () => {
    while (takenNames.has(String(next))) next++;
    return String(next++);
  };
  return pairItems(listOf(kind, before) ?? [], to).map((from) =>
    from === undefined ? nextName() : (names[from] ?? nextName()),
  );
}

/** The parts that were changed, added or removed; all parts if either side cannot be read. */
export function findTouchedParts(
  kind: DefinitionKind,
  before: unknown,
  beforeNames: readonly string[],
  after: unknown,
  afterNames: readonly string[],
): readonly string[] {
  if (before === undefined || after === undefined) return [...new Set([rest, ...beforeNames, ...afterNames])];
  const [from, to] = [listOf(kind, before) ?? [], listOf(kind, after) ?? []];
  const changedNames = [...new Set([...beforeNames, ...afterNames])].filter((name) => {
    const [oldItem, newItem] = [from[beforeNames.indexOf(name)], to[afterNames.indexOf(name)]];
    return oldItem !== undefined && newItem !== undefined && !isSameData(oldItem, newItem);
  });
  const isListSame = isSameData(beforeNames, afterNames);
  const isRestSame = isListSame && isSameData(withoutList(before), withoutList(after));
  const [oldNames, newNames] = [new Set(beforeNames), new Set(afterNames)];
  const addedOrRemoved = [...new Set([...oldNames, ...newNames])].filter(
    (name) => oldNames.has(name) !== newNames.has(name),
  );
  return isRestSame && changedNames.length > 0 ? changedNames : [rest, ...changedNames, ...addedOrRemoved];
}

function withoutList(data: unknown): unknown {
  if (!isJsonObject(data)) return data;
  const { [listKey]: list, ...otherData } = data;
  return Array.isArray(list) ? otherData : data;
}
