import type { BlockPlace } from '../../../store/content/blocks.ts';

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

/** Brings a block just added into sight, and puts the focus on its handle. */
export function showBlock({ message, block }: BlockPlace): void {
  focusSoon(`[data-grip="${message}:${block}"]`, `[data-grip="${message}"]`);
}

/** Frames until what was added must be there: what draws it may have to be loaded first. */
const patience = 120;

/** On the first selector that finds something, once what was added is drawn. */
function focusSoon(...selectors: string[]): void {
  let frames = 0;
  const look = () => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    const element = found.find((each) => each !== null);
    if (element) element.focus();
    else if (++frames < patience) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
