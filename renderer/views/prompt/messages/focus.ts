/** Puts the focus on the handle of a moved message (`1`) or block (`1:0`), or else on that of its message. */
export function focusGrip(place: string): void {
  const [message] = place.split(':');
  focusSoon(`[data-grip="${place}"]`, `[data-grip="${message}"]`);
}

/** Puts the focus on the first thing to fill in of a message or block just added. */
export function focusField(place: string): void {
  focusSoon(
    `[data-place="${place}"] :is([contenteditable=true], input:not([type=file]), textarea, button[data-first])`,
  );
}

/** On the first selector that finds something, once what was added is drawn. */
function focusSoon(...selectors: string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const element = document.querySelector<HTMLElement>(selector);
      if (element) return element.focus();
    }
  });
}
