import { createContext, useContext } from 'react';

/** The dragged entry: its kind, and its place in its list. */
export interface DraggedItem {
  readonly sort: string;
  readonly place: string;
}

export interface DragState {
  readonly draggedItem: DraggedItem | undefined;
  setDraggedItem(item: DraggedItem | undefined): void;
}

export const DraggedItemContext = createContext<DragState>({ draggedItem: undefined, setDraggedItem: () => {} });

export function useDraggedItem(): DragState {
  return useContext(DraggedItemContext);
}
