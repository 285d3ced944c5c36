/** Keeps and moves the keyboard focus between the panes. */
import type { PaneName } from '../../store/state/window.ts';
import type { WorkbenchState } from '../../store/state.ts';

export type FocusPlace = PaneName | 'dock';

const focusable = 'a[href], button, input, textarea, [contenteditable=true], [tabindex]';
const dialog = '[role=dialog], [role=menu]';
/** The last focused element of each pane. */
const last = new WeakMap<Element, WeakRef<HTMLElement>>();

/** Remembers the focused element of its pane. */
export function rememberFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const pane = target.closest('[data-pane]');
  if (pane) last.set(pane, new WeakRef(target));
  // After a dialog, the focus goes back to the pane that opened it.
  if (target.closest(dialog)) return;
  newestFocus = { element: new WeakRef(target), pane: paneOf(target) };
  if (target.matches(typedInto)) enteredFocus = newestFocus;
}

/** How often the person has pressed a control outside dialogs with the pointer. */
let presses = 0;

/** Counts the presses of controls, from the events of the pointer. */
export function countPress({ target }: Event): void {
  if (target instanceof Element && target.closest(focusable) && !target.closest(dialog)) presses++;
}

/** What a person types into. */
const typedInto =
  'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file]), [contenteditable=true]';
/** The element that the window itself has moved the focus to. */
let focusTarget: WeakRef<HTMLElement> | undefined;
/** The newest focused field outside dialogs. */
let enteredFocus: typeof newestFocus;

/** Focuses an element for the person, who is "still here" then. */
export function moveFocus(element: HTMLElement, options?: FocusOptions): void {
  focusTarget = new WeakRef(element);
  element.focus(options);
}

/**
 * Returns a function that tells whether the person is still where they are now. After a wait, the focus moves only then:
 * it takes the keyboard from no field that they have chosen meanwhile, from no control that they have gone to from such a
 * field, and from no dialog that they have opened.
 */
export function stillHere(): () => boolean {
  const pressCount = presses;
  const start = document.activeElement;
  const startDialog = start?.closest(dialog);
  // A closing dialog gives the focus back to what had it before.
  const before = startDialog ? newestFocus?.element.deref() : undefined;
  const enteredBefore = enteredFocus;
  const isOther = (field: Element) => field !== start && field !== before && field !== focusTarget?.deref();
  return () => {
    if (presses !== pressCount) return false;
    const field = enteredFocus === enteredBefore ? undefined : enteredFocus?.element.deref();
    if (field?.isConnected && isOther(field)) return false;
    const now = document.activeElement;
    if (!now?.matches(typedInto) || !isOther(now)) return true;
    return startDialog?.contains(now) ?? false;
  };
}

/** A notice belongs to the editor. */
function paneOf(target: Element): FocusPlace {
  const pane = target.closest<HTMLElement>('[data-pane]')?.dataset.pane;
  return places.find((place) => place === pane) ?? 'editor';
}

const places = ['list', 'editor', 'preview', 'dock'] as const satisfies readonly FocusPlace[];

/** How many frames to wait for the page of a pane to be drawn. */
const maxFrames = 120;

/**
 * Focuses a pane: in the list the row of the open page, in the preview a value, elsewhere the last focused element; else
 * the first control.
 */
export function focusPane(place: FocusPlace, selector = usualFocus[place]): void {
  focusWhile(stillHere(), place, selector);
}

/** How many frames a heading that stays may belong to the former page. */
const framesOfFormerPage = 15;

/** Focuses the heading of the page that the caller opens next: it is read first, and Tab continues from there. */
export function focusNextPage(): void {
  const heading = () => document.querySelector<HTMLElement>('[data-pane=editor] h2');
  const formerHeading = heading();
  const isHere = stillHere();
  let frames = 0;
  const focus = () => {
    if (!isHere()) return;
    const shownHeading = heading();
    const isDrawn = shownHeading !== null && (shownHeading !== formerHeading || frames >= framesOfFormerPage);
    if (!isDrawn) {
      if (++frames < maxFrames) requestAnimationFrame(focus);
      return;
    }
    shownHeading.tabIndex = -1;
    shownHeading.addEventListener('blur', () => shownHeading.removeAttribute('tabindex'), { once: true });
    shownHeading.focus();
  };
  afterClosing(focus);
}

/** As `focusNextPage`, if the page takes the place of the list: a narrow window shows one pane at a time. */
export function focusPageInPlaceOfList(): void {
  if (document.querySelector('[data-narrow]')) focusNextPage();
}

/** Gives the window a first focus in the list, unless an element has it. Its ring appears with the first key. */
export function focusFirst(): void {
  const selector = `button[data-variant=primary], ${usualFocus.list}`;
  focusWhile(() => isFocusLost() && document.querySelector('[role=dialog]') === null, 'list', selector, {
    focusVisible: false,
  });
}

/** Focuses a pane, unless another element has taken the focus by the next frame. */
function recoverIn(place: FocusPlace, selector = usualFocus[place]): void {
  focusWhile(isFocusLost, place, selector);
}

function focusWhile(
  isWanted: () => boolean,
  place: FocusPlace,
  selector: string | undefined,
  options?: FocusOptions,
): void {
  let frames = 0;
  const focus = () => {
    if (!isWanted()) return;
    const pane = document.querySelector(`[data-pane=${place}]`);
    const target = pane && targetIn(pane, selector);
    if (target) moveFocus(target, options);
    // The page is not drawn yet, and the focus is nowhere else.
    else if (pane && ++frames < maxFrames && isFocusLost()) requestAnimationFrame(focus);
  };
  // A hidden pane becomes visible in the next frame.
  requestAnimationFrame(focus);
}

const field = 'textarea, input:not([type=checkbox], [type=radio], [type=hidden])';

/** What a pane focuses if it was not focused before, or always in the list. */
const usualFocus: Readonly<Partial<Record<FocusPlace, string>>> = {
  list: '[role=row][tabindex="0"]',
  preview: field,
};

function targetIn(pane: Element, selector: string | undefined): HTMLElement | undefined {
  const before = last.get(pane)?.deref();
  const isUsable = before && pane.contains(before) && canTakeFocus(before);
  // A field that was left for another pane is continued.
  if (isUsable && (selector === undefined || (selector === field && before.matches(field)))) return before;
  // A prompt without arguments has no value: its answer is below the tab.
  const selectors =
    selector === field ? [field, '[role=tab][aria-selected=true]'] : selector === undefined ? [] : [selector];
  const preferredElements = selectors.flatMap((value) => [...pane.querySelectorAll<HTMLElement>(value)]);
  const otherElements = [...pane.querySelectorAll<HTMLElement>(focusable)];
  // A link leads away from the page.
  const isLink = (element: HTMLElement) => element.matches('a[href], [data-leads-away]');
  return [...preferredElements, ...otherElements.toSorted((a, b) => Number(isLink(a)) - Number(isLink(b)))].find(
    canTakeFocus,
  );
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canTakeFocus(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.role !== 'separator' && !element.matches(':disabled') && isVisible(element);
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}

/** The visible pane after or before the focused one. */
export function otherPane({ shell }: WorkbenchState, step: 1 | -1): FocusPlace {
  const shownPlaces = places.filter((place) =>
    place === 'dock' ? shell.dock.isOpen : place === 'editor' || !shell.panes.hidden.includes(place),
  );
  const currentPane = document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane;
  const index = shownPlaces.indexOf(currentPane as FocusPlace);
  if (index < 0) return step > 0 ? 'list' : 'editor';
  return shownPlaces[(index + step + shownPlaces.length) % shownPlaces.length] ?? 'editor';
}

/** Focuses the first button of the newest notice. */
export function focusNotices(): void {
  document.querySelector<HTMLElement>('[data-notices] button')?.focus();
}

/** Moves the focus into a pane after the focused element disappears, so the keyboard continues nearby. */
export function keepFocusIn(place: FocusPlace): void {
  afterClosing(() => {
    if (isFocusLost()) recoverIn(place);
  });
}

/** The newest focused element, and its pane. */
let newestFocus: { readonly element: WeakRef<HTMLElement>; readonly pane: FocusPlace } | undefined;

/**
 * Moves the focus on if its element has disappeared: a notice that was dismissed, the button of a closed dialog. A click
 * on plain text still leaves the focus nowhere.
 */
export function recoverFocus(): void {
  const element = newestFocus?.element.deref();
  if (!newestFocus || !isFocusLost() || document.querySelector(dialog) !== null) return;
  if (element?.isConnected && canTakeFocus(element)) return;
  if (newestFocus.pane === 'editor' && element?.matches(editedText)) recoverInText();
  else recoverIn(newestFocus.pane, element && sameField(element));
}

/** A selector for the field of the same value in the page that takes the place of a field's: after a rename is undone. */
function sameField(element: HTMLElement): string | undefined {
  const at = element.closest<HTMLElement>('[data-at]')?.dataset.at;
  if (at === undefined || !element.matches(field)) return undefined;
  const place = `[data-at="${CSS.escape(at)}"]`;
  return `${place}:is(${field}), ${place} :is(${field})`;
}

/** Gives the focus back after an overlay, if closing it has not: its opener may have been in a dialog before it. */
export function returnFocus(): void {
  afterClosing(() => {
    const element = newestFocus?.element.deref();
    if (!newestFocus || !isFocusLost() || document.querySelector(dialog) !== null) return;
    if (element?.isConnected && canTakeFocus(element)) moveFocus(element);
    else recoverIn(newestFocus.pane);
  });
}

/** The texts of CodeMirror. */
const editedText = '[contenteditable=true]';

/** How many frames to wait for another text. */
const framesOfText = 60;

/** Continues in a text of the editor: the form gives way to the YAML, or the YAML to the form. */
function recoverInText(): void {
  let frames = 0;
  const focus = () => {
    if (!isFocusLost()) return;
    const text = document.querySelector<HTMLElement>(`[data-pane=editor] ${editedText}`);
    if (text && isVisible(text)) text.focus();
    else if (++frames < framesOfText) requestAnimationFrame(focus);
    else recoverIn('editor');
  };
  requestAnimationFrame(focus);
}

/** Runs something after a closing dialog returns the focus. */
export function afterClosing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
