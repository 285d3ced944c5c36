import type { KeyboardEvent } from 'react';

/** Alt with an arrow moves what has the focus; inside of a text these keys are the editor's own. */
export function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  if (!isArrow || !event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return undefined;
  const isText = event.target instanceof HTMLElement && event.target.closest('[contenteditable=true], textarea, input');
  if (isText || event.defaultPrevented) return undefined;
  return event.key === 'ArrowDown' ? 1 : -1;
}
