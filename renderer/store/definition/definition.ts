/** The open definition: read from the disk, written from its fields, shown as form, text or versions. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData } from '../../../src/base/json.ts';
import type { DefinitionView, FileChange, Location } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { samePlace } from '../selectors.ts';
import type { EditorView } from '../state.ts';
import { discarded, openView, restoreDraft, typeFileText, typeValue } from './drafts.ts';
import { createHistoryActions, type HistoryActions } from './history.ts';
import { isObject, type Json, pathKey, valueAt } from './json.ts';
import { createSaving, quiet, type Saving } from './saving.ts';

export interface DefinitionActions extends Omit<Saving, 'schedule' | 'runStep'>, HistoryActions {
  /** Reads a definition from the disk and shows it. */
  open(location: Location): Promise<void>;
  /** Shows that nothing is selected. */
  closeDefinition(): void;
  /** Reads the open definition again, after the disk may have changed. */
  reopen(): Promise<void>;
  /** Shows the open definition as a form or as the text of its file, once everything is saved. */
  showEditorView(editorView: EditorView): Promise<void>;
  /** Writes one value of the open definition; nothing as `after` removes the key. Saved when the caller is done. */
  edit(at: KeyPath, after: Json | undefined): void;
  /**
   * Writes a value that changes the shape of a list: what is being typed is saved first, as its paths may move. Answers
   * what it wrote; nothing where that is nothing, or where another definition was opened meanwhile.
   */
  restructure(at: KeyPath, change: (before: Json | undefined) => Json | undefined): Promise<FileChange | undefined>;
  /** Writes the text of the open file. */
  editFileText(text: string): void;
  /** Gives up what could not be saved in a file. A notice says so, from which it can be had back. */
  discardFailed(file: string): void;
  /** Types again what a notice says was given up. */
  restoreDiscarded(notice: number): void;
  /** Makes the open file again, with what was last read of it and what was typed since, after it has gone. */
  recreateFile(): Promise<void>;
  /** Runs after every earlier read and write of a file. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * The way from a key press to the disk. Reads and writes of files run one after the other, so an answer can never be
 * older than a save that was made after it was asked for.
 */
export function createDefinitionActions(context: StoreContext, saved: () => void): DefinitionActions {
  const { host, get, set, notify, orNotice } = context;
  let queue: Promise<unknown> = Promise.resolve();
  /** The version that looked broken: the definition is shown as such when it is read a second time. */
  let suspect: string | undefined;

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = queue.then(task);
    queue = run.catch(() => undefined);
    return run;
  }

  const { schedule, runStep, ...saving } = createSaving(context, { inTurn, read, reopen, saved });
  const { flush } = saving;

  async function read(location: Location): Promise<void> {
    const isWanted = () => {
      const { definition } = get();
      if (definition.status === 'none') return false;
      const current = definition.status === 'open' ? definition.view : definition.location;
      return current.file === location.file && pathKey(current.at) === pathKey(location.at);
    };
    if (!isWanted()) return;
    try {
      const view = await host.call('definition.open', location);
      if (!isWanted() || isShown(view) || isPerhapsHalfWritten(view)) return;
      const shownAt = openView(get(), view.file)?.at;
      const isSamePlace = shownAt !== undefined && pathKey(shownAt) === pathKey(view.at);
      set({
        // A path that stays the same value spares the form below it a new drawing.
        definition: { status: 'open', view: isSamePlace ? { ...view, at: shownAt } : view },
        // A file that breaks is shown as text, and stays so when it is mended: the person may be typing there.
        ...(isObject(view.value) || get().editorView === 'history' ? {} : { editorView: 'yaml' }),
      });
    } catch (error) {
      if (isWanted()) setUnreadable(location, error);
    }
  }

  /** What is being written stays in sight. While only the host is away, nothing is known to have gone. */
  function setUnreadable(location: Location, error: unknown): void {
    const view = openView(get(), location.file);
    const message = sentence(error);
    if (!view) set({ definition: { status: 'failed', location, message } });
    else if (!(error instanceof WorkbenchError && error.code === 'unavailable'))
      set({ definition: { status: 'open', view, gone: message } });
  }

  async function recreateFile(): Promise<void> {
    const { definition } = get();
    if (definition.status !== 'open' || definition.gone === undefined) return;
    const { file, text } = definition.view;
    // A file that has come back meanwhile is not overwritten: what is typed is settled with it as with any other change.
    await orNotice(inTurn(() => host.call('file.write', { file, baseVersion: '', text })));
    await reopen();
    await flush();
    saved();
  }

  /** After an own save the disk says nothing new; a text of 200 kB is not drawn again for it. */
  function isShown(view: DefinitionView): boolean {
    const { definition } = get();
    if (definition.status === 'open' && definition.gone !== undefined) return false;
    const shown = openView(get(), view.file);
    return shown?.version === view.version && isSameData(shown, view);
  }

  /** A form is not taken away for a moment in which another program has emptied the file to fill it again. */
  function isPerhapsHalfWritten(view: DefinitionView): boolean {
    const shown = openView(get(), view.file);
    const looksBroken = get().editorView === 'form' && isObject(shown?.value) && !isObject(view.value);
    const isNews = looksBroken && suspect !== view.version;
    suspect = looksBroken ? view.version : undefined;
    if (isNews) setTimeout(() => inBackground(reopen()), quiet);
    return isNews;
  }

  async function open(location: Location): Promise<void> {
    inBackground(flush());
    const { definition } = get();
    const current =
      definition.status === 'open' ? definition.view : definition.status === 'none' ? undefined : definition.location;
    set({
      definition: { status: 'loading', location },
      ...(current?.file === location.file ? {} : { editorView: 'form' }),
    });
    await inTurn(() => read(location));
  }

  async function reopen(): Promise<void> {
    const { definition } = get();
    if (definition.status === 'none') return;
    const { file, at } = definition.status === 'open' ? definition.view : definition.location;
    await inTurn(() => read({ file, at: [...at] }));
  }

  function edit(at: KeyPath, after: Json | undefined): void {
    set(typeValue(get(), at, after));
    schedule();
  }

  async function restructure(
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<FileChange | undefined> {
    const asked = openView(get());
    if (!asked || !(await flush())) return undefined;
    const view = openView(get());
    if (!view || !samePlace(view, asked)) return undefined;
    edit(at, change(valueAt(view.value, at.slice(view.at.length))));
    await flush();
    const { file, text: before } = view;
    const after = openView(get(), file)?.text;
    return after === undefined || after === before ? undefined : { file, before, after };
  }

  function editFileText(text: string): void {
    set(typeFileText(get(), text));
    schedule();
  }

  function discardFailed(file: string): void {
    const draft = get().drafts[file];
    if (!draft || get().saves[file]?.status !== 'failed') return;
    set(discarded(get(), file));
    notify(`Discarded what was typed into ${file}.`, undefined, { file, draft });
  }

  function restoreDiscarded(id: number): void {
    const { notices } = get();
    const given = notices.find((notice) => notice.id === id)?.discarded;
    if (!given) return;
    set({ ...restoreDraft(get(), given), notices: notices.filter((notice) => notice.id !== id) });
    schedule();
  }

  async function showEditorView(editorView: EditorView): Promise<void> {
    if (await flush()) set({ editorView });
  }

  return {
    open,
    closeDefinition: () => set({ definition: { status: 'none' } }),
    reopen,
    ...saving,
    showEditorView,
    edit,
    restructure,
    editFileText,
    ...createHistoryActions(context, { runStep, read, saved }),
    discardFailed,
    restoreDiscarded,
    recreateFile,
    inTurn,
  };
}
