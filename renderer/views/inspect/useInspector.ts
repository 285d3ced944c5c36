import { use } from 'react';
import { useStore } from 'zustand';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { type Inspection, newInspection } from '../../store/inspect/inspector-state.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { type InspectPageState, newInspectPage } from '../../store/state/inspect.ts';

/** The inspected servers; suspends until their code is loaded. */
export function useInspector(): Inspector {
  return use(useWorkbenchActions().inspector());
}

/** One inspected server; renders again after each change of it. */
export function useInspection(inspector: Inspector, id: string): Inspection {
  return useStore(inspector.state, ({ inspections }) => inspections[id]) ?? newInspection;
}

/** What the page of an inspected server shows. */
export function useInspectPage(id: string): InspectPageState {
  return useWorkbench(({ inspectPages }) => inspectPages[id]) ?? newInspectPage;
}
