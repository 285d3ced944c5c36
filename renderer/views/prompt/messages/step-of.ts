/** The keys that move a message or a block by one step. */
import type { KeyboardEvent } from 'react';
import { isPressed } from '../../../components/overlay/keys.ts';

export const stepKeys = { up: 'Alt+ArrowUp', down: 'Alt+ArrowDown' } as const;

/** The direction in which a key moves the focused element; inside a text the editor handles these keys. */
export function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.nativeEvent.isComposing || event.defaultPrevented) return undefined;
  if (event.target instanceof HTMLElement && event.target.closest('[contenteditable=true], textarea, input'))
    return undefined;
  if (isPressed(event, stepKeys.up)) return -1;
  return isPressed(event, stepKeys.down) ? 1 : undefined;
}
