import { lazy, Suspense } from 'react';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useGivenImports } from './useGivenImports.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));
const WolframDialog = lazy(() => import('./WolframDialog.tsx'));

const selector = (state: WorkbenchState) => ({
  isImporting: state.import.status === 'open',
  isCopying: state.wolfram.status === 'open',
});

/** What comes in and goes out, above the window: its dialogs are loaded when they are first asked for. */
export function ImportLayer() {
  const { isImporting, isCopying } = useWorkbench(selector);
  useGivenImports();
  return (
    <Suspense>
      {isImporting && <ImportDialog />}
      {isCopying && <WolframDialog />}
    </Suspense>
  );
}
