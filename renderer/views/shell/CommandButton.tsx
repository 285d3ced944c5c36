import type { ReactNode } from 'react';
import type { CommandId } from '../../../src/model/commands.ts';
import { IconButton } from '../../components/Button.tsx';
import { keysText } from '../../components/keys.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { commandOf } from './menu-action.ts';
import { isAvailable, runCommand } from './run-commands.ts';

interface CommandButtonProps {
  readonly id: CommandId;
  /** Its name, where the command's own is too long. */
  readonly label?: string;
  readonly icon: ReactNode;
}

/** A command as a button, with its keys in the tooltip. */
export function CommandButton({ id, label, icon }: CommandButtonProps) {
  const store = useWorkbenchStore();
  const isDisabled = useWorkbench((state) => !isAvailable(id, state));
  const { title, keys } = commandOf(id);
  return (
    <IconButton
      label={label ?? title}
      {...(keys[0] ? { shortcut: keysText(keys[0]) } : {})}
      isDisabled={isDisabled}
      onPress={() => runCommand(id, store)}
    >
      {icon}
    </IconButton>
  );
}
