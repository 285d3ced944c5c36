import { useEffect } from 'react';
import { isSameData } from '../../../../src/base/json.ts';
import { type CommandId, commands } from '../../../../src/model/commands.ts';
import { isApple, isPressed } from '../../../components/overlay/keys.ts';
import { selectIsNextStepHere } from '../../../store/definition/next-steps.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { Selection } from '../../../store/state/workspace.ts';
import { afterClosing, countPress, recoverFocus, rememberFocus } from '../focus.ts';
import { followOwnUndo, forgetOwnUndo, hasOwnUndo } from '../own-undo.ts';
import { isAvailable, isBehindDialog, runCommand } from './run-commands.ts';

/** Listens for the keys of all commands, and keeps the focus in the window. Ignores keys while an input method composes. */
export function useCommandKeys(): void {
  const store = useWorkbenchStore();
  useEffect(() => {
    /** The page on which a key of Undo or Redo was pressed: holding it neither leaves that page nor continues elsewhere. */
    let heldOn: Selection | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      // Some input methods send key code 229 while they compose.
      if (event.isComposing || event.keyCode === 229) return;
      const pressedCommands = commands.filter(({ keys }) => keys.some((key) => isPressed(event, key)));
      // Opposite commands share their key.
      const command = pressedCommands.find(({ id }) => isAvailable(id, store.state.getState()));
      if (!command) return;
      if (belongsToTarget(command.id, event)) return undoInField(command.id, event);
      if (isBehindDialog(command.group)) {
        // Without this, the browser undoes in a field behind the dialog, or prints, saves or bookmarks the page.
        if (command.group !== 'Window') event.preventDefault();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const state = store.state.getState();
      if (command.id === 'undo' || command.id === 'redo') {
        if (!event.repeat) heldOn = state.selection;
        else if (!isSameData(state.selection, heldOn) || !selectIsNextStepHere(state, command.id)) return;
        forgetOwnUndo();
      }
      if (!event.repeat || command.group === 'Edit') runCommand(command.id, store);
    };
    document.addEventListener('keydown', onKeyDown, true);
    const stopFollowing = followOwnUndo();
    document.addEventListener('focusin', rememberFocus);
    window.addEventListener('pointerdown', countPress, true);
    // Whatever removes the focused element also changes the state.
    let isWaiting = false;
    const stopRecovering = store.state.subscribe(() => {
      if (isWaiting) return;
      isWaiting = true;
      afterClosing(() => {
        isWaiting = false;
        recoverFocus();
      });
    });
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('focusin', rememberFocus);
      window.removeEventListener('pointerdown', countPress, true);
      stopFollowing();
      stopRecovering();
    };
  }, [store]);
}

/**
 * Text fields keep editing keys and their undo; a code editor keeps the comment key. In a server's list, the
 * keys for renaming and duplicating are the row's: the commands would change the server.
 */
function belongsToTarget(id: CommandId, event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (id === 'undo' || id === 'redo') return hasOwnUndo(target, id);
  if (id === 'rename' || id === 'duplicate') return target.closest('[data-row-keys]') !== null;
  const isText = target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]');
  // On Apple's systems, Option and an arrow move the cursor by a word.
  if (id === 'back' || id === 'forward') return isApple && isText && event.altKey;
  if (id !== 'keyboard-map') return false;
  return event.key === '?' ? isText : target.matches('.cm-content:not([data-language=prompt])') && isText;
}

/**
 * On Apple's systems only the menu undoes in a native field, and the desktop app's menu sends the keys of the command
 * instead, so the field gets its undo here.
 */
function undoInField(id: CommandId, event: KeyboardEvent): void {
  if (!isApple || (id !== 'undo' && id !== 'redo')) return;
  if (!(event.target instanceof HTMLElement) || !event.target.matches('input, textarea')) return;
  event.preventDefault();
  document.execCommand(id);
}
