/** Pairs the items of two versions of a list, for diffs, merges and moves. */
import { isJsonObject, isSameData } from '../../base/json.ts';

/** Comparing the words of all remaining items is quadratic: above this number of pairs, only the index decides. */
const maxComparisons = 2_500;
/** Minimum share of common words for one item to count as an edited version of the other. */
const likeness = 0.5;

/**
 * Returns for each item of `after` the index of the same item in `before`; undefined for a new one. Items are paired by
 * equal data, then by name, then by similarity, and finally by index.
 */
export function pairItems(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  const partners = new Array<number | undefined>(after.length).fill(undefined);
  const freeIndexes = new Set(before.keys());
  const take = (from: number, to: number) => {
    partners[to] = from;
    freeIndexes.delete(from);
  };
  for (const [to, item] of after.entries()) if (freeIndexes.has(to) && isSameData(before[to], item)) take(to, to);
  pairBy(JSON.stringify);
  pairBy(itemName);
  pairAlike();
  for (const [to, item] of after.entries()) {
    if (partners[to] === undefined && freeIndexes.has(to) && typeof item === typeof before[to]) take(to, to);
  }
  return partners;

  function pairBy(keyOf: (item: unknown) => string | undefined): void {
    const waitingIndexes = new Map<string | undefined, number[]>();
    for (const from of freeIndexes) {
      const key = keyOf(before[from]);
      waitingIndexes.set(key, [...(waitingIndexes.get(key) ?? []), from]);
    }
    for (const [to, item] of after.entries()) {
      const key = partners[to] === undefined ? keyOf(item) : undefined;
      const from = key === undefined ? undefined : waitingIndexes.get(key)?.shift();
      if (from !== undefined) take(from, to);
    }
  }

  function pairAlike(): void {
    const open = [...after.keys()].filter((to) => partners[to] === undefined && isJsonObject(after[to]));
    const unpairedIndexes = [...freeIndexes].filter((from) => isJsonObject(before[from]));
    if (open.length * unpairedIndexes.length > maxComparisons) return;
    const words = new Map(unpairedIndexes.map((from) => [from, wordsOf(before[from])]));
    const candidates = open.flatMap((to) => {
      const ownWords = wordsOf(after[to]);
      return unpairedIndexes.map((from) => ({ from, to, score: alike(words.get(from) ?? new Set(), ownWords) }));
    });
    for (const { from, to, score } of candidates.toSorted((a, b) => b.score - a.score)) {
      if (score >= likeness && freeIndexes.has(from) && partners[to] === undefined) take(from, to);
    }
  }
}

/** Returns the name of a list item: a name itself, or the `Name` of a definition. */
export function itemName(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  return isJsonObject(item) && typeof item.Name === 'string' ? item.Name : undefined;
}

/** Returns the indexes of `after` whose items moved: the smallest set that explains the new order. */
export function movedItems(partners: readonly (number | undefined)[]): ReadonlySet<number> {
  const pairs = partners.flatMap((from, to) => (from === undefined ? [] : [{ from, to }]));
  const stays = new Set(findLongestIncrease(pairs.map(({ from }) => from)));
  return new Set(pairs.flatMap(({ to }, index) => (stays.has(index) ? [] : [to])));
}

/** Returns the indexes of a longest strictly increasing subsequence. */
function findLongestIncrease(values: readonly number[]): readonly number[] {
  const previous: (number | undefined)[] = [];
  /** By length less one: the index whose value is the smallest end of a rise of that length. */
  const ends: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const rise: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rise.push(index);
  return rise.toReversed();
}

function wordsOf(item: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(item).match(/[\p{L}\p{N}]+/gu) ?? []);
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const commonCount = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * commonCount) / (a.size + b.size);
}
