/** The selection in the workspace: its page is open, and its answer is previewed. */
import { isSameData, type KeyPath } from '../../../src/base/json.ts';
import { finishTyping } from '../../finish-typing.ts';
import { inBackground } from '../../in-background.ts';
import type { AddressPage } from '../address/address.ts';
import { selectionAt, selectionExists } from '../address/pages.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { PreviewActions } from '../preview/preview.ts';
import { findPrompt, locationOf, samePlace, selectionFor, selectPreviewed, selectValues } from '../selectors.ts';
import type { KnownPrompt, Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';
import { firstSelection } from './other-selection.ts';

/** The number of pages in `recentPages`. */
const maxRecent = 12;

export interface SelectionActions {
  /** @param isStep the arrow keys of the list reached it */
  select(selection: Selection, isStep?: boolean): void;
  /** Selects the page of an address, once the workspace is read. It may not exist. */
  openAddressPage(page: AddressPage): void;
  /** Selects the prompt, server or file that a path belongs to. */
  goTo(file: string, at: KeyPath): void;
  /** Remembers where the person is. The answer goes to another place, unless the person has chosen a page since. */
  deferGoTo(): (file: string, at: KeyPath) => void;
  /** Selects what a new window shows: a prompt with the values of a sample. */
  selectFirst(): void;
}

interface SelectionControl {
  /** What a person does: each counts as a visit. */
  readonly actions: SelectionActions;
  /** Changes only the selection: the page and the preview stay. */
  choose(selection: Selection): void;
  /** Opens the selection's page and previews its answer. */
  select(selection: Selection): void;
  /** Selects the page of the address, else the last selection, else what a new window shows. */
  selectAtStart(): void;
}

export function createSelection(
  { settings, get, set }: StoreContext,
  definition: DefinitionActions,
  preview: PreviewActions,
): SelectionControl {
  /** The page to open at the first read. */
  let requestedPage: AddressPage | undefined;

  function choose(selection: Selection, isStepping = get().isStepping): void {
    const { selection: formerSelection, recentPages } = get();
    const otherSelections = recentPages.filter(
      (page) => !isSameData(page, formerSelection) && !isSameData(page, selection),
    );
    const isOther = formerSelection !== undefined && !isSameData(formerSelection, selection);
    set({
      selection,
      isStepping,
      ...(isOther ? { recentPages: [formerSelection, ...otherSelections].slice(0, maxRecent) } : {}),
    });
    const { workspace } = get();
    if (workspace.status !== 'ready') return;
    settings.change({ selections: { ...settings.read().selections, [workspace.view.dir]: selection } });
  }

  function select(selection: Selection, isStep = false): void {
    const { selection: formerSelection, definition: formerDefinition } = get();
    choose(selection, isStep);
    set({ lastListed: knownPrompt(get()) });
    const location = locationOf(get(), selection);
    // The open page is read again but not redrawn, which would take the focus from a field.
    const isOpen =
      formerDefinition.status === 'open' &&
      isSameData(formerSelection, selection) &&
      samePlace(location, formerDefinition.view);
    if (isOpen) inBackground(definition.reopen());
    else if (location) inBackground(definition.open(location));
    else {
      inBackground(definition.flush());
      definition.closeDefinition();
    }
    // If the open page is outdated, the news of the change refreshes the answer.
    if (isOpen && hasAnswer(get())) return;
    preview.resetPreview();
    inBackground(preview.refreshPreview());
  }

  /** The first prompt, with the values of a sample, so that its answer is complete. */
  function showFirst(state: WorkbenchState): void {
    const selection = firstSelection(state);
    // Chosen before it is opened, so that the first preview has the values.
    choose(selection);
    const [sample] = selectPreviewed(get())?.form.samples ?? [];
    if (sample && isSameData(selectValues(get()), {})) preview.fillValues(sample.arguments);
    select(selection);
  }

  function selectAtStart(): void {
    const state = get();
    const last = rememberedSelection(state);
    if (requestedPage) select(selectionAt(state, requestedPage));
    else if (last && selectionExists(state, last)) select(last);
    else showFirst(state);
  }

  function rememberedSelection({ workspace }: WorkbenchState): Selection | undefined {
    return workspace.status === 'ready' ? settings.read().selections[workspace.view.dir] : undefined;
  }

  /** Notes that a person goes to a page. What they typed belongs to the page that is still open. */
  function visit(): void {
    set({ visits: get().visits + 1 });
    finishTyping();
  }

  const actions: SelectionActions = {
    select(selection, isStep) {
      visit();
      select(selection, isStep);
    },
    openAddressPage(page) {
      visit();
      if (get().workspace.status === 'ready') select(selectionAt(get(), page));
      else requestedPage = page;
    },
    selectFirst: () => showFirst(get()),
    goTo(file, at) {
      visit();
      select(selectionFor(get(), file, at));
    },
    deferGoTo() {
      const before = get().visits;
      return (file, at) => {
        if (get().visits === before) select(selectionFor(get(), file, at));
      };
    },
  };
  return { actions, choose, select, selectAtStart };
}

function hasAnswer({ connection, preview }: WorkbenchState): boolean {
  return connection.state === 'connected' && (preview.status === 'result' || preview.status === 'none');
}

/** The selected prompt if it is served now; else the last known one. */
export function knownPrompt(state: WorkbenchState): KnownPrompt | undefined {
  const selectedPrompt = findPrompt(state, state.selection);
  return selectedPrompt?.server && selectedPrompt.prompt.isServed
    ? { server: selectedPrompt.server.name, prompt: selectedPrompt.prompt }
    : state.lastListed;
}
