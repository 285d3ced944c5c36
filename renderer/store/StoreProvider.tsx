import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { WorkbenchState } from './state.ts';
import type { WorkbenchActions, WorkbenchStore } from './store.ts';

const StoreContext = createContext<WorkbenchStore | undefined>(undefined);

export function StoreProvider({ store, children }: { store: WorkbenchStore; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useWorkbenchStore(): WorkbenchStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('A view was rendered outside of StoreProvider; wrap it in one.');
  return store;
}

/** What a selector makes of the state; a new render only when that differs in one of its fields. */
export function useWorkbench<T>(selector: (state: WorkbenchState) => T): T {
  return useStore(useWorkbenchStore().state, useShallow(selector));
}

export function useWorkbenchActions(): WorkbenchActions {
  return useWorkbenchStore().actions;
}
