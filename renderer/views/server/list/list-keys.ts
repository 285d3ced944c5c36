/** The keys of an entry in a server's list. */
import type { KeyboardEvent } from 'react';
import { isPressed } from '../../../components/overlay/keys.ts';

/** A key command for the focused entry; the list itself handles Enter, which opens the entry. */
export type RowCommand = 'rename' | 'duplicate' | 'remove' | 'up' | 'down';

export const rowKeys: Readonly<Record<RowCommand, string>> = {
  rename: 'F2',
  duplicate: 'Mod+D',
  remove: 'Delete',
  up: 'Alt+ArrowUp',
  down: 'Alt+ArrowDown',
};

export function rowCommand(event: KeyboardEvent): RowCommand | undefined {
  if (event.nativeEvent.isComposing) return undefined;
  const commands = Object.keys(rowKeys) as RowCommand[];
  const command = commands.find((candidate) => isPressed(event, rowKeys[candidate]));
  return command ?? (isPressed(event, 'Backspace') ? 'remove' : undefined);
}
