import type { BlockPlace } from '../../../store/content/blocks.ts';

/** From `stillHere`, before the change: whether the person has not gone elsewhere. */
type IsHere = () => boolean;

/** Focuses the handle of a moved message (`1`) or block (`1:0`), or else that of its message. */
export function focusGrip(place: string, isHere: IsHere): void {
  const [message] = place.split(':');
  focusSoon(isHere, [`[data-grip="${place}"]`, `[data-grip="${message}"]`]);
}

/** Focuses the first field of a message or block that was just added. */
export function focusField(place: string, isHere: IsHere): void {
  focusSoon(isHere, [firstField(place)]);
}

/** Focuses the first field of a block that was just made from a file, and keeps the whole block in view as it grows. */
export function showBlock({ message, block }: BlockPlace, isHere: IsHere): void {
  const place = `${message}:${block}`;
  focusSoon(isHere, [firstField(place)], () => keepInView(document.querySelector(`[data-place="${place}"]`)));
}

function firstField(place: string): string {
  return `[data-place="${place}"] :is([contenteditable=true], input:not([type=file]), textarea, button[data-first])`;
}

/** Scrolls to an element now and as it grows, because a picture loads later, until the person does something. */
function keepInView(element: Element | null): void {
  if (!element) return;
  const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
  sizes.observe(element);
  const stop = () => {
    sizes.disconnect();
    for (const kind of personEvents) document.removeEventListener(kind, stop, true);
  };
  for (const kind of personEvents) document.addEventListener(kind, stop, true);
}

/** Events that show that the person has moved on. */
const personEvents = ['keydown', 'pointerdown', 'wheel'] as const;

/** How many frames to wait for the added element: its component may have to load first. */
const maxFrames = 120;

/** Focuses the first match of the selectors, once the added element exists. */
function focusSoon(isHere: IsHere, selectors: readonly string[], then?: () => void): void {
  let frames = 0;
  const look = () => {
    if (!isHere()) return;
    const elements = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    const element = elements.find((candidate) => candidate !== null);
    if (element) {
      element.focus();
      then?.();
    } else if (++frames < maxFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
