/** What is laid out how around the pages: panes, the dock, what is open over the window. */
import type { StoreContext } from './context.ts';
import type { Theme } from './settings.ts';

/** What is open over the window; at most one. */
export type Overlay =
  | 'palette'
  | 'quick-open'
  | 'find'
  | 'keyboard-map'
  | 'new-prompt'
  | 'new-server'
  | 'new-source'
  | 'rename'
  | 'review-trust'
  | 'manage-trust'
  | 'sessions';
/** The three columns of the window; a narrow one shows them one at a time. */
export type PaneName = 'list' | 'editor' | 'preview';
export type DockTab = 'problems' | 'wire';

/** Sizes in CSS pixels as the person wished them; a window that is too small shows less. */
export interface PaneSettings {
  readonly list: number;
  readonly preview: number;
  readonly hidden: readonly ('list' | 'preview')[];
}

export interface DockSettings {
  readonly isOpen: boolean;
  readonly tab: DockTab;
  readonly height: number;
}

/** What is laid out how around the pages: all of it is remembered, none of it is the person's work. */
export interface ShellState {
  readonly overlay: Overlay | undefined;
  readonly panes: PaneSettings;
  readonly dock: DockSettings;
  /** The one pane that a narrow window shows. */
  readonly shownPane: PaneName;
  /** The step of the first walk; nothing when it is over. */
  readonly tourStep: number | undefined;
}

export interface ShellActions {
  setTheme(theme: Theme): void;
  openOverlay(overlay: Overlay): void;
  closeOverlay(): void;
  changePanes(change: Partial<PaneSettings>): void;
  togglePane(pane: 'list' | 'preview'): void;
  /** Widths, heights and what is folded, as at a first start. */
  resetLayout(): void;
  /** Makes a pane visible, however narrow the window is. */
  showPane(pane: PaneName): void;
  changeDock(change: Partial<DockSettings>): void;
  /** Opens the dock at a tab, or closes it if that is the one to be seen. */
  toggleDock(tab: DockTab): void;
  /** Goes to a step of the first walk; without a number, ends it for good. */
  walkTo(step: number | undefined): void;
}

export const defaultPanes: PaneSettings = { list: 232, preview: 420, hidden: [] };
export const defaultDock: DockSettings = { isOpen: false, tab: 'problems', height: 300 };

export const initialShell: ShellState = {
  overlay: undefined,
  panes: defaultPanes,
  dock: defaultDock,
  shownPane: 'editor',
  tourStep: undefined,
};

/** The shell as it was left; who has never walked through the window is walked through it. */
export function rememberedShell(settings: StoreContext['settings']): ShellState {
  const { panes, dock, toured } = settings.read();
  return { ...initialShell, panes, dock, tourStep: toured ? undefined : 0 };
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
    if (hidden.some((each) => each === pane)) changePanes({ hidden: hidden.filter((each) => each !== pane) });
    change({ shownPane: pane });
  }

  return {
    setTheme(theme) {
      settings.change({ theme });
      set({ theme });
    },
    openOverlay: (overlay) => change({ overlay }),
    closeOverlay: () => change({ overlay: undefined }),
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
    changeDock,
    toggleDock(tab) {
      const { dock } = get().shell;
      changeDock({ tab, isOpen: !(dock.isOpen && dock.tab === tab) });
    },
    walkTo(tourStep) {
      if (tourStep === undefined) settings.change({ toured: true });
      change({ tourStep });
    },
  };
}
