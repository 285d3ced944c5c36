import { useEffect } from 'react';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { forgetOwnUndo, hasOwnUndo } from './own-undo.ts';

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
      const direction = event.inputType === 'historyUndo' ? 'undo' : 'redo';
      const isBehind = isBehindDialog(event.target);
      if (!isBehind && hasOwnUndo(event.target, direction)) return;
      event.preventDefault();
      if (isBehind) return;
      forgetOwnUndo();
      inBackground((direction === 'undo' ? undo : redo)());
    };
    document.addEventListener('beforeinput', onBeforeInput, true);
    return () => document.removeEventListener('beforeinput', onBeforeInput, true);
  }, [undo, redo]);
}
