import { lazy, Suspense } from 'react';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useDroppedImports } from './useDroppedImports.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));
const WolframDialog = lazy(() => import('./WolframDialog.tsx'));

const selector = (state: WorkbenchState) => ({
  isImporting: state.import.status === 'open',
  isCopying: state.wolfram.status === 'open',
});

/** The dialogs for import and for Wolfram Language, each loaded when it first opens. */
export function ImportLayer() {
  const { isImporting, isCopying } = useWorkbench(selector);
  useDroppedImports();
  return (
    <Suspense>
      {isImporting && <ImportDialog />}
      {isCopying && <WolframDialog />}
    </Suspense>
  );
}
