import { useEffect } from 'react';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { hasUnsaved } from '../../store/selectors.ts';

/** Saves when the window loses focus, is hidden or closes; asks before a close that would lose unsaved text. */
export function useNothingLost(): void {
  const { state, actions, settings } = useWorkbenchStore();
  useEffect(() => {
    const save = () => {
      settings.save();
      inBackground(actions.flush());
    };
    const leave = () => {
      settings.save();
      actions.leave();
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      settings.save();
      if (!hasUnsaved(state.getState())) return;
      leave();
      event.preventDefault();
    };
    window.addEventListener('blur', save);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', save);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      window.removeEventListener('blur', save);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [state, actions, settings]);
}
