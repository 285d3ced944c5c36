/** Favourites: pages at the top of the list. They belong to this computer, not to the workspace's files. */

import { isSameData } from '../../../src/base/json.ts';
import type { WorkspaceView } from '../../../src/contract/contract.ts';
import { selectionExists } from '../address/pages.ts';
import type { StoreContext } from '../context.ts';
import { findMovedKeys } from '../definition/follow-entries.ts';
import { findSkill } from '../selectors.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';

export interface FavouriteActions {
  /** Adds a page to the favourites of the workspace, or removes it. By default it is the selected one. */
  toggleFavourite(page?: Selection): void;
}

/** Reads the favourites with the workspace, stores each change, and follows prompts and tools that move in their lists. */
export function createFavouriteActions({ settings, get, set, subscribe }: StoreContext): FavouriteActions {
  subscribe((now, before) => {
    if (now.workspace.status !== 'ready') return;
    const { view } = now.workspace;
    if (before.workspace.status !== 'ready') {
      set({ favourites: settings.read().favourites[view.dir] ?? [] });
      return;
    }
    if (now.favourites !== before.favourites)
      settings.change({ favourites: { ...settings.read().favourites, [view.dir]: [...now.favourites] } });
    if (before.workspace.view === view || now.favourites.length === 0) return;
    const followed = followMoves(now, before.workspace.view, view);
    if (!isSameData(followed, now.favourites)) set({ favourites: followed });
  });
  return {
    toggleFavourite(page = get().selection) {
      const { favourites } = get();
      if (!page) return;
      const others = favourites.filter((each) => !isSameData(each, page));
      set({ favourites: others.length < favourites.length ? others : [...favourites, page] });
    },
  };
}

/** Whether the selected page can be a favourite, and is one. */
export function selectFavourite(state: WorkbenchState): boolean | undefined {
  const { selection, favourites } = state;
  if (!selection || !selectionExists(state, selection)) return undefined;
  if (selection.kind === 'file' && !findSkill(state, selection.file)) return undefined;
  return favourites.some((each) => isSameData(each, selection));
}

/** A favourite that is gone stays, because undo may bring it back, unless another entry has its key now. */
function followMoves(state: WorkbenchState, before: WorkspaceView, after: WorkspaceView): readonly Selection[] {
  const moved = { prompt: findMovedKeys(before, after, 'prompts'), tool: findMovedKeys(before, after, 'tools') };
  return state.favourites.flatMap((each) => {
    const keys = each.kind === 'prompt' || each.kind === 'tool' ? moved[each.kind].get(each.server) : undefined;
    if (!keys || !('key' in each)) return [each];
    const key = keys.get(each.key);
    if (key !== undefined) return [{ ...each, key }];
    return selectionExists(state, each) ? [] : [each];
  });
}
