import { useEffect, useState } from 'react';

/** Space between the caret and the foot, in CSS pixels. */
const gap = 8;

/**
 * Keeps the caret in view when a foot below a scrolling body appears or grows, which makes the body lower.
 * @returns callbacks for the `ref` of both elements
 */
export function useCaretAbove() {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!body || !foot) return;
    let height = foot.offsetHeight;
    const observer = new ResizeObserver(() => {
      const growth = foot.offsetHeight - height;
      height = foot.offsetHeight;
      const caret = caretIn(body);
      if (caret !== undefined) body.scrollTop += hiddenBy(growth, caret - body.getBoundingClientRect().bottom);
    });
    observer.observe(foot);
    return () => observer.disconnect();
  }, [body, foot]);
  return { body: setBody, foot: setFoot };
}

/**
 * How far to scroll, in CSS pixels.
 * @param growth of the foot
 * @param below how far the caret is below the body; one that was out of view before stays there
 */
export function hiddenBy(growth: number, below: number): number {
  return growth > 0 && below > -gap && below <= growth ? below + gap : 0;
}

/** The lower end of the caret, or of the field with the focus. */
function caretIn(body: HTMLElement): number | undefined {
  const { activeElement } = document;
  if (activeElement === null || !body.contains(activeElement)) return undefined;
  const range = activeElement.matches('[contenteditable=true]') ? document.getSelection()?.getRangeAt(0) : undefined;
  const { bottom } = range?.getBoundingClientRect() ?? activeElement.getBoundingClientRect();
  // An empty line has no rectangle.
  return bottom > 0 ? bottom : (range?.startContainer.parentElement ?? activeElement).getBoundingClientRect().bottom;
}
