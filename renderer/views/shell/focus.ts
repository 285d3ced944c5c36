/** Where the keyboard is in the window, and how it gets elsewhere. */
import type { PaneName } from '../../store/shell.ts';
import type { WorkbenchState } from '../../store/state.ts';

export type FocusPlace = PaneName | 'dock';

const focusable = 'a[href], button, input, textarea, [contenteditable=true], [tabindex]';
/** Where the focus was last in each pane. */
const last = new WeakMap<Element, WeakRef<HTMLElement>>();

/** Remembers where in its pane the focus goes, for when it comes back. */
export function rememberFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const pane = target.closest('[data-pane]');
  if (pane) last.set(pane, new WeakRef(target));
}

/** Puts the focus into a pane: where it was there last, or onto its first control. */
export function focusPane(place: FocusPlace, selector?: string): void {
  // The pane may have to be shown first.
  requestAnimationFrame(() => {
    const pane = document.querySelector(`[data-pane=${place}]`);
    if (!pane) return;
    const wanted = selector === undefined ? last.get(pane)?.deref() : pane.querySelector<HTMLElement>(selector);
    if (wanted && pane.contains(wanted) && isVisible(wanted)) wanted.focus();
    else [...pane.querySelectorAll<HTMLElement>(focusable)].find(canTakeFocus)?.focus();
  });
}

function canTakeFocus(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.role !== 'separator' && !element.matches(':disabled') && isVisible(element);
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}

/** The pane after or before the one with the focus, of those that are not folded. */
export function otherPane({ shell }: WorkbenchState, step: 1 | -1): FocusPlace {
  const places = (['list', 'editor', 'preview', 'dock'] as const).filter((place) =>
    place === 'dock' ? shell.dock.isOpen : place === 'editor' || !shell.panes.hidden.includes(place),
  );
  const here = document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane;
  const index = places.indexOf(here as FocusPlace);
  if (index < 0) return step > 0 ? 'list' : 'editor';
  return places[(index + step + places.length) % places.length] ?? 'editor';
}

/** Puts the focus onto the newest notice's first button. */
export function focusNotices(): void {
  document.querySelector<HTMLElement>('[data-notices] button')?.focus();
}

/** Puts the focus into a pane after what had it is gone, so that the keyboard goes on near the same place. */
export function keepFocusIn(place: FocusPlace): void {
  afterClosing(() => {
    if (document.activeElement === document.body) focusPane(place);
  });
}

/** Does something once a closing dialog has given the focus back. */
export function afterClosing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
