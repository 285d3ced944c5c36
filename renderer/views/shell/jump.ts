/** From a problem or something found to the very place where it is written. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isWithin } from '../../../src/base/json.ts';
import type { FindMatch, ProblemView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { isObject } from '../../store/definition/json.ts';
import type { Selection, WorkbenchState } from '../../store/state.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { afterClosing, focusPane } from './focus.ts';

/** How long a page may take to be drawn, in milliseconds. */
const patience = 4000;
let newest = 0;

/** Shows a problem at its field of the form, or at its line where no field shows it. */
export function jumpToProblem(store: WorkbenchStore, problem: ProblemView): void {
  inBackground(jump(store, problem.file, problem.at, { kind: 'problem', problem }));
}

/** Shows the line of the file that a problem is about. */
export async function jumpToLine(store: WorkbenchStore, problem: ProblemView): Promise<void> {
  const isCurrent = begin();
  store.actions.showPane('editor');
  store.actions.goTo(problem.file, problem.at);
  await showSource(store, isCurrent, problem.file, (text) => offsetOf(text, problem));
}

/** Puts the keyboard into a field of what is open, its text selected: what stands there is only a beginning. */
export async function jumpToField(store: WorkbenchStore, at: KeyPath): Promise<void> {
  const isCurrent = begin();
  await store.actions.showEditorView('form');
  const control = await until(isCurrent, () => {
    const field = fieldAt(at);
    return field && controlIn(field);
  });
  control?.focus();
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
}

/** Shows what was found, selected in its field. */
export function jumpToMatch(store: WorkbenchStore, match: FindMatch): void {
  const { location, server, key, list } = match;
  if (location) {
    inBackground(jump(store, location.file, location.at, { kind: 'match', match }));
    return;
  }
  begin();
  if (server !== undefined) store.actions.select(builtinSelection(server, key, list));
  store.actions.showPane('editor');
  afterClosing(() => focusPane('editor'));
}

function builtinSelection(server: string, key: string | undefined, list: FindMatch['list']): Selection {
  if (key === undefined) return { kind: 'server', server };
  return { kind: list === 'tools' ? 'tool' : 'prompt', server, key };
}

type Reason =
  | { readonly kind: 'problem'; readonly problem: ProblemView }
  | { readonly kind: 'match'; readonly match: FindMatch };

/** A later jump overtakes an earlier one that is still on its way. */
function begin(): () => boolean {
  const number = ++newest;
  return () => number === newest;
}

async function jump(store: WorkbenchStore, file: string, at: KeyPath, reason: Reason): Promise<void> {
  const { state, actions } = store;
  const isCurrent = begin();
  actions.showPane('editor');
  actions.goTo(file, at);
  const opened = await until(isCurrent, () => openFile(state.getState(), file));
  if (opened?.hasForm) {
    await actions.showEditorView('form');
    const field = await until(isCurrent, () => fieldAt(at), 600);
    if (field) {
      await reveal(field, reason);
      return;
    }
  }
  await showSource(store, isCurrent, file, (text) => {
    return reason.kind === 'problem' ? offsetOf(text, reason.problem) : offsetOfMatch(text, reason.match);
  });
}

function openFile({ definition, selection }: WorkbenchState, file: string) {
  if (definition.status !== 'open' || definition.view.file !== file) return undefined;
  return { hasForm: isObject(definition.view.value) && selection?.kind !== 'file' };
}

/** The field of a place, or the closest around it, or the first inside of it. */
function fieldAt(at: KeyPath): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLElement>('main [data-at]')].flatMap((element) => {
    const place = JSON.parse(element.dataset.at ?? '[]') as KeyPath;
    return element.checkVisibility() ? [{ element, place }] : [];
  });
  const around = fields.filter(({ place }) => isWithin(place, at)).sort((a, b) => b.place.length - a.place.length);
  return (around[0] ?? fields.find(({ place }) => isWithin(at, place)))?.element;
}

async function reveal(field: HTMLElement, reason: Reason): Promise<void> {
  const range = reason.kind === 'match' ? rangeOf(reason.match) : undefined;
  const control = await until(
    () => field.isConnected,
    () => controlIn(field),
  );
  field.scrollIntoView({ block: 'center' });
  if (!control) return;
  control.focus();
  if (range && (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) {
    control.setSelectionRange(range.from, range.to);
  } else if (control.matches('.cm-content')) {
    await selectIn(control, () => range ?? { from: 0, to: 0 });
  }
}

/** What is written in: a text before a choice. A row of a list takes the focus itself. */
function controlIn(field: HTMLElement): HTMLElement | undefined {
  if (field.matches('[role=row]')) return field;
  const kinds = ['.cm-content', 'textarea', 'input:not([type=checkbox], [type=radio])', 'button'];
  return kinds.flatMap((kind) => (field.matches(kind) ? field : (field.querySelector<HTMLElement>(kind) ?? [])))[0];
}

async function showSource(
  { state, actions }: WorkbenchStore,
  isCurrent: () => boolean,
  file: string,
  place: (text: string) => { from: number; to: number },
): Promise<void> {
  const opened = await until(isCurrent, () => openFile(state.getState(), file));
  if (!opened) return;
  await actions.showEditorView('yaml');
  const editor = await until(isCurrent, () => {
    return document.querySelector<HTMLElement>('main .cm-content[aria-label="Text of the file"]') ?? undefined;
  });
  if (!editor || !isCurrent()) return;
  editor.focus();
  await selectIn(editor, place);
}

/** CodeMirror's code is there already: the element is its own. */
async function selectIn(content: HTMLElement, place: (text: string) => { from: number; to: number }): Promise<void> {
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(content);
  if (!view) return;
  const { from, to } = place(view.state.doc.toString());
  const end = view.state.doc.length;
  const anchor = Math.min(from, end);
  view.dispatch({
    selection: { anchor, head: Math.min(to, end) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}

/** Lines and columns of a problem count from 1. */
function offsetOf(text: string, { line, column, endLine, endColumn }: ProblemView): { from: number; to: number } {
  const lines = text.split('\n');
  const start = (number: number) => lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = start(line) + column - 1;
  return { from, to: Math.max(from, start(endLine) + endColumn - 1) };
}

function rangeOf({ offset, ranges }: FindMatch): { from: number; to: number } {
  const [from, to] = ranges[0] ?? [0, 0];
  return { from: offset, to: offset + to - from };
}

/** What was found stands in the file as it was written, line by line, unless the file escapes it. */
function offsetOfMatch(text: string, { excerpt, ranges }: FindMatch): { from: number; to: number } {
  const [from, to] = ranges[0] ?? [0, 0];
  const line = text.indexOf(excerpt.replaceAll(/^…|…$/g, '').trim());
  const found = text.indexOf(excerpt.slice(from, to), Math.max(line, 0));
  return found < 0 ? { from: 0, to: 0 } : { from: found, to: found + to - from };
}

/** Looks again at every frame until something is there, or it is too late or not wanted any more. */
async function until<T>(isWanted: () => boolean, look: () => T | undefined, limit = patience): Promise<T | undefined> {
  const end = performance.now() + limit;
  while (isWanted()) {
    const found = look();
    if (found !== undefined || performance.now() > end) return found;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
