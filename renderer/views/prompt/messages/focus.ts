import type { BlockPlace } from '../../../store/content/blocks.ts';

/** From `stillHere`, before the change: whether the person has not gone elsewhere. */
type IsHere = () => boolean;

/** Focuses the handle of a moved message (`1`) or block (`1:0`), or else that of its message. */
export function focusGrip(place: string, isHere: IsHere): void {
  const [message] = place.split(':');
  focusSoon(isHere, `[data-grip="${place}"]`, `[data-grip="${message}"]`);
}

/** Focuses the first field of a message or block that was just added. */
export function focusField(place: string, isHere: IsHere): void {
  focusSoon(
    isHere,
    `[data-place="${place}"] :is([contenteditable=true], input:not([type=file]), textarea, button[data-first])`,
  );
}

/** Scrolls to a block that was just added, and focuses its handle. */
export function showBlock({ message, block }: BlockPlace, isHere: IsHere): void {
  focusSoon(isHere, `[data-grip="${message}:${block}"]`, `[data-grip="${message}"]`);
}

/** How many frames to wait for the added element: its component may have to load first. */
const patience = 120;

/** Focuses the first match of the selectors, once the added element exists. */
function focusSoon(isHere: IsHere, ...selectors: string[]): void {
  let frames = 0;
  const look = () => {
    if (!isHere()) return;
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    const element = found.find((each) => each !== null);
    if (element) element.focus();
    else if (++frames < patience) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
