import { useEffect } from 'react';
import { type CommandId, commands } from '../../../../src/model/commands.ts';
import { isPressed } from '../../../components/overlay/keys.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { rememberFocus } from '../focus.ts';
import { hasOwnUndo } from '../useMenuUndo.ts';
import { isAvailable, runCommand } from './run-commands.ts';

/** The one listener for the keys of all commands. While an input method is composing, no key is a command. */
export function useCommandKeys(): void {
  const store = useWorkbenchStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // 229 is what some input methods send while they compose.
      if (event.isComposing || event.keyCode === 229) return;
      const command = commands.find(({ keys }) => keys.some((each) => isPressed(event, each)));
      if (!command || belongsToTarget(command.id, event) || isBehindDialog(command.group)) return;
      if (!isAvailable(command.id, store.state.getState())) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat || command.group === 'Edit') runCommand(command.id, store);
    };
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('focusin', rememberFocus);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('focusin', rememberFocus);
    };
  }, [store]);
}

/** A text field keeps the keys that write, and its own undo; a code editor keeps the key that makes a comment. */
function belongsToTarget(id: CommandId, event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (id === 'undo' || id === 'redo') return hasOwnUndo(target);
  if (id !== 'keyboard-map') return false;
  const isText = target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]');
  return event.key === '?' ? isText : target.matches('.cm-content:not([data-language=prompt])') && isText;
}

/** Nothing happens behind a dialog; from one finder to another is a step to the side. */
function isBehindDialog(group: string): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  return dialogs.some((dialog) => group !== 'Find' || !dialog.hasAttribute('data-finder'));
}
