/** Keeps and moves the keyboard focus between the panes. */
import type { PaneName } from '../../store/state/window.ts';
import type { WorkbenchState } from '../../store/state.ts';

export type FocusPlace = PaneName | 'dock';

const focusable = 'a[href], button, input, textarea, [contenteditable=true], [tabindex]';
/** The last focused element of each pane. */
const last = new WeakMap<Element, WeakRef<HTMLElement>>();

/** Remembers the focused element of its pane. */
export function rememberFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const pane = target.closest('[data-pane]');
  if (pane) last.set(pane, new WeakRef(target));
}

/** Focuses a pane: its last focused element, or its first control. */
export function focusPane(place: FocusPlace, selector?: string): void {
  // A hidden pane becomes visible in the next frame.
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

/** The visible pane after or before the focused one. */
export function otherPane({ shell }: WorkbenchState, step: 1 | -1): FocusPlace {
  const places = (['list', 'editor', 'preview', 'dock'] as const).filter((place) =>
    place === 'dock' ? shell.dock.isOpen : place === 'editor' || !shell.panes.hidden.includes(place),
  );
  const here = document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane;
  const index = places.indexOf(here as FocusPlace);
  if (index < 0) return step > 0 ? 'list' : 'editor';
  return places[(index + step + places.length) % places.length] ?? 'editor';
}

/** Focuses the first button of the newest notice. */
export function focusNotices(): void {
  document.querySelector<HTMLElement>('[data-notices] button')?.focus();
}

/** Moves the focus into a pane after the focused element disappears, so the keyboard continues nearby. */
export function keepFocusIn(place: FocusPlace): void {
  afterClosing(() => {
    if (document.activeElement === document.body) focusPane(place);
  });
}

/** Runs something after a closing dialog returns the focus. */
export function afterClosing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
