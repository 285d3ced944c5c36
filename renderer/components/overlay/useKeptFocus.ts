import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a dialog whose focused control is removed or disabled: it would fall to the page, where Escape and
 * Tab no longer reach the dialog. The dialog itself receives it, not a neighbour, which a second Enter would press. A
 * control that is enabled again, such as a button that waited for an answer, gets it back.
 * @param nextIn what receives the focus of a removed control instead of the dialog; it keeps its identity
 */
export function useKeptFocus(
  ref: RefObject<HTMLElement | null>,
  nextIn?: (dialog: HTMLElement) => HTMLElement | null,
): void {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const focusedField = () => {
      const { activeElement } = document;
      return activeElement instanceof HTMLElement && activeElement !== dialog && dialog.contains(activeElement)
        ? activeElement
        : undefined;
    };
    let last = focusedField();
    /** The control that the dialog has the focus for. */
    let waitingElement: HTMLElement | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target === dialog) return;
      last = focusedField();
      waitingElement = undefined;
    };
    const keep = () => {
      const { activeElement } = document;
      if (last && isLost(activeElement)) {
        waitingElement = last;
        const next = (!last.isConnected && nextIn?.(dialog)) || dialog;
        next.focus({ preventScroll: true });
      } else if (activeElement === dialog && waitingElement?.isConnected && !waitingElement.matches(':disabled'))
        waitingElement.focus();
    };
    const observer = new MutationObserver(keep);
    observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [ref, nextIn]);
}

/** Chromium leaves the focus on a disabled control until it draws again. */
function isLost(focusedElement: Element | null): boolean {
  return focusedElement === null || focusedElement === document.body || focusedElement.matches(':disabled');
}

/** Whether no control has the focus: it is on the page, or on a dialog whose focused control is gone. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, [role=dialog], [role=alertdialog]');
}
