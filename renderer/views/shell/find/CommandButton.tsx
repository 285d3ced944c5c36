import type { ReactNode } from 'react';
import type { CommandId } from '../../../../src/model/commands.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { commandOf } from './menu-action.ts';
import { isAvailable, runCommand } from './run-commands.ts';

interface CommandButtonProps {
  readonly id: CommandId;
  /** A shorter name than the command's title. */
  readonly label?: string;
  readonly icon: ReactNode;
  /** The current subject, which the tooltip shows after the name. */
  readonly about?: (state: WorkbenchState) => string | undefined;
}

/** A command as a button, with its keys in the tooltip. */
export function CommandButton({ id, label, icon, about }: CommandButtonProps) {
  const store = useWorkbenchStore();
  const isDisabled = useWorkbench((state) => !isAvailable(id, state));
  const hint = useWorkbench((state) => about?.(state));
  const { title, keys } = commandOf(id);
  return (
    <IconButton
      label={label ?? title}
      hint={hint}
      keys={keys[0]}
      isDisabled={isDisabled}
      onPress={() => runCommand(id, store)}
    >
      {icon}
    </IconButton>
  );
}
