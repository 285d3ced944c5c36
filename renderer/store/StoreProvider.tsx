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

/** Returns the selector's value; renders again only when one of its fields changes. */
export function useWorkbench<T>(selector: (state: WorkbenchState) => T): T {
  return useStore(useWorkbenchStore().state, useShallow(selector));
}

export function useWorkbenchActions(): WorkbenchActions {
  return useWorkbenchStore().actions;
}
