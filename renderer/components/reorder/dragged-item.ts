import { createContext, useContext } from 'react';

/** The dragged entry: its kind, and its place in its list. */
export interface DraggedItem {
  readonly sort: string;
  readonly place: string;
}

export interface DragState {
  readonly dragged: DraggedItem | undefined;
  setDragged(item: DraggedItem | undefined): void;
}

export const DraggedItemContext = createContext<DragState>({ dragged: undefined, setDragged: () => {} });

export function useDraggedItem(): DragState {
  return useContext(DraggedItemContext);
}
