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
      if (caret) body.scrollTop += hiddenBy(growth, caret, body.getBoundingClientRect().bottom);
    });
    observer.observe(foot);
    return () => observer.disconnect();
  }, [body, foot]);
  return { body: setBody, foot: setFoot };
}

/**
 * How far to scroll, in CSS pixels.
 * @param growth of the foot
 * @param caret one that was out of view before stays there
 * @param end the lower end of the body
 */
export function hiddenBy(growth: number, caret: Pick<DOMRect, 'top' | 'bottom'>, end: number): number {
  const wasInView = caret.top < end + growth;
  return growth > 0 && wasInView && caret.bottom + gap > end ? caret.bottom + gap - end : 0;
}

/** The place of the caret, or of the field with the focus and its problem. */
function caretIn(body: HTMLElement): DOMRect | undefined {
  const { activeElement } = document;
  if (activeElement === null || !body.contains(activeElement)) return undefined;
  if (!activeElement.matches('[contenteditable=true]')) {
    const { x, y, width, bottom } = activeElement.getBoundingClientRect();
    const problems = (activeElement.getAttribute('aria-describedby') ?? '').split(' ').map((id) => {
      return document.getElementById(id)?.getBoundingClientRect().bottom ?? 0;
    });
    return new DOMRect(x, y, width, Math.max(bottom, ...problems) - y);
  }
  const range = document.getSelection()?.getRangeAt(0);
  const place = (range ?? activeElement).getBoundingClientRect();
  // An empty line has no rectangle.
  return place.bottom > 0 ? place : (range?.startContainer.parentElement ?? activeElement).getBoundingClientRect();
}
