/** The keys of an entry in a server's list. */
import type { KeyboardEvent } from 'react';
import { isPressed } from '../../../components/overlay/keys.ts';

/** What a key does with the entry that has the focus; opening it is the list's own Enter. */
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
  const command = commands.find((each) => isPressed(event, rowKeys[each]));
  return command ?? (isPressed(event, 'Backspace') ? 'remove' : undefined);
}
