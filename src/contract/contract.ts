/**
 * All calls from a renderer to the core, and all events from the core. Hosts (Electron IPC, loopback HTTP, in-process)
 * only transport them; handlers, clients and validation derive from this file. The calls are in `calls/`, the data types
 * in `shapes/`.
 */
import * as z from 'zod';
import { arrangeCalls } from './calls/arrange.ts';
import { clientCalls } from './calls/client.ts';
import { definitionCalls } from './calls/definition.ts';
import { gitCalls } from './calls/git.ts';
import { otherProgramCalls } from './calls/other-programs.ts';
import { previewCalls } from './calls/preview.ts';
import { runCalls } from './calls/run.ts';
import { shareCalls } from './calls/share.ts';
import { skillCalls } from './calls/skills.ts';
import { sourceCalls } from './calls/source.ts';
import { teamCalls } from './calls/team.ts';
import { workspaceCalls } from './calls/workspace.ts';
import type { catalogueEntry, changeSet, fileChange, listName } from './shapes/arrange.ts';
import type { location, problem } from './shapes/common.ts';
import type { connectApplication, connectOutcome, connectPlan, connectSnippets } from './shapes/connect.ts';
import type { definitionUse, definitionView, edit } from './shapes/definition.ts';
import type { findMatch, findResult } from './shapes/find.ts';
import type { deletedItem, historyNext, historyRead, historyVersion } from './shapes/history.ts';
import type { importItem, importPlan, importRead, wolframText } from './shapes/import.ts';
import type { inspected, inspectMessage } from './shapes/inspect.ts';
import type { mediaContent, mediaFile } from './shapes/media.ts';
import type { editedPreview, leftOut, preview, serverAnswer } from './shapes/preview.ts';
import type { keptRun, reached, runOutcome } from './shapes/run.ts';
import type { simulation, simulationFix, simulationLoss, simulationMatrix } from './shapes/simulation.ts';
import type { installedSkill, skillPlan, skillView } from './shapes/skills.ts';
import type { searched, searchReport, sourcePage, sourceState, sourceSummary, webCopy } from './shapes/sources.ts';
import type { toolTrial } from './shapes/tool.ts';
import type { liveConnection, trafficEntry, trafficExchange } from './shapes/traffic.ts';
import type { trustView } from './shapes/trust.ts';
import { type promptSummary, type serverSummary, type toolSummary, workspaceView } from './shapes/workspace.ts';

/** The input and output of every call. */
export const calls = {
  ...workspaceCalls,
  ...definitionCalls,
  ...arrangeCalls,
  ...previewCalls,
  ...clientCalls,
  ...runCalls,
  ...skillCalls,
  ...gitCalls,
  ...sourceCalls,
  ...otherProgramCalls,
  ...shareCalls,
  ...teamCalls,
} as const;

/**
 * What the core reports by itself. Each new listener gets every event once, so that one that reconnects, or a page that
 * was hidden, misses nothing: it reads what an event is about.
 */
export const events = {
  'workspace.changed': workspaceView.pick({ revision: true, fingerprint: true }).extend({
    /** The changed files with their versions (`''`: deleted). Absent: anything may have changed. */
    files: z.exactOptional(z.record(z.string(), z.string())),
  }),
  /** The newest change of the traffic log; at most ten times a second. */
  'traffic.changed': z.object({ seq: z.number() }),
  /** A client connected, disconnected or changed; sent like `traffic.changed`. */
  'connections.changed': z.object({}),
  /** A source or its state changed; at most five times a second. */
  'sources.changed': z.object({}),
  /** A connection to an inspected server ended, its server announced another list, or it has new messages. */
  'inspect.changed': z.object({}),
  /** A login to a team server ended. */
  'team.changed': z.object({}),
  /** An ask was allowed or revoked, here or by another program, or a call needed one that is not allowed. */
  'trust.changed': z.object({}),
  /** A step of undo outside the workspace was done, undone or forgotten: a connection, or an installed skill. */
  'history.changed': z.object({}),
  /** The state of the connection to the core; sent by the transport, if its connection can break. */
  'host.connection': z.discriminatedUnion('state', [
    z.object({ state: z.literal('connected') }),
    /** The workbench stopped or was restarted; the message says what to do. */
    z.object({ state: z.literal('lost'), message: z.string() }),
  ]),
} as const;

export type CallName = keyof typeof calls;
export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>;
export type Handlers = {
  readonly [N in CallName]: (input: z.output<(typeof calls)[N]['input']>) => Promise<Output<N>>;
};
export type EventName = keyof typeof events;
export type EventMessage = {
  readonly [N in EventName]: { readonly name: N; readonly data: z.output<(typeof events)[N]> };
}[EventName];

export type ProblemView = z.output<typeof problem>;
export type PromptSummary = z.output<typeof promptSummary>;
export type ToolSummary = z.output<typeof toolSummary>;
export type ToolTrial = z.output<typeof toolTrial>;
export type ServerSummary = z.output<typeof serverSummary>;
export type WorkspaceView = z.output<typeof workspaceView>;
export type FindMatch = z.output<typeof findMatch>;
export type FindResult = z.output<typeof findResult>;
export type DefinitionView = z.output<typeof definitionView>;
export type DefinitionUse = z.output<typeof definitionUse>;
export type Edit = z.output<typeof edit>;
export type HistoryVersion = z.output<typeof historyVersion>;
export type NextStep = NonNullable<z.output<typeof historyNext>['undo']>;
export type DeletedItem = z.output<typeof deletedItem>;
export type HistoryContent = z.output<typeof historyRead>;
export type ServerAnswer = z.output<typeof serverAnswer>;
export type LeftOut = z.output<typeof leftOut>;
export type Preview = z.output<typeof preview>;
export type EditedPreview = z.output<typeof editedPreview>;
export type TrafficEntryView = z.output<typeof trafficEntry>;
export type TrafficExchange = z.output<typeof trafficExchange>;
export type LiveConnection = z.output<typeof liveConnection>;
export type SearchReport = z.output<typeof searchReport>;
export type SearchResult = z.output<typeof searched>;
export type SourceSummary = z.output<typeof sourceSummary>;
export type WebCopy = z.output<typeof webCopy>;
export type SourceState = z.output<typeof sourceState>;
export type SourcePage = z.output<typeof sourcePage>;
export type DialogueStep = Output<'prompt.dialogue'>;
export type FormReply = Input<'prompt.dialogue'>['replies'][number];
export type TestResult = Output<'tests.run'>[number];
export type Advice = Output<'lint.list'>[number];
export type CallsState = Output<'calls.get'>;
export type Replay = Output<'calls.replay'>;
export type UsageView = Output<'usage.report'>;
export type TeamServerView = Output<'team.list'>[number];
export type TeamPage = Output<'team.read'>;
export type Simulation = z.output<typeof simulation>;
export type SimulationLoss = z.output<typeof simulationLoss>;
export type SimulationFix = z.output<typeof simulationFix>;
export type SimulationMatrix = z.output<typeof simulationMatrix>;
export type RunnerView = Output<'run.runners'>[number];
export type RunOutcome = z.output<typeof runOutcome>;
export type KeptRun = z.output<typeof keptRun>;
export type ReachCheck = z.output<typeof reached>;
export type MediaFile = z.output<typeof mediaFile>;
export type MediaContent = z.output<typeof mediaContent>;
export type ConnectPlan = z.output<typeof connectPlan>;
export type ConnectOutcome = z.output<typeof connectOutcome>;
export type ConnectApplication = z.output<typeof connectApplication>;
export type ConnectSnippets = z.output<typeof connectSnippets>;
export type SkillView = z.output<typeof skillView>;
export type SkillPlan = z.output<typeof skillPlan>;
export type InstalledSkill = z.output<typeof installedSkill>;
export type ImportItem = z.output<typeof importItem>;
export type ImportReading = z.output<typeof importRead>;
export type ImportPlan = z.output<typeof importPlan>;
export type ServerInspection = z.output<typeof inspected>;
export type InspectMessage = z.output<typeof inspectMessage>;
export type WolframText = z.output<typeof wolframText>;
export type TrustView = z.output<typeof trustView>;
export type GitStateView = Output<'git.state'>;
export type PullOutcome = Output<'git.pull'>;
export type BlamedPart = Output<'git.blame'>[number];
export type Location = z.output<typeof location>;
export type FileChange = z.output<typeof fileChange>;
export type ChangeSet = z.output<typeof changeSet>;
export type CatalogueEntry = z.output<typeof catalogueEntry>;
export type ListName = z.output<typeof listName>;
