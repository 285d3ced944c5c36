/**
 * Reorders the rows of one list. `Draggable` and `DropTarget` move an item between lists, but their library would make the
 * first page a seventh larger, and one list needs much less.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { inBackground } from '../../in-background.ts';

interface ReorderOptions {
  /** The element whose children, marked `data-row`, are the rows. */
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly nameOf: (index: number) => string;
  /** Resolves with true once the rows are in their new order, with false if the move failed. */
  readonly move: (from: number, to: number) => Promise<boolean>;
  /** Where else a row can be dropped. */
  readonly elsewhere?: ElsewhereTarget;
}

/** A place outside the list that takes dragged rows. Coordinates are the window's. */
export interface ElsewhereTarget {
  /** Called while a row is dragged; returns whether it could be dropped there. */
  over(index: number, x: number, y: number): boolean;
  /** Returns whether the row was dropped there. */
  drop(index: number, x: number, y: number): boolean;
  /** The drag ended without a drop. */
  leave(): void;
}

/** A row's role during a drag: the dragged row, or the side on which it would be dropped. */
export type DragMark = 'dragged' | 'before' | 'after' | undefined;

/** The rows' event handlers. They keep their identity while the list is drawn, so that rows do not redraw. */
export interface RowHandlers {
  /** For the row: Alt+↑ and Alt+↓ move it while the focus is inside. */
  onKeyDown(index: number): (event: KeyboardEvent<HTMLElement>) => void;
  /** For the row's grip: drag it, or pick up with Enter, move with the arrow keys and drop with Enter. */
  gripProps(index: number): {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onBlur(): void;
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
  };
}

export interface Reorder {
  readonly announcement: string;
  readonly handlers: RowHandlers;
  markOf(index: number): DragMark;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** The list as last drawn. */
interface DrawnList extends ReorderOptions {
  setDrag(drag: Drag | undefined): void;
  announce(sentence: string): void;
}

/** Reorders rows by pointer or keyboard, and announces their new positions. */
export function useReorder(reordering: ReorderOptions): Reorder {
  const [drag, setDrag] = useState<Drag>();
  const [announcement, announce] = useState('');
  const now: DrawnList = { ...reordering, setDrag, announce };
  const drawnRef = useRef(now);
  drawnRef.current = now;
  const [handlers] = useState(() => createHandlers(drawnRef));
  return {
    announcement,
    handlers,
    markOf(index) {
      if (!drag) return undefined;
      if (index === drag.from) return 'dragged';
      if (index === drag.to && drag.to !== drag.from) return drag.to < drag.from ? 'before' : 'after';
      return undefined;
    },
  };
}

function createHandlers(drawnRef: RefObject<DrawnList>): RowHandlers {
  let isMoving = false;
  /** Not read from what is drawn: on a busy computer, a row is released before its last move is drawn. */
  let drag: Drag | undefined;
  const setDrag = (next: Drag | undefined) => {
    drag = next;
    drawnRef.current.setDrag(next);
  };

  const rows = () => [...(drawnRef.current.list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])];

  async function moveRow(from: number, to: number): Promise<void> {
    const { count, nameOf, move, announce } = drawnRef.current;
    if (isMoving || from === to || to < 0 || to >= count) return;
    isMoving = true;
    const name = nameOf(from);
    const before = document.activeElement;
    const focusedIndex = controlsOf(rows()[from]).indexOf(before);
    const isMoved = await move(from, to).finally(() => {
      isMoving = false;
    });
    if (!isMoved) return;
    announce(`Moved ${name} to position ${to + 1} of ${count}`);
    // The row is redrawn in its new place: restore its focus, unless the person has moved it meanwhile.
    const isHere = document.activeElement === before || document.activeElement === document.body;
    if (focusedIndex >= 0 && isHere) (controlsOf(rows()[to])[focusedIndex] as HTMLElement | undefined)?.focus();
  }

  function pressOnGrip(event: KeyboardEvent<HTMLElement>, index: number): void {
    const { count, nameOf, announce } = drawnRef.current;
    const { altKey, nativeEvent } = event;
    if (altKey || nativeEvent.isComposing) return;
    const step = stepOf(event);
    if (event.key === 'Enter' || event.key === ' ') {
      const lastDrag = drag;
      setDrag(lastDrag ? undefined : { from: index, to: index });
      if (!lastDrag) announce(`Picked up ${nameOf(index)}: use the arrow keys to move it, Enter to drop it`);
      else if (lastDrag.to === lastDrag.from) announce(`${nameOf(index)} did not move`);
      else inBackground(moveRow(lastDrag.from, lastDrag.to));
    } else if (drag && step !== 0) {
      const to = Math.max(0, Math.min(count - 1, drag.to + step));
      setDrag({ from: drag.from, to });
      announce(`Position ${to + 1} of ${count}`);
    } else return;
    event.preventDefault();
  }

  /** The index for a row dropped at this height. */
  function placeAt(y: number, from: number): number {
    const middles = rows()
      .map((row) => row.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    const before = middles.filter((middle, index) => index !== from && middle < y).length;
    return Math.min(before, drawnRef.current.count - 1);
  }

  const letGo = () => {
    drawnRef.current.elsewhere?.leave();
    setDrag(undefined);
  };

  return {
    onKeyDown: (index) => (event) => {
      const step = stepOf(event);
      if (step !== 0 && event.altKey && !event.nativeEvent.isComposing) {
        event.preventDefault();
        event.stopPropagation();
        inBackground(moveRow(index, index + step));
      } else if (event.key === 'Escape') letGo();
    },
    gripProps: (index) => ({
      onKeyDown: (event) => pressOnGrip(event, index),
      onBlur: letGo,
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove(event) {
        const { elsewhere } = drawnRef.current;
        if (!drag) return;
        const isElsewhere = elsewhere?.over(drag.from, event.clientX, event.clientY);
        const to = isElsewhere ? drag.from : placeAt(event.clientY, drag.from);
        if (to !== drag.to) setDrag({ from: drag.from, to });
      },
      onPointerUp(event) {
        const { elsewhere } = drawnRef.current;
        const lastDrag = drag;
        letGo();
        if (lastDrag && !elsewhere?.drop(lastDrag.from, event.clientX, event.clientY))
          inBackground(moveRow(lastDrag.from, lastDrag.to));
      },
      onPointerCancel: letGo,
    }),
  };
}

function stepOf({ key }: KeyboardEvent): number {
  return { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
}

function controlsOf(row: HTMLElement | undefined): (Element | null)[] {
  return [...(row?.querySelectorAll('input, textarea, button, [contenteditable=true]') ?? [])];
}
