/** Which fields keep the browser's undo and redo for their text. */

type Direction = 'undo' | 'redo';

/** The field with the focus whose text was undone, its text since, and how often it can be redone. */
let undoneField: { readonly field: EventTarget | null; readonly text: string; readonly count: number } | undefined;

/** Fields outside the definition, and typed text that is not in a file yet, keep the browser's undo. */
export function hasOwnUndo(target: EventTarget | null, direction: Direction): boolean {
  if (direction === 'redo' && undoneField?.field === target && undoneField?.text === textOf(target)) return true;
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]') &&
    (target.closest('main') === null || target.matches('[data-pending], [type=search]:not(:placeholder-shown)'))
  );
}

/** Follows what the browser undoes and redoes in fields. @returns ends it */
export function followOwnUndo(): () => void {
  const onInput = (event: Event) => {
    const type = event instanceof InputEvent ? event.inputType : '';
    const change = type === 'historyUndo' ? 1 : type === 'historyRedo' ? -1 : undefined;
    const { target } = event;
    const count = (undoneField?.field === target ? undoneField.count : 0) + (change ?? 0);
    const text = textOf(target);
    undoneField = change !== undefined && count > 0 && text !== undefined ? { field: target, text, count } : undefined;
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('focusout', forgetOwnUndo, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('focusout', forgetOwnUndo, true);
  };
}

/** A step that is undone after the text is redone before it. */
export function forgetOwnUndo(): void {
  undoneField = undefined;
}

function textOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : undefined;
}
