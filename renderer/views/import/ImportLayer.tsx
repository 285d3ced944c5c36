import { Suspense } from 'react';
import { Boundary } from '../../components/status/Boundary.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useDroppedImports } from './useDroppedImports.ts';

const ImportDialog = lazyView(() => import('./ImportDialog.tsx'));
const WolframDialog = lazyView(() => import('./WolframDialog.tsx'));

const selector = (state: WorkbenchState) => ({
  isImporting: state.import.status === 'open',
  isCopying: state.wolfram.status === 'open',
});

/** The dialogs for import and for Wolfram Language, each loaded when it first opens. */
export function ImportLayer() {
  const { isImporting, isCopying } = useWorkbench(selector);
  const { closeImport, closeWolfram } = useWorkbenchActions();
  useDroppedImports();
  return (
    <>
      {isImporting && (
        <Boundary name="The dialog" onClose={closeImport}>
          <Suspense>
            <ImportDialog />
          </Suspense>
        </Boundary>
      )}
      {isCopying && (
        <Boundary name="The dialog" onClose={closeWolfram}>
          <Suspense>
            <WolframDialog />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
