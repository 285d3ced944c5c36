import { useEffect } from 'react';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

/** Fields outside the definition, and typed text that is not in a file yet, keep the browser's undo. */
export function hasOwnUndo(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]') &&
    (target.closest('main') === null || target.matches('[data-pending], [type=search]:not(:placeholder-shown)'))
  );
}

/** Whether a dialog is open in front of the field. */
function isBehindDialog(target: EventTarget | null): boolean {
  const dialogs = '[role=dialog], [role=alertdialog]';
  return document.querySelector(dialogs) !== null && !(target instanceof Element && target.closest(dialogs));
}

/** Handles Undo and Redo of an application menu, which arrive as input events of the focused field. */
export function useMenuUndo(): void {
  const { undo, redo } = useWorkbenchActions();
  useEffect(() => {
    const onBeforeInput = (event: InputEvent) => {
      if (!event.inputType.startsWith('history')) return;
      const isBehind = isBehindDialog(event.target);
      if (!isBehind && hasOwnUndo(event.target)) return;
      event.preventDefault();
      if (isBehind) return;
      inBackground((event.inputType === 'historyUndo' ? undo : redo)());
    };
    document.addEventListener('beforeinput', onBeforeInput, true);
    return () => document.removeEventListener('beforeinput', onBeforeInput, true);
  }, [undo, redo]);
}
