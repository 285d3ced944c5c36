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
  const goneFavourites: Gone[] = [];
  subscribe((now, before) => {
    if (now.workspace.status !== 'ready') return;
    const { view } = now.workspace;
    if (before.workspace.status !== 'ready') {
      goneFavourites.length = 0;
      set({ favourites: settings.read().favourites[view.dir] ?? [] });
      return;
    }
    if (now.favourites !== before.favourites)
      settings.change({ favourites: { ...settings.read().favourites, [view.dir]: [...now.favourites] } });
    if (before.workspace.view === view) return;
    const nextFavourites = followMoves(now.favourites, goneFavourites, before.workspace.view, view);
    if (!isSameData(nextFavourites, now.favourites)) set({ favourites: nextFavourites });
  });
  return {
    toggleFavourite(page = get().selection) {
      const { favourites } = get();
      if (!page) return;
      const otherFavourites = favourites.filter((favourite) => !isSameData(favourite, page));
      set({ favourites: otherFavourites.length < favourites.length ? otherFavourites : [...favourites, page] });
    },
  };
}

/** Whether the selected page can be a favourite, and is one. */
export function selectFavourite(state: WorkbenchState): boolean | undefined {
  const { selection, favourites } = state;
  if (!selection || !selectionExists(state, selection)) return undefined;
  if (selection.kind === 'file' && !findSkill(state, selection.file)) return undefined;
  return favourites.some((favourite) => isSameData(favourite, selection));
}

/** A favourite whose key may belong to another entry now. */
interface Gone {
  readonly page: EntryPage;
  readonly name: string;
}

type EntryPage = Extract<Selection, { readonly kind: 'prompt' | 'tool' }>;

const lists = { prompt: 'prompts', tool: 'tools' } as const;

/**
 * Follows the favourites to their new keys. A deleted favourite stays, because it may be restored; one whose key is its
 * place in the list goes into `gone`, and comes back when its server has an entry with its name again.
 */
function followMoves(
  favourites: readonly Selection[],
  goneFavourites: Gone[],
  before: WorkspaceView,
  after: WorkspaceView,
): readonly Selection[] {
  const movedKeys = { prompt: findMovedKeys(before, after, 'prompts'), tool: findMovedKeys(before, after, 'tools') };
  const nextFavourites = favourites.flatMap((favourite): Selection | readonly Selection[] => {
    if (favourite.kind !== 'prompt' && favourite.kind !== 'tool') return favourite;
    const keys = movedKeys[favourite.kind].get(favourite.server);
    const key = keys?.get(favourite.key);
    if (key !== undefined) return { ...favourite, key };
    const entry = keys && entriesOf(before, favourite).find((candidate) => candidate.key === favourite.key);
    const isPlace = (entry?.location?.at.length ?? 0) > 0;
    if (!entry || !isPlace) return favourite;
    goneFavourites.push({ page: favourite, name: entry.name });
    return [];
  });
  const restoredFavourites = goneFavourites.flatMap((favourite) => {
    const isNamed = (candidate: { readonly name: string }) => candidate.name === favourite.name;
    const entry = entriesOf(after, favourite.page).find(isNamed);
    return entry && !entriesOf(before, favourite.page).some(isNamed) ? [{ gone: favourite, key: entry.key }] : [];
  });
  for (const restoredFavourite of restoredFavourites)
    goneFavourites.splice(goneFavourites.indexOf(restoredFavourite.gone), 1);
  return [...nextFavourites, ...restoredFavourites.map(({ gone: { page }, key }) => ({ ...page, key }))];
}

function entriesOf(view: WorkspaceView, { kind, server }: EntryPage) {
  return view.servers.find(({ name }) => name === server)?.[lists[kind]] ?? [];
}
