/** The state of one window: the workspace as the core last sent it, unsaved edits, and the selection. */

import type { KeyPath } from '../../src/base/json.ts';
import type {
  DefinitionView,
  Edit,
  FileChange,
  Location,
  Preview,
  PromptSummary,
  WorkspaceView,
} from '../../src/contract/contract.ts';
import type { EventData } from '../../src/contract/host-client.ts';
import type { Revision } from '../../src/model/revisions.ts';
import { initialTools, type ToolsState } from './content/schema/tools.ts';
import type { Json } from './definition/json.ts';
import type { NextSteps } from './definition/next-steps.ts';
import type { VersionsState } from './definition/versions.ts';
import type { PreviewResult } from './preview/preview-result.ts';
import { initialSimulation, type SimulationState } from './preview/simulation.ts';
import { initialTraffic, type TrafficState } from './preview/traffic.ts';
import type { AnswerFormat, Theme } from './settings.ts';
import { initialShell, type ShellState } from './shell.ts';
import type { ConnectState } from './workspace/connect.ts';
import { type FindState, initialFind } from './workspace/find.ts';
import { closedImport, closedWolfram, type ImportState, type WolframState } from './workspace/import.ts';
import { initialSearches, type SearchesState } from './workspace/searches.ts';
import type { SessionsState } from './workspace/sessions.ts';
import { initialSources, type SourcesState } from './workspace/sources.ts';
import { initialTrust, type TrustState } from './workspace/trust.ts';

/** The workspace as the core last sent it; replaced as a whole, never edited. */
export type WorkspaceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly view: WorkspaceView }
  | { readonly status: 'failed'; readonly message: string };

/**
 * What the window shows. A `file` belongs to no server, or its place in a list is unknown; `at` is the path that was
 * selected before the file became invalid.
 */
export type Selection =
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'prompt'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted'; readonly key: string }
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'tool'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted-tool'; readonly key: string }
  | { readonly kind: 'file'; readonly file: string; readonly at?: KeyPath };

/** How the editor shows the open definition: its form, the YAML of its whole file, or its versions. */
export type EditorView = 'form' | 'yaml' | 'history';

/** The prompt as a server last listed it. */
export interface KnownPrompt {
  readonly server: string;
  readonly prompt: PromptSummary;
}

/** The selected definition as the core last read it from the disk. */
export type DefinitionState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly location: Location }
  | {
      readonly status: 'open';
      readonly view: DefinitionView;
      /** Why its file can no longer be read; `view` is the last version read. */
      readonly gone?: string;
    }
  | { readonly status: 'failed'; readonly location: Location; readonly message: string };

/** Unsaved edits of one file. */
export interface Draft {
  /** By path (`pathKey`); `before` is the value before the first edit. */
  readonly edits: Readonly<Record<string, Edit>>;
  /** The whole text, if the file is edited as YAML. */
  readonly source?: { readonly baseVersion: string; readonly text: string };
  /** Values sent without a response, by path (`''`: the whole text): the disk may hold any of them. */
  readonly unconfirmed?: Readonly<Record<string, readonly Json[]>>;
}

/** The state of a file with unsaved edits. */
export type SaveState =
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly message: string }
  /** Both sides changed the same value: saving stops until a person chooses. `theirs` is the whole file. */
  | { readonly status: 'conflict'; readonly theirs: DefinitionView };

export type { PreviewResult };
export type PreviewError = Extract<Preview, { kind: 'error' }>;

/** The newest preview of the selected prompt; an error keeps the last good one readable. */
export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'waiting' }
  | { readonly status: 'result'; readonly result: PreviewResult }
  | { readonly status: 'error'; readonly error: PreviewError; readonly lastGood?: PreviewResult | undefined }
  | { readonly status: 'unavailable'; readonly message: string; readonly lastGood?: PreviewResult | undefined };

/** The connection to the core; unsaved edits wait while it is lost. */
export type ConnectionState = EventData<'host.connection'>;

/** A message that stays until a person dismisses it. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  /** Reverts the change that the message reports. */
  readonly undo?: Undo;
  /** The discarded edits that the message reports, which can be restored. */
  readonly discarded?: Discarded;
}

/** Edits of one file that failed to save and that the person discarded. */
export interface Discarded {
  readonly file: string;
  readonly draft: Draft;
}

/** A change that can be reverted while its files still hold what it wrote. */
export interface Undo {
  /** Part of a sentence: `Removed translate`. */
  readonly label: string;
  readonly changes: readonly FileChange[];
}

export interface WorkbenchState {
  readonly workspace: WorkspaceState;
  readonly selection: Selection | undefined;
  readonly filter: string;
  readonly definition: DefinitionState;
  readonly editorView: EditorView;
  /** The prompt's text takes the focus once it is drawn. */
  readonly wantsFocus: boolean;
  /** The last selected prompt that a server listed. */
  readonly known: KnownPrompt | undefined;
  /** By file. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** By file; a file without an entry is saved. */
  readonly saves: Readonly<Record<string, SaveState>>;
  /** The labels of the next undo and redo; undefined right after a definition opens. */
  readonly nextSteps: NextSteps | undefined;
  readonly versions: VersionsState;
  /** Argument values typed into the preview's form, by `promptId`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly preview: PreviewState;
  /** The permissions that the newest completion request lacked; undefined if it was not refused. */
  readonly completionNeeds: { readonly argument: string; readonly needs: readonly string[] } | undefined;
  /** True once the pending preview has taken longer than 400 ms. */
  readonly isPreviewSlow: boolean;
  /** The protocol revision of the preview; undefined lets client and server negotiate. */
  readonly previewRevision: Revision | undefined;
  readonly answerFormat: AnswerFormat;
  readonly connect: ConnectState;
  readonly notices: readonly Notice[];
  readonly connection: ConnectionState;
  readonly theme: Theme;
  readonly shell: ShellState;
  readonly traffic: TrafficState;
  readonly find: FindState;
  readonly searches: SearchesState;
  readonly sessions: SessionsState;
  readonly sources: SourcesState;
  readonly tools: ToolsState;
  readonly trust: TrustState;
  readonly simulation: SimulationState;
  readonly import: ImportState;
  readonly wolfram: WolframState;
}

export const initialState: WorkbenchState = {
  workspace: { status: 'loading' },
  selection: undefined,
  filter: '',
  definition: { status: 'none' },
  editorView: 'form',
  wantsFocus: false,
  known: undefined,
  drafts: {},
  saves: {},
  nextSteps: undefined,
  versions: { status: 'none' },
  values: {},
  preview: { status: 'none' },
  completionNeeds: undefined,
  isPreviewSlow: false,
  previewRevision: undefined,
  answerFormat: 'origins',
  connect: { status: 'closed' },
  notices: [],
  connection: { state: 'connected' },
  theme: 'system',
  shell: initialShell,
  traffic: initialTraffic,
  find: initialFind,
  searches: initialSearches,
  sessions: { status: 'none' },
  sources: initialSources,
  tools: initialTools,
  trust: initialTrust,
  simulation: initialSimulation,
  import: closedImport,
  wolfram: closedWolfram,
};
