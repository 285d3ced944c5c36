/** Opens the field or line of a problem, an advice or a search match. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isWithin } from '../../../src/base/json.ts';
import type { FindMatch, Location } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { isDetail } from '../../store/definition/details.ts';
import { isObject } from '../../store/definition/json.ts';
import { tabOfPath } from '../../store/servers/server-page.ts';
import type { Selection } from '../../store/state/workspace.ts';
import type { WorkbenchState } from '../../store/state.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { focusNextPage, keepFocusIn, moveFocus, stillHere } from './focus.ts';
import {
  cursorAt,
  type Extent,
  offsetOf,
  offsetOfMatch,
  type ProblemPlace,
  rangeOf,
  selectIn,
} from './select-in-yaml.ts';

/** How long to wait for a page to render. */
const maxWaitMs = 10_000;
let newestJump = 0;

/** Shows a problem or an advice at its form field, or at its line if no field shows it. */
export function jumpToProblem(store: WorkbenchStore, problem: ProblemPlace): void {
  inBackground(jump(store, problem.file, problem.at, { kind: 'problem', problem }));
}

/** Puts the cursor where a problem begins in its file. */
export async function jumpToLine(store: WorkbenchStore, problem: ProblemPlace): Promise<void> {
  await jumpToYaml(store, problem, (text) => offsetOf(text, problem));
}

/**
 * Puts the cursor into the text of a definition's file. Nothing is selected: the next key would replace it.
 * @param at the definition in the file
 */
export async function jumpToYaml(
  store: WorkbenchStore,
  { file, at }: Location,
  offset: (text: string) => number,
): Promise<void> {
  store.actions.showPane('editor');
  store.actions.goTo(file, at);
  await showSource(store, begin(), file, (text) => cursorAt(offset(text)));
}

/**
 * Focuses a field of the open definition and selects its text, which is only a placeholder to type over.
 * @param isHere from `stillHere`, where the person has waited for something before
 * @returns whether the field has the focus; not if the person has gone elsewhere
 */
export async function jumpToField(store: WorkbenchStore, at: KeyPath, isHere = stillHere()): Promise<boolean> {
  const isCurrent = beginHere(store, isHere);
  store.actions.showPane('editor');
  await store.actions.showEditorView('form');
  const { selection } = store.state.getState();
  if (selection?.kind === 'server') store.actions.showServerTab(selection.server, tabOfPath(at));
  openDetails(store, at);
  const control = await until(isCurrent, () => {
    const field = fieldAt(at);
    return field && controlIn(field);
  });
  if (!control || !isCurrent()) return false;
  moveFocus(control);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
  return true;
}

/**
 * Puts the cursor into the first text of the open prompt or tool, or into the first field of its content.
 * @param replaces whether the next key replaces the text, which is only a placeholder
 * @returns as `jumpToField`
 */
export async function jumpToText(store: WorkbenchStore, replaces = false, isHere = stillHere()): Promise<boolean> {
  const isCurrent = beginHere(store, isHere);
  store.actions.showPane('editor');
  await store.actions.showEditorView('form');
  const control = await until(isCurrent, () => {
    const content = document.querySelector<HTMLElement>('main [data-content]');
    const isOpen = store.state.getState().definition.status === 'open';
    const isDrawn = isOpen && content !== null && content.querySelector('[data-loading]') === null;
    return isDrawn ? controlIn(content) : undefined;
  });
  if (!control || !isCurrent()) return false;
  moveFocus(control);
  if (replaces && control.matches('.cm-content')) await selectIn(control, (text) => ({ from: 0, to: text.length }));
  return true;
}

/** Opens a tab of the preview, and there presses a button or moves the focus into a field. */
export async function pressInAnswer(store: WorkbenchStore, key: 'messages' | 'tests', control?: string): Promise<void> {
  const isCurrent = begin();
  store.actions.showPane('preview');
  const inPreview = (selector: string) =>
    document.querySelector('[data-pane=preview]')?.querySelector<HTMLElement>(selector);
  const tab = await until(isCurrent, () => inPreview(`[role=tab][data-key=${key}]`) ?? undefined);
  if (!tab || !isCurrent()) return;
  moveFocus(tab);
  tab.click();
  if (control === undefined) return;
  const element = await until(isCurrent, () => inPreview(control) ?? undefined);
  if (element?.matches('button')) element.click();
  else element?.focus();
}

/** The button that opens the form of a new test; the first text of that form if it is open. */
export const addsTest = '[data-adds-test], [data-new-test] [data-claim] :is(input, textarea)';

/** Presses a button of the open form, which the YAML or the history may hide. */
export async function pressInForm(store: WorkbenchStore, button: string): Promise<void> {
  const isCurrent = begin();
  store.actions.showPane('editor');
  await store.actions.showEditorView('form');
  const element = await until(isCurrent, () => document.querySelector<HTMLElement>(`main ${button}`) ?? undefined);
  element?.click();
}

/** Takes a step of undo or redo and scrolls to what it changed in the form. The focus stays, if its element does. */
export function takeStep(step: () => Promise<KeyPath | undefined>): void {
  inBackground(
    step().then(async (at) => {
      keepFocusIn('editor');
      if (!at) return;
      // The page draws the change first.
      await new Promise(requestAnimationFrame);
      fieldAt(at)?.scrollIntoView({ block: 'nearest' });
    }),
  );
}

/** Shows a match, selected in its field. */
export function jumpToMatch(store: WorkbenchStore, match: FindMatch): void {
  const { location, server, key, list } = match;
  if (location) {
    inBackground(jump(store, location.file, location.at, { kind: 'match', match }));
    return;
  }
  begin();
  focusNextPage();
  if (server !== undefined) store.actions.select(builtinSelection(server, key, list));
  store.actions.showPane('editor');
}

function builtinSelection(server: string, key: string | undefined, list: FindMatch['list']): Selection {
  if (key === undefined) return { kind: 'server', server };
  return { kind: list === 'tools' ? 'tool' : 'prompt', server, key };
}

type Reason =
  | { readonly kind: 'problem'; readonly problem: ProblemPlace }
  | { readonly kind: 'match'; readonly match: FindMatch };

/** Cancels an earlier jump that is still running. Returns whether this jump is still current. */
function begin(): () => boolean {
  const number = ++newestJump;
  return () => number === newestJump;
}

/** As `begin`, for a jump on the shown page: no longer current once the person has gone elsewhere. */
function beginHere({ state }: WorkbenchStore, isHere: () => boolean): () => boolean {
  const isNewest = begin();
  const { visits } = state.getState();
  return () => isNewest() && state.getState().visits === visits && isHere();
}

async function jump(store: WorkbenchStore, file: string, at: KeyPath, reason: Reason): Promise<void> {
  const { state, actions } = store;
  actions.showPane('editor');
  actions.goTo(file, at);
  const isCurrent = begin();
  const definition = await until(isCurrent, () => openFile(state.getState(), file));
  if (definition?.hasForm) {
    const { selection } = state.getState();
    if (selection?.kind === 'server' && at.length > 0) actions.showServerTab(selection.server, tabOfPath(at));
    await actions.showEditorView('form');
    openDetails(store, at);
    // The first form may still be loading; each has fields.
    await until(isCurrent, () => document.querySelector('main [data-at]') ?? undefined);
    const field = await until(isCurrent, () => fieldAt(at), 600);
    if (field) {
      await reveal(isCurrent, field, reason);
      return;
    }
  }
  await showSource(store, isCurrent, file, (text) => {
    return reason.kind === 'problem' ? cursorAt(offsetOf(text, reason.problem)) : offsetOfMatch(text, reason.match);
  });
}

/** Opens the details of a prompt or tool for one of their fields. */
function openDetails({ state, actions }: WorkbenchStore, at: KeyPath): void {
  const { definition, selection } = state.getState();
  const hasDetails = selection?.kind !== 'server' && selection?.kind !== 'source';
  if (hasDetails && definition.status === 'open' && isDetail(definition.view.at, at)) actions.requestDetails();
}

function openFile({ definition, selection }: WorkbenchState, file: string) {
  if (definition.status !== 'open' || definition.view.file !== file) return undefined;
  return { hasForm: isObject(definition.view.value) && (selection?.kind !== 'file' || file.startsWith('skills/')) };
}

/** The field of a path, or the closest field around it, or the first field inside it. */
function fieldAt(at: KeyPath): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLElement>('main [data-at]')].flatMap((element) => {
    const place = JSON.parse(element.dataset.at ?? '[]') as KeyPath;
    return element.checkVisibility() ? [{ element, place }] : [];
  });
  const enclosingFields = fields
    .filter(({ place }) => isWithin(place, at))
    .sort((a, b) => b.place.length - a.place.length);
  return (enclosingFields[0] ?? fields.find(({ place }) => isWithin(at, place)))?.element;
}

async function reveal(isCurrent: () => boolean, field: HTMLElement, reason: Reason): Promise<void> {
  const range = reason.kind === 'match' ? rangeOf(reason.match) : undefined;
  const control = await until(
    () => field.isConnected && isCurrent(),
    () => controlIn(field),
  );
  field.scrollIntoView({ block: 'center' });
  if (!control || !isCurrent()) return;
  control.focus();
  if (range && (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) {
    control.setSelectionRange(range.from, range.to);
  } else if (control.matches('.cm-content')) {
    await selectIn(control, () => range ?? { from: 0, to: 0 });
  }
}

/** The control of a field: a text input before a choice. A list row takes the focus itself. */
function controlIn(field: HTMLElement): HTMLElement | undefined {
  if (field.matches('[role=row]')) return field;
  const kinds = ['.cm-content', 'textarea', 'input:not([type=checkbox], [type=radio], [type=file])', 'button'];
  return kinds.flatMap((kind) => (field.matches(kind) ? field : (field.querySelector<HTMLElement>(kind) ?? [])))[0];
}

async function showSource(
  { state, actions }: WorkbenchStore,
  isCurrent: () => boolean,
  file: string,
  place: (text: string) => Extent,
): Promise<void> {
  const definition = await until(isCurrent, () => openFile(state.getState(), file));
  if (!definition) return;
  await actions.showEditorView('yaml');
  const editor = await until(isCurrent, () => {
    return document.querySelector<HTMLElement>('main .cm-content[aria-label="Text of the file"]') ?? undefined;
  });
  if (!editor || !isCurrent()) return;
  editor.focus();
  await selectIn(editor, place);
}

/** Tries at every frame until there is a value, the time is up, or the jump is cancelled. */
async function until<T>(isWanted: () => boolean, look: () => T | undefined, limit = maxWaitMs): Promise<T | undefined> {
  const end = performance.now() + limit;
  while (isWanted()) {
    const match = look();
    if (match !== undefined || performance.now() > end) return match;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
