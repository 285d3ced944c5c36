/** Three-way merge of plain data. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData } from '../../base/json.ts';
import { movedItems, pairItems } from './pair-items.ts';

export type Merged =
  | { readonly kind: 'merged'; readonly value: unknown }
  /** Both sides changed this value differently. */
  | { readonly kind: 'conflict'; readonly at: KeyPath };

class Contested extends Error {
  readonly at: KeyPath;
  constructor(at: KeyPath) {
    super('Both sides changed one value.');
    this.at = at;
  }
}

/** Applies the changes from `base` to `mine` to `theirs`; undefined means that the value does not exist. */
export function merge(base: unknown, mine: unknown, theirs: unknown): Merged {
  try {
    return { kind: 'merged', value: mergeAt([], base, mine, theirs) };
  } catch (error) {
    if (error instanceof Contested) return { kind: 'conflict', at: error.at };
    throw error;
  }
}

function mergeAt(at: KeyPath, base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSameData(base, theirs) || isSameData(mine, theirs)) return mine;
  if (isSameData(base, mine)) return theirs;
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const own = (map: Readonly<Record<string, unknown>>, key: string) =>
      Object.hasOwn(map, key) ? map[key] : undefined;
    const entries = [...keys].map(
      (key) => [key, mergeAt([...at, key], own(base, key), own(mine, key), own(theirs, key))] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return mergeLists(at, base, mine, theirs);
  throw new Contested(at);
}

/** An item of one side: its index there, and the index of the same item in the base. */
interface Item {
  readonly index: number;
  readonly from: number | undefined;
}

function mergeLists(
  at: KeyPath,
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  const [mineFrom, theirsFrom] = [pairItems(base, mine), pairItems(base, theirs)];
  const isMineMoved = movedItems(mineFrom).size > 0;
  if (isMineMoved && movedItems(theirsFrom).size > 0) throw new Contested(at);
  const itemsOf = (partners: readonly (number | undefined)[]) => partners.map((from, index): Item => ({ index, from }));
  // The side that reordered the list defines the order; items that the other side added follow their predecessors.
  const [lead, follow] = isMineMoved
    ? [itemsOf(mineFrom), itemsOf(theirsFrom)]
    : [itemsOf(theirsFrom), itemsOf(mineFrom)];
  const [leadList, followList] = isMineMoved ? [mine, theirs] : [theirs, mine];
  const indexIn = (partners: readonly (number | undefined)[], from: number) => partners.indexOf(from);

  const added = new Map<number | undefined, unknown[]>();
  let behind: number | undefined;
  for (const { index, from } of follow) {
    if (from === undefined) added.set(behind, [...(added.get(behind) ?? []), followList[index]]);
    else if (indexIn(mineFrom, from) >= 0 && indexIn(theirsFrom, from) >= 0) behind = from;
  }
  const merged: unknown[] = [...(added.get(undefined) ?? [])];
  for (const { index, from } of lead) {
    if (from === undefined) {
      merged.push(leadList[index]);
      continue;
    }
    const [inMine, inTheirs] = [indexIn(mineFrom, from), indexIn(theirsFrom, from)];
    const place = [...at, inTheirs < 0 ? inMine : inTheirs];
    if (inMine < 0 || inTheirs < 0) {
      if (!isSameData(base[from], leadList[index])) throw new Contested(place);
      continue;
    }
    merged.push(mergeAt(place, base[from], mine[inMine], theirs[inTheirs]), ...(added.get(from) ?? []));
  }
  // An item that the leading side removed must be unchanged on the other side.
  for (const { index, from } of follow) {
    const isTakenOut = from !== undefined && !lead.some((item) => item.from === from);
    if (isTakenOut && !isSameData(base[from], followList[index])) throw new Contested([...at, index]);
  }
  return merged;
}
