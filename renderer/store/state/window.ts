/** State of the window: its layout, notices, connection to the core, and browser sessions. */
import type { Location } from '../../../src/contract/contract.ts';
import type { EventData } from '../../../src/contract/host-client.ts';
import type { Session } from '../../host/session.ts';
import type { DiscardedEdits, Undo } from './definition.ts';
import type { DiscardedTest } from './test-draft.ts';

/** The dialog over the window; at most one is open. */
export type Overlay =
  | 'palette'
  | 'commands'
  | 'find'
  | 'keyboard-map'
  | 'new-prompt'
  | 'new-server'
  | 'new-source'
  | 'new-skill'
  | 'inspect'
  | 'add-team'
  | 'teams'
  | 'help'
  | 'new-tool'
  | 'new-workspace'
  | 'open-workspace'
  | 'rename'
  | 'share'
  | 'confirm-deletion'
  | 'recently-deleted'
  | 'publish'
  | 'pull'
  | 'delete-source'
  | 'review-trust'
  | 'manage-trust'
  | 'runners'
  | 'run-results'
  | 'compare-runs'
  | 'check-reach'
  | 'skills'
  | 'share-server'
  | 'sessions';
/** The three columns of the window; a narrow window shows one at a time. */
export type PaneName = 'list' | 'editor' | 'preview';
export type DockTab = 'problems' | 'wire';

/** Chosen sizes in CSS pixels; a small window shows less. */
export interface PaneSettings {
  readonly list: number;
  /** Undefined until a person chooses a width: the preview then takes its share of the window. */
  readonly preview?: number | undefined;
  readonly hidden: readonly ('list' | 'preview')[];
}

export interface DockSettings {
  readonly isOpen: boolean;
  readonly tab: DockTab;
  readonly height: number;
}

/** The window's layout; panes and dock are remembered between starts. */
export interface ShellState {
  readonly overlay: Overlay | undefined;
  /** Where the help opens: `format.md#slots`. */
  readonly helpPlace: string | undefined;
  readonly panes: PaneSettings;
  readonly dock: DockSettings;
  /** The list shows the prompts and tools of each server below their tags. */
  readonly isGroupedByTag: boolean;
  /** The one pane that a narrow window shows. */
  readonly shownPane: PaneName;
  /** Whether a person left the details of prompts and tools open. */
  readonly showsDetails: boolean;
  /** A field of the closed details has to be shown. */
  readonly wantsDetails: boolean;
}

/** Names every size, because a reset puts them over the chosen ones. */
export const defaultPanes: PaneSettings = { list: 232, preview: undefined, hidden: [] };
export const defaultDock: DockSettings = { isOpen: false, tab: 'problems', height: 300 };

export const initialShell: ShellState = {
  overlay: undefined,
  helpPlace: undefined,
  panes: defaultPanes,
  dock: defaultDock,
  isGroupedByTag: false,
  shownPane: 'editor',
  showsDetails: false,
  wantsDetails: false,
};

/** From a prompt to a connected client. */
export const startSteps = ['write', 'see', 'connect'] as const;
export type StartStep = (typeof startSteps)[number];

/** "Get started", and the steps that the person has done. */
export interface StartState {
  readonly isOpen: boolean;
  readonly doneSteps: readonly StartStep[];
}

export const initialStart: StartState = { isOpen: false, doneSteps: [] };

/** The connection to the core; unsaved edits wait while it is lost. */
export type ConnectionState = EventData<'host.connection'>;

/** A message. A newer one with the same text replaces it, unless it offers something. A failure stays until a person dismisses it, the others for some seconds. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  /** It reports what went well and cannot be undone. */
  readonly isBrief?: true;
  /** It says why a step was refused. The person can read it for some seconds: nothing has changed. */
  readonly isRefusal?: true;
  /** Reverts the change that the message reports. */
  readonly undo?: Undo;
  /** The step that was undone or redone, if the message reports that. The next one replaces the message. */
  readonly step?: { readonly id: string; readonly direction: 'undo' | 'redo' };
  /** The discarded edits that the message reports, which can be restored. */
  readonly discardedEdits?: DiscardedEdits;
  /** The form of a test that the message reports, which can be opened again. */
  readonly discardedTest?: DiscardedTest;
  /** The definition whose history keeps the text that the message reports. */
  readonly historyLocation?: Location;
}

export type SessionsState =
  /** In Electron: its window needs no session. */
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly list: readonly Session[] }
  | { readonly status: 'failed'; readonly message: string };
