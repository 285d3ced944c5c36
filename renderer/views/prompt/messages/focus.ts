import { inBackground } from '../../../in-background.ts';
import type { BlockPlace } from '../../../store/content/blocks.ts';
import { whenDrawn } from '../../shell/when-drawn.ts';

/** From `stillHere`, before the change: whether the person has not gone elsewhere. */
type IsHere = () => boolean;

/** Focuses the handle of a moved message (`1`) or block (`1:0`), or else that of its message. */
export function focusGrip(place: string, isHere: IsHere): void {
  const [message] = place.split(':');
  inBackground(focusSoon(isHere, [`[data-grip="${place}"]`, `[data-grip="${message}"]`]));
}

/** Focuses the first field of a message or block that was just added. @returns whether it has the focus */
export function focusField(place: string, isHere: IsHere): Promise<boolean> {
  return focusSoon(isHere, [firstField(place)]);
}

/** Focuses the first field of a block that was just made from a file, and keeps the whole block in view as it grows. */
export async function showBlock({ message, block }: BlockPlace, isHere: IsHere): Promise<void> {
  const place = `${message}:${block}`;
  if (await focusField(place, isHere)) keepInView(document.querySelector(`[data-place="${place}"]`));
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

/** Focuses the first match of the selectors once it is drawn. @returns whether it has the focus */
async function focusSoon(isHere: IsHere, selectors: readonly string[]): Promise<boolean> {
  const find = () =>
    selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  const element = await whenDrawn(find, isHere);
  element?.focus();
  return element !== undefined;
}
