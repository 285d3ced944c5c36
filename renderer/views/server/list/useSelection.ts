/** The selected rows of a list: checkboxes, Ctrl+click, Shift+click. */
import { type MouseEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

export interface RowSelection {
  /** Ids of the selected rows that the filter shows. */
  readonly ids: ReadonlySet<string>;
  set(ids: 'all' | Iterable<unknown>): void;
  clear(): void;
  /** For the capture phase of the list: handles a press with a modifier, which would otherwise open the row. */
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** @param rows the rows that the filter shows */
export function useSelection(rows: readonly ListRow[]): RowSelection {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | undefined>(undefined);
  const ids = useMemo(() => {
    if (chosenIds.size === 0) return chosenIds;
    return new Set(rows.flatMap(({ id }) => (chosenIds.has(id) ? [id] : [])));
  }, [rows, chosenIds]);

  const press = useCallback(
    (event: PointerEvent) => {
      const id = pressedRow(event);
      if (id === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type !== 'pointerdown') return;
      const from = rows.findIndex((row) => row.id === anchor.current);
      const to = rows.findIndex((row) => row.id === id);
      if (event.shiftKey && from >= 0 && to >= 0) {
        const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
        return setChosenIds(new Set([...ids, ...between]));
      }
      anchor.current = id;
      setChosenIds(toggleId(ids, id));
    },
    [rows, ids],
  );
  return {
    ids,
    set(next) {
      const allIds = next === 'all' ? rows.map(({ id }) => id) : [...next].map(String);
      anchor.current = allIds.find((id) => !ids.has(id)) ?? anchor.current;
      setChosenIds(new Set(allIds));
    },
    clear: () => setChosenIds(new Set()),
    onPointerDown: press,
    onClick(event) {
      if (pressedRow(event) === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The id of the row that is pressed with a modifier; undefined for a press without one, or on a button. */
function pressedRow({ target, shiftKey, ctrlKey, metaKey, button }: MouseEvent): string | undefined {
  if (button !== 0 || !(shiftKey || ctrlKey || metaKey) || !(target instanceof Element)) return undefined;
  if (target.closest('button, input:not([type=checkbox])')) return undefined;
  return target.closest<HTMLElement>('[role=row]')?.dataset.key;
}

function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((value) => value !== id)) : new Set([...ids, id]);
}
