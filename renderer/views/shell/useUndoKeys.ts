import { useEffect } from 'react';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { hasCommandKey } from './shortcut.ts';

/** Fields outside of the definition keep the browser's own undo: the argument values, the filter, dialogs. */
function hasOwnUndo(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, [contenteditable=true]') &&
    target.closest('main') === null
  );
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y step through the history of the open file, in whichever field the cursor is. */
export function useUndoKeys(): void {
  const { undo, redo } = useWorkbenchActions();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!hasCommandKey(event) || event.altKey || hasOwnUndo(event.target)) return;
      const key = event.key.toLowerCase();
      const step = key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' && !event.shiftKey ? redo : undefined;
      if (!step) return;
      event.preventDefault();
      void step();
    };
    // An application menu's Undo arrives as an input event.
    const onBeforeInput = (event: InputEvent) => {
      if (!event.inputType.startsWith('history') || hasOwnUndo(event.target)) return;
      event.preventDefault();
      void (event.inputType === 'historyUndo' ? undo : redo)();
    };
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('beforeinput', onBeforeInput, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('beforeinput', onBeforeInput, true);
    };
  }, [undo, redo]);
}
