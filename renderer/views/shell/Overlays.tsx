import { lazy, Suspense } from 'react';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';

const NewPromptDialog = lazy(() => import('./NewPromptDialog.tsx'));
const NewServerDialog = lazy(() => import('../server/NewServerDialog.tsx'));
const NewSourceDialog = lazy(() => import('../sources/NewSourceDialog.tsx'));

const overlays = {
  palette: lazy(() => import('./CommandPalette.tsx')),
  'quick-open': lazy(() => import('./QuickOpen.tsx')),
  find: lazy(() => import('./FindEverywhere.tsx')),
  'keyboard-map': lazy(() => import('./KeyboardMap.tsx')),
  'new-prompt': NewPrompt,
  'new-server': NewServer,
  'new-source': NewSource,
  rename: lazy(() => import('./RenameDialog.tsx')),
};

/** What is open over the window, if anything: each is loaded when it is first asked for. */
export function Overlays() {
  const overlay = useWorkbench(({ shell }) => shell.overlay);
  if (overlay === undefined) return null;
  const Overlay = overlays[overlay];
  return (
    <Suspense>
      <Overlay />
    </Suspense>
  );
}

function NewPrompt() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewPromptDialog onClose={closeOverlay} />;
}

function NewServer() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewServerDialog onClose={closeOverlay} />;
}

function NewSource() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewSourceDialog onClose={closeOverlay} />;
}
