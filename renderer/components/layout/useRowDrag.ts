/** Dragging rows of a tree within their list. */
import { type DragEvent, type HTMLAttributes, useRef, useState } from 'react';

export interface RowOrder<T> {
  /** Rows of the same list can change places; undefined for a row that stays in its place. */
  readonly listOf: (row: T) => string | undefined;
  readonly onMove: (row: T, target: T, edge: DropEdge) => void;
}

export type DropEdge = 'before' | 'after';

/** A text editor does not insert data of this type. */
const dataType = 'application/x-prompt-workbench-row';

/** The drag events and marks of each row. */
export function useRowDrag<T extends { readonly id: string }>(order: RowOrder<T> | undefined) {
  const draggedRow = useRef<T>(undefined);
  const [target, setTarget] = useState<{ readonly id: string; readonly edge: DropEdge }>();
  const end = () => {
    draggedRow.current = undefined;
    setTarget(undefined);
  };
  return (row: T): HTMLAttributes<HTMLElement> & { readonly 'data-drop'?: DropEdge | undefined } => {
    const list = order?.listOf(row);
    if (!order || list === undefined) return {};
    const accepts = () => draggedRow.current !== undefined && order.listOf(draggedRow.current) === list;
    return {
      draggable: true,
      'data-drop': target?.id === row.id ? target.edge : undefined,
      onDragStart(event) {
        draggedRow.current = row;
        event.dataTransfer.setData(dataType, row.id);
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragOver(event) {
        if (!accepts()) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        const edge = edgeOf(event);
        if (target?.id !== row.id || target.edge !== edge) setTarget({ id: row.id, edge });
      },
      onDragLeave: () => setTarget(undefined),
      onDrop(event) {
        const { current } = draggedRow;
        if (!current || !accepts()) return;
        event.preventDefault();
        end();
        if (current.id !== row.id) order.onMove(current, row, edgeOf(event));
      },
      onDragEnd: end,
    };
  };
}

function edgeOf({ currentTarget, clientY }: DragEvent<HTMLElement>): DropEdge {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
