import type { KeyboardEvent } from 'react';
import { hasCommandKey } from '../../shell/shortcut.ts';

/** What a key does with the entry that has the focus; opening it is the list's own Enter. */
export type RowCommand = 'rename' | 'duplicate' | 'remove' | 'up' | 'down';

export function rowCommand(event: KeyboardEvent): RowCommand | undefined {
  if (event.nativeEvent.isComposing || event.shiftKey) return undefined;
  if (hasCommandKey(event)) return event.key.toLowerCase() === 'd' && !event.altKey ? 'duplicate' : undefined;
  if (event.altKey) return event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined;
  if (event.key === 'F2') return 'rename';
  return event.key === 'Delete' || event.key === 'Backspace' ? 'remove' : undefined;
}
