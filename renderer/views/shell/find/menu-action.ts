import { type CommandId, commands } from '../../../../src/model/commands.ts';
import type { MenuAction } from '../../../components/controls/ActionMenu.tsx';
import type { WorkbenchStore } from '../../../store/store.ts';
import { isAvailable, runCommand } from './run-commands.ts';

/** A command as a menu entry. */
export function menuAction(id: CommandId, store: WorkbenchStore): MenuAction {
  const { title, keys } = commandOf(id);
  return {
    label: title,
    keys: keys[0],
    isDisabled: !isAvailable(id, store.state.getState()),
    isDangerous: id === 'remove' || id.startsWith('delete'),
    onAction: () => runCommand(id, store),
  };
}

/** A command's entry in the table. */
export function commandOf(id: CommandId): { readonly title: string; readonly keys: readonly string[] } {
  return commands.find((command) => command.id === id) ?? { title: id, keys: [] };
}
