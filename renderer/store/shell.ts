/** The layout around the pages: panes, the dock, and the overlay. */

import type { StoreContext } from './context.ts';
import type { Theme } from './settings.ts';
import {
  type DockSettings,
  type DockTab,
  defaultDock,
  defaultPanes,
  initialShell,
  type Overlay,
  type PaneName,
  type PaneSettings,
  type ShellState,
} from './state/window.ts';

export interface ShellActions {
  setTheme(theme: Theme): void;
  openOverlay(overlay: Overlay): void;
  closeOverlay(): void;
  /** Opens the help, at a section (`format.md#slots`) or at its beginning. */
  openHelp(place?: string): void;
  changePanes(change: Partial<PaneSettings>): void;
  togglePane(pane: 'list' | 'preview'): void;
  /** Restores the default widths, heights and visible panes. */
  resetLayout(): void;
  /** Makes a pane visible, even in a narrow window. */
  showPane(pane: PaneName): void;
  changeDock(change: Partial<DockSettings>): void;
  /** Opens or closes the details of prompts and tools, in this window and the next. */
  showDetails(showsDetails: boolean): void;
  /** Opens the details of the open page until the person leaves it; then clears the request. */
  requestDetails(): void;
  detailsRequested(): void;
  /** Shows the prompts and tools of each server below their tags, or in their order. */
  groupByTag(isGrouped: boolean): void;
  /** Opens the dock at a tab, or closes it if that tab is visible. */
  toggleDock(tab: DockTab): void;
}

/** The layout of the last window. */
export function rememberedShell(settings: StoreContext['settings']): ShellState {
  const { panes, dock, showsDetails, isGroupedByTag } = settings.read();
  return { ...initialShell, panes, dock, showsDetails, isGroupedByTag };
}

export function createShellActions({ settings, get, set }: StoreContext): ShellActions {
  const change = (part: Partial<ShellState>) => set({ shell: { ...get().shell, ...part } });

  function changePanes(part: Partial<PaneSettings>): void {
    const panes = { ...get().shell.panes, ...part };
    settings.change({ panes });
    change({ panes });
  }

  function changeDock(part: Partial<DockSettings>): void {
    const dock = { ...get().shell.dock, ...part };
    settings.change({ dock });
    change({ dock });
  }

  function showPane(pane: PaneName): void {
    const { hidden } = get().shell.panes;
    if (hidden.some((value) => value === pane)) changePanes({ hidden: hidden.filter((value) => value !== pane) });
    change({ shownPane: pane });
  }

  return {
    setTheme(theme) {
      settings.change({ theme });
      set({ theme });
    },
    openOverlay: (overlay) => change({ overlay }),
    closeOverlay: () => change({ overlay: undefined }),
    openHelp: (helpPlace) => change({ overlay: 'help', helpPlace }),
    changePanes,
    togglePane(pane) {
      const { hidden } = get().shell.panes;
      if (hidden.includes(pane)) showPane(pane);
      else changePanes({ hidden: [...hidden, pane] });
    },
    resetLayout() {
      changePanes(defaultPanes);
      changeDock(defaultDock);
    },
    showPane,
    groupByTag(isGroupedByTag) {
      settings.change({ isGroupedByTag });
      change({ isGroupedByTag });
    },
    changeDock,
    showDetails(showsDetails) {
      settings.change({ showsDetails });
      change({ showsDetails });
    },
    requestDetails: () => change({ wantsDetails: true }),
    detailsRequested: () => change({ wantsDetails: false }),
    toggleDock(tab) {
      const { dock } = get().shell;
      changeDock({ tab, isOpen: !(dock.isOpen && dock.tab === tab) });
    },
  };
}
