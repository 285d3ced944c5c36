/** The difference between two values as few small changes, so that unchanged values keep their text. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData, type JsonObject, withItemMoved } from '../../base/json.ts';
import type { OriginalText } from './written.ts';

/** One change of plain data. Changes apply in order: each path is valid after the changes before it. */
export type Change =
  | Addition
  | { readonly kind: 'remove'; readonly at: KeyPath }
  /** Moves a list item; `to` is its index afterwards. */
  | { readonly kind: 'move'; readonly at: KeyPath; readonly to: number }
  /** Renames a key of a map. The map must not have the new name. */
  | { readonly kind: 'rename'; readonly at: KeyPath; readonly to: string };

/** A new value at a place of the file. */
export interface Addition {
  /** `insert` adds an entry to the parent list or map: before the item with that index, or under that key. */
  readonly kind: 'replace' | 'insert';
  readonly at: KeyPath;
  readonly value: unknown;
  /** The value's original text at another place; only for an item of a block list. */
  readonly originalText?: OriginalText;
}

/** The changes, in order, that turn `before` into `after`; `at` is the path of both. Key order is ignored. */
export function difference(before: unknown, after: unknown, at: KeyPath = []): readonly Change[] {
  if (isSameData(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after, at);
  if (isJsonObject(before) && isJsonObject(after)) return mapDifference(before, after, at);
  return [{ kind: 'replace', at, value: after }];
}

function mapDifference(before: JsonObject, after: JsonObject, at: KeyPath): readonly Change[] {
  const oldKeys = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const newKeys = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  const innerChanges = Object.entries(after).flatMap(([key, value]): readonly Change[] =>
    Object.hasOwn(before, key) ? difference(before[key], value, [...at, key]) : [],
  );
  const [from, to] = [oldKeys[0], newKeys[0]];
  const isRenamed = oldKeys.length === 1 && newKeys.length === 1;
  if (isRenamed && from !== undefined && to !== undefined && isSameData(before[from], after[to]))
    return [...innerChanges, { kind: 'rename', at: [...at, from], to }];
  return [
    ...innerChanges,
    ...newKeys.map((key): Change => ({ kind: 'insert', at: [...at, key], value: after[key] })),
    ...oldKeys.map((key): Change => ({ kind: 'remove', at: [...at, key] })),
  ];
}

/** The most moves in one change. A list with more moves is rewritten. */
const maxMoves = 16;

function listDifference(before: readonly unknown[], after: readonly unknown[], at: KeyPath): readonly Change[] {
  const moves: Change[] = [];
  let list = before;
  let runs = changedRuns(list, after);
  for (let move = firstMove(list, after, runs); move && moves.length < maxMoves; ) {
    moves.push({ kind: 'move', at: [...at, move.from], to: move.to });
    list = withItemMoved(list, move.from, move.to);
    runs = changedRuns(list, after);
    move = firstMove(list, after, runs);
  }
  return [...moves, ...runDifference(list, after, at, runs)];
}

/** Finds an item that one run removes and another inserts: the item has moved, and a named one may have changed too. */
function firstMove(before: readonly unknown[], after: readonly unknown[], runs: readonly Run[]): Move | undefined {
  const oldCount = runs.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0);
  const newCount = runs.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0);
  if (oldCount * newCount > maxPairs) return undefined;
  return moveOf(before, after, runs, isSameData) ?? moveOf(before, after, runs, hasSameName);
}

interface Move {
  readonly from: number;
  readonly to: number;
}

function moveOf(
  before: readonly unknown[],
  after: readonly unknown[],
  runs: readonly Run[],
  isSame: (item: unknown, otherItem: unknown) => boolean,
): Move | undefined {
  for (const oldRun of runs) {
    for (let from = oldRun.oldStart; from < oldRun.oldEnd; from++) {
      for (const { oldStart, oldEnd, newStart, newEnd } of runs) {
        for (let index = newStart; index < newEnd; index++) {
          if (!isSame(before[from], after[index])) continue;
          const place = Math.min(oldStart + index - newStart, oldEnd);
          const to = place > from ? place - 1 : place;
          // A changed item may be in its place already.
          if (from !== to) return { from, to };
        }
      }
    }
  }
  return undefined;
}

function hasSameName(item: unknown, otherItem: unknown): boolean {
  return isJsonObject(item) && isJsonObject(otherItem) && typeof item.Name === 'string' && item.Name === otherItem.Name;
}

/** From the last run to the first, because each change shifts the indexes after it. */
function runDifference(
  before: readonly unknown[],
  after: readonly unknown[],
  at: KeyPath,
  runs: readonly Run[],
): readonly Change[] {
  const changes: Change[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of runs.toReversed()) {
    const pairedCount = Math.min(oldEnd - oldStart, newEnd - newStart);
    for (let index = oldEnd - 1; index >= oldStart + pairedCount; index--)
      changes.push({ kind: 'remove', at: [...at, index] });
    for (let index = newEnd - 1; index >= newStart + pairedCount; index--)
      changes.push({ kind: 'insert', at: [...at, oldStart + pairedCount], value: after[index] });
    for (let index = pairedCount - 1; index >= 0; index--)
      changes.push(...difference(before[oldStart + index], after[newStart + index], [...at, oldStart + index]));
  }
  return changes;
}

interface Run {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The comparison of all pairs is quadratic. Above this many pairs, only common starts and ends are matched. */
const maxPairs = 250_000;

/** The runs between the items that both lists have in common, in order. */
function changedRuns(before: readonly unknown[], after: readonly unknown[]): readonly Run[] {
  let start = 0;
  while (start < before.length && start < after.length && isSameData(before[start], after[start])) start++;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (oldEnd > start && newEnd > start && isSameData(before[oldEnd - 1], after[newEnd - 1])) {
    oldEnd--;
    newEnd--;
  }
  const wholeRun = { oldStart: start, oldEnd, newStart: start, newEnd };
  if ((oldEnd - start) * (newEnd - start) > maxPairs) return [wholeRun];
  return splitAtCommon(before, after, wholeRun);
}

function splitAtCommon(before: readonly unknown[], after: readonly unknown[], run: Run): readonly Run[] {
  const rows = run.oldEnd - run.oldStart;
  const columns = run.newEnd - run.newStart;
  const isCommon = (row: number, column: number) =>
    isSameData(before[run.oldStart + row], after[run.newStart + column]);
  /** The length of the longest common subsequence from each pair of positions to the ends. */
  const lengths = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const length = isCommon(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      lengths[row]?.splice(column, 1, length);
    }
  }
  const runs: Run[] = [];
  let [row, column, oldStart, newStart] = [0, 0, 0, 0];
  const close = () => {
    if (row > oldStart || column > newStart)
      runs.push({
        oldStart: run.oldStart + oldStart,
        oldEnd: run.oldStart + row,
        newStart: run.newStart + newStart,
        newEnd: run.newStart + column,
      });
  };
  while (row < rows && column < columns) {
    if (isCommon(row, column)) {
      close();
      oldStart = ++row;
      newStart = ++column;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  row = rows;
  column = columns;
  close();
  return runs;
}

/** The data after a change. The argument is not modified. */
export function applyChange(data: unknown, change: Change, depth = 0): unknown {
  const step = change.at[depth];
  if (step === undefined) return 'value' in change ? change.value : undefined;
  const isLast = depth === change.at.length - 1;
  if (Array.isArray(data) && typeof step === 'number') {
    if (isLast && change.kind === 'move') return withItemMoved(data, step, change.to);
    if (isLast && change.kind === 'insert') return data.toSpliced(step, 0, change.value);
    if (isLast && change.kind === 'remove') return data.toSpliced(step, 1);
    return data.with(step, applyChange(data[step], change, depth + 1));
  }
  const entries = Object.entries(isJsonObject(data) ? data : {});
  if (isLast && change.kind === 'remove') return Object.fromEntries(entries.filter(([key]) => key !== step));
  if (isLast && change.kind === 'rename')
    return Object.fromEntries(entries.map(([key, value]) => [key === step ? change.to : key, value]));
  const inner = entries.find(([key]) => key === step)?.[1];
  // Keys are unique: the new value replaces the old one in place.
  return Object.fromEntries(new Map([...entries, [String(step), applyChange(inner, change, depth + 1)]]));
}
