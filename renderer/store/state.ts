/** The state of one window, composed of the states of its subjects. Imports no actions, because all actions use it. */

import type { GitStateView } from '../../src/contract/contract.ts';
import type { Revision } from '../../src/model/revisions.ts';
import { initialTraffic, type TrafficState } from './preview/traffic-entries.ts';
import type { AnswerFormat, Theme } from './settings.ts';
import type { DefinitionState, Draft, EditorView, NextSteps, SaveState, VersionsState } from './state/definition.ts';
import type { Deletion } from './state/deletion.ts';
import {
  type ConnectState,
  closedImport,
  closedWolfram,
  type ImportState,
  type WolframState,
} from './state/dialogs.ts';
import type { InspectedServer, InspectPageState } from './state/inspect.ts';
import {
  initialSimulation,
  initialTools,
  type PreviewState,
  type SimulationState,
  type TestCount,
  type ToolsState,
} from './state/preview.ts';
import { initialRun, type RunState } from './state/run.ts';
import { initialSearches, initialSources, type SearchesState, type SourcesState } from './state/searches.ts';
import { initialServerPages, type ServerPagesState } from './state/server-page.ts';
import type { TestDraft } from './state/test-draft.ts';
import {
  type ConnectionState,
  initialShell,
  initialStart,
  type Notice,
  type SessionsState,
  type ShellState,
  type StartState,
} from './state/window.ts';
import {
  type FindState,
  initialFind,
  initialTrust,
  type KnownPrompt,
  type Selection,
  type ServerLists,
  type TrustState,
  type WorkspaceState,
} from './state/workspace.ts';

export interface WorkbenchState {
  readonly workspace: WorkspaceState;
  readonly selection: Selection | undefined;
  /** How often the person went to a page: any other change of the selection follows a change of the files. */
  readonly visits: number;
  /** The selection was reached row by row with the arrow keys of the list: such pages share one place in Back. */
  readonly isStepping: boolean;
  /** Of this workspace, in the order of their addition. */
  readonly favourites: readonly Selection[];
  /** The pages that were open before, the newest first. */
  readonly recentPages: readonly Selection[];
  readonly filter: string;
  readonly definition: DefinitionState;
  /** The file that the open definition was opened from, if it has been renamed since: its form stays. */
  readonly openedFrom: string | undefined;
  readonly editorView: EditorView;
  /** An invalid file that is shown as YAML instead of its form, and whether the person has typed in that text. */
  readonly withoutForm: { readonly file: string; readonly isTyped: boolean } | undefined;
  /** The last selected prompt that a server listed. */
  readonly lastListed: KnownPrompt | undefined;
  /** What each server lists, or listed before its file had an error. */
  readonly serverLists: ServerLists;
  /** By file. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** By file; a file without an entry is saved. */
  readonly saves: Readonly<Record<string, SaveState>>;
  /** The labels of the next undo and redo; undefined right after a definition opens. */
  readonly nextSteps: NextSteps | undefined;
  readonly versions: VersionsState;
  /** Argument values typed into the preview's form, by `promptId`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The open forms of tests, by `promptId`. */
  readonly testDrafts: Readonly<Record<string, readonly TestDraft[]>>;
  readonly preview: PreviewState;
  /** The permissions that the newest completion request lacked; undefined if it was not refused. */
  readonly completionNeeds: { readonly argument: string; readonly needs: readonly string[] } | undefined;
  /** True once the pending preview has taken longer than 400 ms. */
  readonly isPreviewSlow: boolean;
  /** The protocol revision of the preview; undefined lets client and server negotiate. */
  readonly previewRevision: Revision | undefined;
  readonly answerFormat: AnswerFormat;
  /** The newest results of tests, by `testKey`. */
  readonly testCounts: Readonly<Record<string, TestCount>>;
  readonly connect: ConnectState;
  readonly notices: readonly Notice[];
  /** The deletion that waits for an answer in its dialog. */
  readonly deletion: Deletion | undefined;
  /** Counts every change in the workspace, also of texts, which its view does not have. */
  readonly filesRevision: number;
  /** How often this window wrote snapshots of tests, which are not definitions: tests run again after it. */
  readonly snapshotsRevision: number;
  /** How often something other than an edit in this window changed what servers answer: tests and the simulation run again. */
  readonly answersRevision: number;
  readonly connection: ConnectionState;
  readonly theme: Theme;
  readonly shell: ShellState;
  readonly serverPages: ServerPagesState;
  readonly start: StartState;
  /** Folders of other workspaces, the newest first. */
  readonly recentWorkspaces: readonly string[];
  /** The host can open the system's dialog for a folder. */
  readonly hasFolderDialog: boolean;
  readonly traffic: TrafficState;
  readonly find: FindState;
  readonly searches: SearchesState;
  readonly sessions: SessionsState;
  readonly sources: SourcesState;
  readonly tools: ToolsState;
  readonly trust: TrustState;
  readonly simulation: SimulationState;
  readonly run: RunState;
  /** Undefined until it was read once. */
  readonly git: GitStateView | undefined;
  /** The inspected servers that this window remembers. */
  readonly inspectedServers: readonly InspectedServer[];
  /** By id of the inspected server. */
  readonly inspectPages: Readonly<Record<string, InspectPageState>>;
  readonly import: ImportState;
  /** The text that is typed into the import dialog, until it is imported: a dialog that is closed loses none of it. */
  readonly importText: string;
  readonly wolfram: WolframState;
}

export const initialState: WorkbenchState = {
  workspace: { status: 'loading' },
  selection: undefined,
  visits: 0,
  isStepping: false,
  favourites: [],
  recentPages: [],
  filter: '',
  definition: { status: 'none' },
  openedFrom: undefined,
  editorView: 'form',
  withoutForm: undefined,
  lastListed: undefined,
  serverLists: {},
  drafts: {},
  saves: {},
  nextSteps: undefined,
  versions: { status: 'none' },
  values: {},
  testDrafts: {},
  preview: { status: 'none' },
  completionNeeds: undefined,
  isPreviewSlow: false,
  previewRevision: undefined,
  answerFormat: 'origins',
  testCounts: {},
  connect: { status: 'closed' },
  notices: [],
  deletion: undefined,
  filesRevision: 0,
  snapshotsRevision: 0,
  answersRevision: 0,
  connection: { state: 'connected' },
  theme: 'system',
  shell: initialShell,
  serverPages: initialServerPages,
  start: initialStart,
  recentWorkspaces: [],
  hasFolderDialog: false,
  traffic: initialTraffic,
  find: initialFind,
  searches: initialSearches,
  sessions: { status: 'none' },
  sources: initialSources,
  tools: initialTools,
  trust: initialTrust,
  simulation: initialSimulation,
  run: initialRun,
  git: undefined,
  inspectedServers: [],
  inspectPages: {},
  import: closedImport,
  importText: '',
  wolfram: closedWolfram,
};
