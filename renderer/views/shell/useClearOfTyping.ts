import { type RefObject, useEffect, useState } from 'react';

type Side = 'top' | 'bottom';

/** Free space around the caret, in CSS pixels. */
const margin = 12;

/** The edge of the window where notices do not cover the place where a person types. */
export function useClearOfTyping(region: RefObject<HTMLElement | null>): Side {
  const [side, setSide] = useState<Side>('bottom');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSide(freeSide(region.current)));
    };
    const observer = new MutationObserver(look);
    if (region.current) observer.observe(region.current, { childList: true });
    document.addEventListener('selectionchange', look);
    document.addEventListener('focusin', look);
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('focusin', look);
      window.removeEventListener('resize', look);
    };
  }, [region]);
  return side;
}

function freeSide(region: HTMLElement | null): Side {
  const typing = typingPlace();
  if (!region || !typing || region.childElementCount === 0) return 'bottom';
  const { left, right, height } = region.getBoundingClientRect();
  const lowest = region.offsetParent?.getBoundingClientRect().bottom ?? window.innerHeight;
  const isBeside = typing.right + margin < left || typing.left - margin > right;
  const isElsewhere = typing.bottom + margin < lowest - height || typing.top > lowest;
  return isBeside || isElsewhere ? 'bottom' : 'top';
}

/** The caret in a long text, or the whole field of a short one. */
function typingPlace(): DOMRect | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return undefined;
  if (activeElement.matches('input, textarea')) return activeElement.getBoundingClientRect();
  if (!activeElement.isContentEditable) return undefined;
  const selection = document.getSelection();
  const caret = selection?.rangeCount ? selection.getRangeAt(0).getBoundingClientRect() : undefined;
  return caret && caret.height > 0 ? caret : activeElement.getBoundingClientRect();
}
