/** Three-way merge of plain data. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData } from '../../base/json.ts';
import { itemName, movedItems, pairItems } from './pair-items.ts';

export type MergeResult =
  | { readonly kind: 'merged'; readonly value: unknown }
  /** Both sides changed this value differently. */
  | { readonly kind: 'conflict'; readonly at: KeyPath };

/** A value that both sides changed differently; undefined for a side that has none. */
export interface Contest {
  /** Its path; an index of a list may be either side's. */
  readonly at: KeyPath;
  /** The same for people, with the names of list items: `Arguments › tone › Description`. */
  readonly label: string;
  /** Whether only the order of a list's items is contested; its values are the lists. */
  readonly isOrder: boolean;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = 'mine' | 'theirs';

/** Decides a contest: for a side, or with a value made of both. */
export type Decide = (contest: Contest) => Side | { readonly value: unknown };

class Contested extends Error {
  readonly at: KeyPath;
  constructor(at: KeyPath) {
    super('Both sides changed one value.');
    this.at = at;
  }
}

/** Applies the changes from `base` to `mine` to `theirs`; undefined means that the value does not exist. */
export function merge(base: unknown, ours: unknown, theirs: unknown): MergeResult {
  const stop: Decide = ({ at }) => {
    throw new Contested(at);
  };
  try {
    return { kind: 'merged', value: mergeDeciding(base, ours, theirs, stop) };
  } catch (error) {
    if (error instanceof Contested) return { kind: 'conflict', at: error.at };
    throw error;
  }
}

/** As `merge`, with a decision for each value that both sides changed. */
export function mergeDeciding(base: unknown, ours: unknown, theirs: unknown, decide: Decide): unknown {
  return mergeAt({ at: [], label: '', decide }, base, ours, theirs);
}

interface Place {
  readonly at: KeyPath;
  readonly label: string;
  readonly decide: Decide;
}

function inside(place: Place, step: string | number, name = String(step)): Place {
  return { ...place, at: [...place.at, step], label: place.label === '' ? name : `${place.label} › ${name}` };
}

function applyChoice(place: Place, base: unknown, ours: unknown, theirs: unknown): unknown {
  const { at, label } = place;
  const choice = place.decide({ at, label, isOrder: false, base, mine: ours, theirs });
  if (choice === 'mine') return ours;
  return choice === 'theirs' ? theirs : choice.value;
}

function mergeAt(place: Place, base: unknown, ours: unknown, theirs: unknown): unknown {
  if (isSameData(base, theirs) || isSameData(ours, theirs)) return ours;
  if (isSameData(base, ours)) return theirs;
  if (isJsonObject(base) && isJsonObject(ours) && isJsonObject(theirs)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    const ownValue = (map: Readonly<Record<string, unknown>>, key: string) =>
      Object.hasOwn(map, key) ? map[key] : undefined;
    const entries = [...keys].map(
      (key) =>
        [key, mergeAt(inside(place, key), ownValue(base, key), ownValue(ours, key), ownValue(theirs, key))] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs)) return mergeLists(place, base, ours, theirs);
  return applyChoice(place, base, ours, theirs);
}

/** An item of one side: its index there, and the index of the same item in the base. */
interface Item {
  readonly index: number;
  readonly from: number | undefined;
}

function mergeLists(
  place: Place,
  base: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
): unknown {
  const [mineFrom, theirsFrom] = [pairItems(base, ours), pairItems(base, theirs)];
  let isMineLeading = movedItems(mineFrom).size > 0;
  if (isMineLeading && movedItems(theirsFrom).size > 0) {
    const { at, label } = place;
    const choice = place.decide({ at, label, isOrder: true, base, mine: ours, theirs });
    if (typeof choice !== 'string') return choice.value;
    isMineLeading = choice === 'mine';
  }
  const itemsOf = (partners: readonly (number | undefined)[]) => partners.map((from, index): Item => ({ index, from }));
  // The side that reordered the list defines the order; items that the other side added follow their predecessors.
  const [lead, follow] = isMineLeading
    ? [itemsOf(mineFrom), itemsOf(theirsFrom)]
    : [itemsOf(theirsFrom), itemsOf(mineFrom)];
  const [leadList, followList] = isMineLeading ? [ours, theirs] : [theirs, ours];
  const indexIn = (partners: readonly (number | undefined)[], from: number) => partners.indexOf(from);
  const itemPlace = (index: number, item: unknown) => inside(place, index, itemName(item) || String(index + 1));
  /** An item that one side removed and the other changed, if the decision keeps it. */
  const resolveRemoved = (itemAt: Place, from: number, item: unknown, isMine: boolean): unknown =>
    applyChoice(itemAt, base[from], isMine ? item : undefined, isMine ? undefined : item);

  // An item that both sides added is one item.
  const newIndexes = lead.flatMap(({ index, from }) => (from === undefined ? [index] : []));
  const twins = new Map<number, unknown>();
  const twinOf = (item: unknown) => {
    const isTwin = (index: number) =>
      !twins.has(index) &&
      (isSameData(leadList[index], item) ||
        (itemName(item) !== undefined && itemName(item) === itemName(leadList[index])));
    return newIndexes.find(isTwin);
  };

  const additions = new Map<number | undefined, unknown[]>();
  let laterIndex: number | undefined;
  for (const { index, from } of follow) {
    const item = followList[index];
    const isInBoth = from !== undefined && indexIn(mineFrom, from) >= 0 && indexIn(theirsFrom, from) >= 0;
    if (isInBoth) {
      laterIndex = from;
      continue;
    }
    if (from !== undefined) {
      // An item that the leading side removed must be unchanged on the other side.
      if (isSameData(base[from], item)) continue;
      const value = resolveRemoved(itemPlace(index, item), from, item, !isMineLeading);
      if (value !== undefined) additions.set(laterIndex, [...(additions.get(laterIndex) ?? []), value]);
      continue;
    }
    const twin = twinOf(item);
    if (twin !== undefined) twins.set(twin, item);
    else additions.set(laterIndex, [...(additions.get(laterIndex) ?? []), item]);
  }
  const items: unknown[] = [...(additions.get(undefined) ?? [])];
  for (const { index, from } of lead) {
    const item = leadList[index];
    if (from === undefined) {
      const twin = twins.get(index);
      const [leadItem, twinItem] = isMineLeading ? [item, twin] : [twin, item];
      items.push(twins.has(index) ? mergeAt(itemPlace(index, item), {}, leadItem, twinItem) : item);
      continue;
    }
    const [inMine, inTheirs] = [indexIn(mineFrom, from), indexIn(theirsFrom, from)];
    const itemAt = itemPlace(inTheirs < 0 ? inMine : inTheirs, item);
    if (inMine >= 0 && inTheirs >= 0) {
      items.push(mergeAt(itemAt, base[from], ours[inMine], theirs[inTheirs]), ...(additions.get(from) ?? []));
      continue;
    }
    if (isSameData(base[from], item)) continue;
    const value = resolveRemoved(itemAt, from, item, isMineLeading);
    if (value !== undefined) items.push(value);
  }
  return items;
}
