/** The state of one window: what the core said, what the person writes, and what is selected. */

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
import { initialTools, type ToolsState } from './content/tools.ts';
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

/** What the core said about the workspace; replaced whole, never edited. */
export type WorkspaceState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly view: WorkspaceView }
  | { readonly status: 'failed'; readonly message: string };

/**
 * What the person looks at. A `file` is one that belongs to no server, or whose place in a list is not known; `at` is
 * the place in it that was looked at before the file broke.
 */
export type Selection =
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'prompt'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted'; readonly key: string }
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'tool'; readonly server: string; readonly key: string }
  | { readonly kind: 'unlisted-tool'; readonly key: string }
  | { readonly kind: 'file'; readonly file: string; readonly at?: KeyPath };

/** The open definition as a form, the text of its whole file, or its versions. */
export type EditorView = 'form' | 'yaml' | 'history';

/** A prompt as it was listed when clients last got it. */
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
      /** Why its file cannot be read any more; the view is the last that was read of it. */
      readonly gone?: string;
    }
  | { readonly status: 'failed'; readonly location: Location; readonly message: string };

/** What the person has typed into one file and the disk does not hold yet. */
export interface Draft {
  /** By path (`pathKey`); `before` is the value that the typing began from. */
  readonly edits: Readonly<Record<string, Edit>>;
  /** The whole text, where the file is edited as source. */
  readonly source?: { readonly baseVersion: string; readonly text: string };
  /** What was sent and never answered, by path (`''`: the whole text): the disk may hold any of it. */
  readonly unconfirmed?: Readonly<Record<string, readonly Json[]>>;
}

/** How it stands with a file that is not just saved. */
export type SaveState =
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly message: string }
  /** Both sides changed the same value: nothing more is saved until a person has chosen. `theirs`: the whole file. */
  | { readonly status: 'conflict'; readonly theirs: DefinitionView };

export type { PreviewResult };
export type PreviewError = Extract<Preview, { kind: 'error' }>;

/** The newest answer for the selected prompt; beside an error, the last good one stays readable. */
export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'waiting' }
  | { readonly status: 'result'; readonly result: PreviewResult }
  | { readonly status: 'error'; readonly error: PreviewError; readonly lastGood?: PreviewResult | undefined }
  | { readonly status: 'unavailable'; readonly message: string; readonly lastGood?: PreviewResult | undefined };

/** Whether the pipe to the core holds; typed text is kept until it does again. */
export type ConnectionState = EventData<'host.connection'>;

/** A sentence that stays until it is read. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  /** Takes back the change that the sentence tells of. */
  readonly undo?: Undo;
  /** What the sentence says was given up, which can be had back. */
  readonly discarded?: Discarded;
}

/** What was typed into one file and could not be saved, given up by the person. */
export interface Discarded {
  readonly file: string;
  readonly draft: Draft;
}

/** A change of files that can be taken back as long as they still hold what it wrote. */
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
  /** The prompt text takes the focus as soon as it is there. */
  readonly wantsFocus: boolean;
  /** The newest one that was selected. */
  readonly known: KnownPrompt | undefined;
  /** By file. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** By file; a file that is not here is saved. */
  readonly saves: Readonly<Record<string, SaveState>>;
  /** What undo and redo would do; not known right after a definition was opened. */
  readonly nextSteps: NextSteps | undefined;
  readonly versions: VersionsState;
  /** Argument values typed into the preview's form, by `promptId`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly preview: PreviewState;
  /** What the newest suggestions for an argument lacked; undefined while none were refused. */
  readonly completionNeeds: { readonly argument: string; readonly needs: readonly string[] } | undefined;
  /** Whether what is asked now has been without an answer for longer than a person takes for at once. */
  readonly isPreviewSlow: boolean;
  /** The protocol revision that the preview speaks; without one, what client and server agree on. */
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
