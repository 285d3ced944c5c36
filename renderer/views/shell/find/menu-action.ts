import type { CommandId } from '../../../../src/model/commands.ts';
import type { MenuAction } from '../../../components/controls/ActionMenu.tsx';
import { findTool } from '../../../store/selectors.ts';
import type { WorkbenchStore } from '../../../store/store.ts';
import { isAvailable, runCommand } from './run-commands.ts';
import { shownCommands } from './shown-commands.ts';

/** A command as a menu entry. */
export function menuAction(id: CommandId, store: WorkbenchStore): MenuAction {
  const { title, keys } = commandOf(id);
  const state = store.state.getState();
  const isTool = findTool(state, state.selection) !== undefined;
  return {
    label: id === 'delete-prompt' ? (isTool ? 'Delete tool' : 'Delete prompt') : title,
    keys: keys[0],
    isDisabled: !isAvailable(id, state),
    isDangerous: id === 'remove' || id.startsWith('delete'),
    onAction: () => runCommand(id, store),
  };
}

/** A command's title and the keys that work here. */
export function commandOf(id: CommandId): { readonly title: string; readonly keys: readonly string[] } {
  return shownCommands.find((command) => command.id === id) ?? { title: id, keys: [] };
}
