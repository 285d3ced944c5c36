/** The open definition: reads it from disk, writes edits of its fields, and shows it as form, YAML or versions. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData } from '../../../src/base/json.ts';
import { TaskQueue } from '../../../src/base/task-queue.ts';
import type { DefinitionView, FileChange, Location } from '../../../src/contract/contract.ts';
import type { EventData } from '../../../src/contract/host-client.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { samePlace } from '../selectors.ts';
import type { EditorView } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import { discardDraft, openView, restoreDraft, typeFileText, typeValue } from './drafts.ts';
import { isObject, type Json, pathKey, valueAt } from './json.ts';
import { createOwnSaves } from './own-saves.ts';
import { createSaving, type Saver, type SavingDependencies, stableReadMs } from './saving.ts';

export interface DefinitionActions extends Omit<Saver, 'schedule'> {
  /** Reads a definition and shows it. */
  open(location: Location): Promise<void>;
  /** Shows no definition. */
  closeDefinition(): void;
  /** Reads the open definition again, after the disk may have changed. */
  reopen(): Promise<void>;
  /** Switches the editor to the form, the YAML or the versions, once everything is saved. */
  showEditorView(editorView: EditorView): Promise<void>;
  /** Changes one value of the open definition; undefined removes the key. Saves in the next microtask. */
  edit(at: KeyPath, after: Json | undefined): void;
  /** As `edit`, for a button: the edit never joins the step of the typing before it. */
  editAsStep(at: KeyPath, after: Json | undefined): void;
  /**
   * Changes the shape of a list. Saves unsaved edits first, as their paths may move. Resolves with the change written;
   * undefined if nothing changed or another definition was opened meanwhile.
   */
  restructure(at: KeyPath, change: (before: Json | undefined) => Json | undefined): Promise<FileChange | undefined>;
  /** Changes the whole text of the open file. */
  editFileText(text: string): void;
  /** Discards the edits of a file that failed to save. A notice offers to restore them. */
  discardFailed(file: string): void;
  /** Restores the edits that a notice reports as discarded. */
  restoreDiscarded(notice: number): void;
  /** Recreates the open file after it was deleted, with its last text and the unsaved edits. */
  recreateFile(): Promise<void>;
  /** Reads the open definition again; only inside a queued task. */
  read(location: Location): Promise<void>;
  /** Runs a task after every earlier read and write of a file. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Whether this window's save made a change of the workspace: it shows that already, and has refreshed the preview. */
  hasMade(news: EventData<'workspace.changed'>): Promise<boolean>;
  /** Whether the open definition is all that changed, and is shown as it is now. */
  showsAll(news: EventData<'workspace.changed'>): boolean;
}

/**
 * Creates the actions that lead from a key press to the disk. Reads and writes of files run one after the other, so a
 * read never returns a state older than a save before it.
 */
export function createDefinitionActions(
  context: StoreContext,
  { previewQuestion, saved }: Pick<SavingDependencies, 'previewQuestion' | 'saved'>,
): DefinitionActions {
  const { host, get, set, notify, orNotice } = context;
  const queue = new TaskQueue();
  /** The version that was invalid at its first read: it is shown if the second read finds it again. */
  let suspect: string | undefined;

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => queue.run(task);

  const ownSaves = createOwnSaves();
  const { schedule, ...saving } = createSaving(context, { inTurn, read, reopen, ownSaves, previewQuestion, saved });
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
        // A path that keeps its identity saves redrawing the form.
        definition: { status: 'open', view: isSamePlace ? { ...view, at: shownAt } : view },
        ...viewOf(view),
      });
    } catch (error) {
      if (isWanted()) setUnreadable(location, error);
    }
  }

  /** An invalid file is shown as YAML until it is valid again; a person who types there stays there. */
  function viewOf({ file, value }: DefinitionView): Partial<WorkbenchState> {
    const { editorView, withoutForm } = get();
    if (!isObject(value))
      return editorView === 'form' ? { editorView: 'yaml', withoutForm: { file, isTyped: false } } : {};
    if (withoutForm?.file !== file || withoutForm.isTyped) return {};
    return { withoutForm: undefined, ...(editorView === 'yaml' ? { editorView: 'form' } : {}) };
  }

  /** Keeps the open definition in view. A lost host does not mean that the file is missing. */
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
    // A file that reappeared meanwhile is not overwritten: unsaved edits merge with it as with any other change.
    await orNotice(inTurn(() => host.call('file.write', { file, baseVersion: '', text })));
    await reopen();
    await flush();
    saved();
  }

  /** After this window's own save the disk holds what is shown: a text of 200 kB is not drawn again. */
  function isShown(view: DefinitionView): boolean {
    const { definition } = get();
    if (definition.status === 'open' && definition.gone !== undefined) return false;
    const current = openView(get(), view.file);
    return current?.version === view.version && isSameData(current, view);
  }

  /** Keeps the form while another program empties the file before it writes the new content. */
  function isPerhapsHalfWritten(view: DefinitionView): boolean {
    const current = openView(get(), view.file);
    const looksBroken = get().editorView === 'form' && isObject(current?.value) && !isObject(view.value);
    const isNews = looksBroken && suspect !== view.version;
    suspect = looksBroken ? view.version : undefined;
    if (isNews) setTimeout(() => inBackground(reopen()), stableReadMs);
    return isNews;
  }

  async function hasMade(news: EventData<'workspace.changed'>): Promise<boolean> {
    // The event may arrive before the response to the save.
    await inTurn(async () => {});
    return ownSaves.made(news);
  }

  function showsAll({ files }: EventData<'workspace.changed'>): boolean {
    const view = openView(get());
    // A save that found another program's change shows that version too, and has saved nothing.
    const isShownVersion = ([file, version]: [string, string]) =>
      view?.file === file && view.version === version && get().saves[file]?.status !== 'conflict';
    return files !== undefined && Object.entries(files).every(isShownVersion);
  }

  async function open(location: Location): Promise<void> {
    inBackground(flush());
    const { definition } = get();
    const current =
      definition.status === 'open' ? definition.view : definition.status === 'none' ? undefined : definition.location;
    set({
      definition: { status: 'loading', location },
      openedFrom: undefined,
      ...(current?.file === location.file ? {} : { editorView: 'form', withoutForm: undefined }),
    });
    await inTurn(() => read(location));
  }

  async function reopen(): Promise<void> {
    const { definition } = get();
    if (definition.status === 'none') return;
    const { file, at } = definition.status === 'open' ? definition.view : definition.location;
    await inTurn(() => read({ file, at: [...at] }));
  }

  function edit(at: KeyPath, after: Json | undefined, isStep?: true): void {
    set(typeValue(get(), at, after, isStep));
    schedule();
  }

  const editAsStep: DefinitionActions['editAsStep'] = (at, after) => edit(at, after, true);

  async function restructure(
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<FileChange | undefined> {
    const viewBefore = openView(get());
    if (!viewBefore || !(await flush())) return undefined;
    const view = openView(get());
    if (!view || !samePlace(view, viewBefore)) return undefined;
    editAsStep(at, change(valueAt(view.value, at.slice(view.at.length))));
    await flush();
    const { file, text: before } = view;
    const after = openView(get(), file)?.text;
    return after === undefined || after === before ? undefined : { file, before, after };
  }

  function editFileText(text: string): void {
    const { withoutForm } = get();
    set({ ...typeFileText(get(), text), ...(withoutForm && { withoutForm: { ...withoutForm, isTyped: true } }) });
    schedule();
  }

  function discardFailed(file: string): void {
    const draft = get().drafts[file];
    if (!draft || get().saves[file]?.status !== 'failed') return;
    set(discardDraft(get(), file));
    notify(`Discarded the unsaved edits to ${file}.`, undefined, { discardedEdits: { file, draft } });
  }

  function restoreDiscarded(id: number): void {
    const { notices } = get();
    const discardedDraft = notices.find((notice) => notice.id === id)?.discardedEdits;
    if (!discardedDraft) return;
    set({ ...restoreDraft(get(), discardedDraft), notices: notices.filter((notice) => notice.id !== id) });
    schedule();
  }

  async function showEditorView(editorView: EditorView): Promise<void> {
    if (await flush()) set({ editorView, withoutForm: undefined });
  }

  return {
    open,
    closeDefinition: () => set({ definition: { status: 'none' } }),
    reopen,
    ...saving,
    showEditorView,
    edit: (at, after) => edit(at, after),
    editAsStep,
    restructure,
    editFileText,
    discardFailed,
    restoreDiscarded,
    recreateFile,
    read,
    inTurn,
    hasMade,
    showsAll,
  };
}
