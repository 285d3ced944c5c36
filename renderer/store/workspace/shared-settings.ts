/** What the window shows of the settings that all windows share. */
import { isSameData } from '../../../src/base/json.ts';
import type { StoreContext } from '../context.ts';
import type { WorkspaceActions } from './workspace.ts';

export interface SharedSettingsActions {
  /** Shows the theme, the favourites and the inspected servers that another window has changed. */
  refreshSettings(): Promise<void>;
}

export function createSharedSettingsActions(
  { settings, get, set }: StoreContext,
  { refreshWorkspace, selectFirst }: Pick<WorkspaceActions, 'refreshWorkspace' | 'selectFirst'>,
): SharedSettingsActions {
  async function refreshFavourites(): Promise<void> {
    const { workspace, favourites } = get();
    if (workspace.status !== 'ready') return;
    const newFavourites = settings.read().favourites[workspace.view.dir] ?? [];
    if (isSameData(newFavourites, favourites)) return;
    // Their keys are those of the newest lists, which this window may not have yet.
    await refreshWorkspace();
    set({ favourites: newFavourites });
  }

  return {
    async refreshSettings() {
      settings.refresh();
      const { theme, inspected } = settings.read();
      set({ theme, ...(!isSameData(inspected, get().inspectedServers) && { inspectedServers: inspected }) });
      const { selection } = get();
      if (selection?.kind === 'inspected' && !inspected.some(({ id }) => id === selection.id)) selectFirst();
      await refreshFavourites();
    },
  };
}
