/** The workspace's content: reads it, and follows its changes. */

import type { Location, WorkspaceView } from '../../../src/contract/contract.ts';
import type { EventData } from '../../../src/contract/host-client.ts';
import { inBackground } from '../../in-background.ts';
import { selectionExists } from '../address/pages.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { findMovedKeys } from '../definition/follow-entries.ts';
import type { PreviewActions } from '../preview/preview.ts';
import { updateServerLists } from '../problems/server-error.ts';
import { findSkill, locationOf, samePlace } from '../selectors.ts';
import { type FollowedParts, findRenamedServers, followFiles, followNames } from '../servers/renamed-servers.ts';
import type { Settings } from '../settings.ts';
import type { DefinitionState } from '../state/definition.ts';
import type { ShellState } from '../state/window.ts';
import type { WorkbenchState } from '../state.ts';
import { isEmptyWorkspace } from './empty-workspace.ts';
import { fallbackServer, firstSelection, homeOf } from './other-selection.ts';
import { createSelection, knownPrompt, type SelectionActions } from './selection.ts';

type WorkspaceNews = EventData<'workspace.changed'>;

export interface WorkspaceActions extends SelectionActions {
  /** Reads the workspace, keeps the selection on the same thing, and refreshes the preview. */
  refreshWorkspace(): Promise<void>;
  /** Handles a change event: reads what this window does not know yet. */
  onWorkspaceChange(news: WorkspaceNews): Promise<void>;
  setFilter(filter: string): void;
}

export function createWorkspaceActions(
  context: StoreContext,
  definition: DefinitionActions,
  preview: PreviewActions,
): WorkspaceActions {
  const { host, settings, get, set, notify } = context;
  const selectionControl = createSelection(context, definition, preview);
  const { choose, select, selectAtStart } = selectionControl;
  let newestRequest = 0;
  let currentReading: Promise<void> = Promise.resolve();
  /** Whether this window made each change that the next lists include. */
  const pendingChanges: Promise<boolean>[] = [];
  /** Whether the host has sent news: the first come with the connection. */
  let hasNews = false;

  /** A read overtaken by a newer one resolves with it, so every caller sees the newest lists. */
  function refreshWorkspace(isOwn = Promise.resolve(false)): Promise<void> {
    pendingChanges.push(isOwn);
    currentReading = readWorkspace(++newestRequest);
    return currentReading;
  }

  async function readWorkspace(number: number): Promise<void> {
    let changes: readonly Promise<boolean>[] = [];
    try {
      const { recoveries = [], ...view } = await host.call('workspace.get', {});
      for (const { message, undo } of recoveries) notify(message, undo);
      if (number !== newestRequest) return currentReading;
      const { workspace: formerState } = get();
      const renamings = formerState.status === 'ready' ? findRenamedServers(formerState.view, view) : [];
      if (renamings.length > 0) set(followFiles(get(), renamings));
      const isOpenFileMissing = await isOpenFileGone(view, followNames(get(), renamings));
      if (number !== newestRequest) return currentReading;
      changes = pendingChanges.splice(0);
      const before = get();
      const isFirst = before.workspace.status !== 'ready';
      set({
        workspace: { status: 'ready', view },
        serverLists: updateServerLists(before.serverLists, view),
        ...(isFirst && { ...rememberedForms(settings, view.dir), shell: firstShell(before, view) }),
        ...(renamings.length > 0 && followNames(before, renamings)),
      });
      if (renamings.length > 0) rememberNames(view.dir);
      if (!isOpenFileMissing) {
        followEntries(before);
        follow(before);
      }
      set({ lastListed: knownPrompt(get()) });
      // The page that it has just opened is read already.
      if (before.selection === undefined) return;
    } catch (error) {
      if (number === newestRequest && get().workspace.status !== 'ready') {
        set({ workspace: { status: 'failed', message: sentence(error) } });
      }
      return;
    }
    const areOwn = await Promise.all(changes);
    await readAgain(areOwn.every(Boolean));
  }

  /** Stores what goes by the names of servers, after one was renamed. */
  function rememberNames(dir: string): void {
    const { selection, values, testDrafts, serverPages } = get();
    const current = settings.read();
    settings.change({
      ...(selection && { selections: { ...current.selections, [dir]: selection } }),
      values: { ...current.values, [dir]: values },
      testDrafts: { ...current.testDrafts, [dir]: testDrafts },
      serverTabs: { ...current.serverTabs, ...serverPages.tabs },
    });
  }

  /**
   * Whether the open definition's file is missing: its editor then stays open. Reads it only if its place changed.
   * @param rekeyMoved with the present names of servers
   */
  async function isOpenFileGone(view: WorkspaceView, rekeyMoved: FollowedParts): Promise<boolean> {
    const state = { ...get(), ...rekeyMoved };
    const next = locationOf({ ...state, workspace: { status: 'ready', view } }, state.selection);
    const current = openView(state);
    if (!current || samePlace(next, current)) return false;
    await definition.reopen();
    const { definition: now } = get();
    return now.status === 'open' && now.gone !== undefined;
  }

  async function onWorkspaceChange(news: WorkspaceNews): Promise<void> {
    const isFirst = !hasNews;
    hasNews = true;
    const isOwn = definition.hasMade(news);
    // The pending read may already include this change.
    await currentReading;
    const { workspace } = get();
    const isNew = workspace.status !== 'ready' || !includes(workspace.view, news);
    if (isNew) await refreshWorkspace(isOwn);
    // A restarted workbench may come to the same revision with other files, so only the first news can say nothing new.
    else if (isFirst && workspace.view.revision === news.revision) return;
    else if (!(await isOwn) && !definition.showsAll(news)) await readAgain();
  }

  /** @param isOwn whether this window made the change: the newest answer of the preview is the one after it */
  async function readAgain(isOwn = false): Promise<void> {
    set({ answersRevision: get().answersRevision + 1 });
    await Promise.all([
      definition.reopen(),
      definition.retry(),
      isOwn ? preview.refreshOtherPreview() : preview.refreshPreview(),
    ]);
  }

  /** Keeps typed values, forms of tests and the selection with a prompt or tool that moved in its list. */
  function followEntries(before: WorkbenchState): void {
    const { workspace, values, testDrafts, tools, selection } = get();
    if (before.workspace.status !== 'ready' || workspace.status !== 'ready') return;
    const views = [before.workspace.view, workspace.view] as const;
    const movedKeys = { prompt: findMovedKeys(...views, 'prompts'), tool: findMovedKeys(...views, 'tools') };
    if (movedKeys.prompt.size > 0) {
      const forms = { values: rekey(values, movedKeys.prompt), testDrafts: rekey(testDrafts, movedKeys.prompt) };
      const { dir } = workspace.view;
      const current = settings.read();
      set(forms);
      settings.change({
        values: { ...current.values, [dir]: forms.values },
        testDrafts: { ...current.testDrafts, [dir]: forms.testDrafts },
      });
    }
    if (movedKeys.tool.size > 0) set({ tools: { trials: rekey(tools.trials, movedKeys.tool) } });
    if ((selection?.kind !== 'prompt' && selection?.kind !== 'tool') || !selectionExists(before, selection)) return;
    const keys = movedKeys[selection.kind].get(selection.server);
    if (!keys) return;
    const key = keys.get(selection.key);
    if (key !== undefined && key !== selection.key) choose({ ...selection, key });
    // Another entry has its key now; a built-in one has no location.
    const isNowhere = locationOf(before, selection) === undefined || selectionExists(get(), selection);
    if (key === undefined && isNowhere) select({ kind: 'server', server: selection.server });
  }

  /** Keeps the same thing selected after a change; at the first read, restores the last selection. */
  function follow(before: WorkbenchState): void {
    const state = get();
    const { selection } = state;
    if (!selection) {
      selectAtStart();
      return;
    }
    const location = locationOf(state, selection) ?? locationOf(before, selection);
    // A broken file may have a page by now; the page of a skill is its file.
    const isLost =
      selection.kind === 'file' ? findSkill(state, selection.file) === undefined : !selectionExists(state, selection);
    if (isLost && !location) {
      // The page of an address may be missing from the beginning: the window says so.
      if (selectionExists(before, selection)) select(firstSelection(state));
      return;
    }
    const home = isLost && location ? homeOf(state, location) : selection;
    // The file is gone and has no unsaved edits: fall back to its server.
    const nextSelection =
      home.kind === 'file' && !selectionExists(state, home) ? fallbackServer(state, selection) : home;
    const next = locationOf(state, nextSelection);
    // If only the key changed, the editor stays: the person may be typing there.
    if (nextSelection !== selection && samePlace(next, location)) choose(nextSelection);
    else if (nextSelection !== selection) select(nextSelection);
    else if (next && !samePlace(next, placeOf(state.definition))) inBackground(definition.open(next));
    // The workspace's copy was removed and the built-in one applies again.
    else if (!next && state.definition.status !== 'none') definition.closeDefinition();
  }

  return {
    refreshWorkspace: () => refreshWorkspace(),
    onWorkspaceChange,
    ...selectionControl.actions,
    setFilter: (filter) => set({ filter }),
  };
}

/** Whether a view has the lists after a change. News without files may be of another workbench, with other revisions. */
function includes(view: WorkspaceView, { revision, fingerprint, files }: WorkspaceNews): boolean {
  return view.fingerprint === fingerprint || (files !== undefined && view.revision >= revision);
}

/** What was typed into forms before the window was opened. */
function rememberedForms(settings: Settings, dir: string): Pick<WorkbenchState, 'values' | 'testDrafts'> {
  const { values, testDrafts } = settings.read();
  return { values: values[dir] ?? {}, testDrafts: testDrafts[dir] ?? {} };
}

/** Re-keys values stored by `promptId` or `toolId` to the new ids. */
function rekey<T>(
  values: Readonly<Record<string, T>>,
  movedKeys: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Readonly<Record<string, T>> {
  const ids = new Map(
    [...movedKeys].flatMap(([server, keys]) =>
      [...keys].map(([oldKey, key]) => [`${server}/${oldKey}`, `${server}/${key}`]),
    ),
  );
  const isMoved = ([id]: [string, T]) => ids.has(id);
  const entries = Object.entries(values);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isMoved(entry))),
    ...Object.fromEntries(entries.filter(isMoved).map(([id, value]) => [ids.get(id) ?? id, value])),
  };
}

/** In an empty workspace, a narrow window starts with the list, which asks how to begin. */
function firstShell({ shell, sources }: WorkbenchState, view: WorkspaceView): ShellState {
  return isEmptyWorkspace({ workspace: { status: 'ready', view }, sources }) ? { ...shell, shownPane: 'list' } : shell;
}

function placeOf(definition: DefinitionState): Location | undefined {
  if (definition.status === 'none') return undefined;
  return definition.status === 'open' ? definition.view : definition.location;
}
