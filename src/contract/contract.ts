/**
 * All calls from a renderer to the core, and all events from the core. Hosts (Electron IPC, loopback HTTP, in-process)
 * only transport them; handlers, clients and validation derive from this file. The data types are in `shapes/`.
 */
import * as z from 'zod';
import {
  catalogueEntry,
  changeSet,
  type fileChange,
  listEntries,
  listEntry,
  listMove,
  listName,
  listPlace,
} from './shapes/arrange.ts';
import { location, type problem } from './shapes/common.ts';
import {
  connectApplication,
  connectBundle,
  connectEntry,
  connectOutcome,
  connectPlan,
  connectSnippets,
  connectTarget,
} from './shapes/connect.ts';
import {
  converted,
  definitionUse,
  definitionView,
  type edit,
  editResult,
  sentEdit,
  typedResult,
  writeResult,
} from './shapes/definition.ts';
import { type findMatch, findResult } from './shapes/find.ts';
import {
  deletedItem,
  historyList,
  historyNext,
  historyPlace,
  historyRead,
  historyStep,
  type historyVersion,
  stepResult,
} from './shapes/history.ts';
import {
  importChoice,
  type importItem,
  importPlan,
  importRead,
  importSource,
  wolframQuestion,
  wolframState,
  wolframText,
} from './shapes/import.ts';
import {
  inspectAnswer,
  inspectConfigured,
  inspected,
  inspectListed,
  inspectLists,
  inspectLog,
  type inspectMessage,
  inspectOpen,
  inspectPlace,
  inspectPlan,
  inspectRequest,
  inspectTarget,
} from './shapes/inspect.ts';
import { mediaAdded, mediaContent, mediaFile, mediaUpload } from './shapes/media.ts';
import { preview, previewQuestion, serverAnswer } from './shapes/preview.ts';
import {
  matrixQuestion,
  simulation,
  type simulationFix,
  type simulationLoss,
  simulationMatrix,
  simulationQuestion,
} from './shapes/simulation.ts';
import {
  appIdState,
  evaluation,
  mark,
  newSource,
  searched,
  searchQuestion,
  type searchReport,
  sourcePage,
  type sourceState,
  sourceSummary,
} from './shapes/sources.ts';
import { listedTools, toolQuestion, toolTrial } from './shapes/tool.ts';
import { trustAllow, trustRevoke, trustView } from './shapes/trust.ts';
import {
  liveConnection,
  type wireEntry,
  wireExchange,
  wireMatches,
  wirePage,
  wireQuestion,
  wireResend,
} from './shapes/wire.ts';
import {
  galleryPrompt,
  type promptSummary,
  type serverSummary,
  type toolSummary,
  workspaceView,
} from './shapes/workspace.ts';

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
const nothing = z.object({});

/** The input and output of every call. */
export const calls = {
  'workspace.get': call(nothing, workspaceView),
  /** Searches all texts of the workspace, ignoring case. */
  'workspace.find': call(z.object({ query: z.string().max(1000) }), findResult),
  'definition.open': call(location, definitionView),
  /** The servers that list a prompt or tool, and the client applications that are connected to them; for a server, its own. */
  'definition.uses': call(location, z.array(definitionUse)),
  /** Paths in the edits, and in a conflict, count from the definition's `at`. */
  'definition.edit': call(location.extend({ edits: z.array(sentEdit) }), typedResult),
  /** Replaces a whole file; `baseVersion` is the version that the text is based on. */
  'file.write': call(z.object({ file: z.string(), baseVersion: z.string(), text: z.string() }), writeResult),
  /** Converts a file to UTF-8; a copy of its former bytes stays beside it. */
  'file.convert': call(z.object({ file: z.string(), version: z.string() }), converted),
  /** The versions of the definition at a location, newest first. */
  'history.list': call(location, historyList),
  'history.read': call(historyPlace, historyRead),
  /** The next undo and redo. There is one order of steps for the workspace. */
  'history.next': call(nothing, historyNext),
  /** Undoes or redoes the next step, whatever the window shows. */
  'history.step': call(historyStep, stepResult),
  /** Restores a version as a new change, which can be undone. */
  'history.restore': call(historyPlace, editResult),
  /**
   * Creates `prompts/<name>.yaml`, or `tools/<name>.yaml` for that list, and lists it in the server's file. `gallery`: as a
   * copy of that prompt of the gallery.
   */
  'prompt.create': call(
    z.object({
      server: z.string(),
      name: z.string(),
      gallery: z.exactOptional(z.string()),
      list: z.exactOptional(listName),
    }),
    changeSet,
  ),
  /** The other workspaces that were open, the newest first. */
  'workspaces.list': call(
    nothing,
    z.object({ recent: z.array(z.string()), isStartClosed: z.boolean(), hasFolderDialog: z.boolean() }),
  ),
  /** Opens another workspace: `link` is its window; without it, this window loads it. A new one is an empty folder. */
  'workspaces.open': call(
    z.object({ dir: z.string(), isNew: z.boolean() }),
    z.object({ link: z.exactOptional(z.string()) }),
  ),
  /** Adds the samples to the workspace, and trusts them if it was empty. Existing files stay. */
  'workspaces.addSamples': call(nothing, nothing),
  /** "Get started" does not open by itself again, in any workspace. */
  'workspaces.closeStart': call(nothing, nothing),
  /** The starting points for new prompts, by title. */
  'gallery.list': call(nothing, z.array(galleryPrompt)),
  /** Moves one item of the list at `at` (from the file's root), with its comments, to the index `to`. */
  'definition.move': call(location.extend({ from: z.int().min(0), to: z.int().min(0) }), editResult),
  /** Changes the MCP name of a prompt or tool. Its file's name follows if it was the same. */
  'definition.rename': call(location.extend({ name: z.string() }), changeSet),
  'list.move': call(listMove, changeSet),
  'list.add': call(listPlace.extend({ catalogueName: z.string() }), changeSet),
  /** Creates an inline prompt or tool with this MCP name. */
  'list.create': call(listPlace.extend({ name: z.string() }), changeSet),
  'list.duplicate': call(listEntry, changeSet),
  /** Removes an entry from the list; a catalogue definition stays in the catalogue. */
  'list.remove': call(listEntry, changeSet),
  /** Changes the MCP name of an entry's definition, for every server that lists it. */
  'list.rename': call(listEntry.extend({ name: z.string() }), changeSet),
  /** Moves an inline definition to the catalogue, where other servers can list it. */
  'list.share': call(listEntry.extend({ catalogueName: z.string() }), changeSet),
  /** Replaces a listed catalogue definition by an inline copy; `name` is a new MCP name for the copy. */
  'list.localise': call(listEntry.extend({ name: z.exactOptional(z.string()) }), changeSet),
  'catalogue.list': call(z.object({ list: z.exactOptional(listName) }), z.array(catalogueEntry)),
  /** Renames the file of a prompt or tool and every listing of it. */
  'catalogue.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  /** Deletes the file of a prompt or tool and every listing of it. */
  'catalogue.delete': call(z.object({ file: z.string() }), changeSet),
  'server.create': call(z.object({ name: z.string() }), changeSet),
  'server.duplicate': call(z.object({ file: z.string() }), changeSet),
  'server.delete': call(z.object({ file: z.string() }), changeSet),
  /** Creates a workspace copy of a built-in server, which replaces it. */
  'server.copy': call(z.object({ name: z.string() }), changeSet),
  /** Creates a source; `folder` is the first one of a documentation source. */
  'source.create': call(newSource, changeSet),
  /** Renames a source's file, and every prompt and tool that names the source follows. */
  'source.rename': call(z.object({ file: z.string(), name: z.string() }), changeSet),
  'source.duplicate': call(z.object({ file: z.string() }), changeSet),
  'source.delete': call(z.object({ file: z.string() }), changeSet),
  /** Adds several entries to the same list of the server `to`: catalogue names as names, inline definitions as copies. */
  'list.addEachTo': call(listEntries.extend({ to: z.string() }), changeSet),
  /** Removes several entries as one change. */
  'list.removeEach': call(listEntries, changeSet),
  /** Deletes several definitions with every listing of them. */
  'list.deleteEach': call(listEntries, changeSet),
  /** Adds and removes tags of several definitions; built-in ones are left alone. */
  'list.tagEach': call(listEntries.extend({ add: z.array(z.string()), remove: z.array(z.string()) }), changeSet),
  /** Reverts the files of a change if none has changed since; otherwise reverts nothing. */
  'changes.revert': call(changeSet.pick({ changes: true }), nothing),
  /** What a new client of a server learns first: the exchanges of `initialize` and of the lists. */
  'preview.describe': call(z.object({ server: z.string() }), z.array(serverAnswer)),
  'prompt.preview': call(previewQuestion, preview),
  'prompt.complete': call(
    z.object({
      server: z.string(),
      prompt: z.string(),
      argument: z.string(),
      value: z.string(),
      arguments: z.record(z.string(), z.string()),
    }),
    z.object({ values: z.array(z.string()), total: z.exactOptional(z.number()), hasMore: z.boolean() }),
  ),
  /** All client applications, detected ones first; `projectDir` locates the configuration files of project scope. */
  'connect.applications': call(z.object({ projectDir: z.exactOptional(z.string()) }), z.array(connectApplication)),
  /** The tools of a server as its clients see them. */
  'tool.list': call(z.object({ server: z.string() }), listedTools),
  /** Calls a tool. The caller has shown the arguments, and has asked for confirmation of a destructive tool. */
  'tool.try': call(toolQuestion, toolTrial),
  /** Stops the `tool.try` with this id; no effect if it is over. */
  'tool.cancel': call(z.object({ id: z.string() }), nothing),
  'connect.plan': call(connectTarget, connectPlan),
  'connect.apply': call(z.object({ planId: z.string() }), connectOutcome),
  'connect.undo': call(z.object({ journalId: z.string() }), z.object({ file: z.string(), message: z.string() })),
  /** A plan that writes a change once more, where its entry was changed or dropped. */
  'connect.again': call(z.object({ journalId: z.string() }), connectPlan),
  'connect.history': call(nothing, z.array(connectEntry)),
  /** One message for each connection whose record is damaged: what cannot be disconnected, and how to remove it by hand. */
  'connect.damage': call(nothing, z.array(z.string())),
  'connect.snippets': call(connectTarget, connectSnippets),
  'connect.bundle': call(z.object({ server: z.string() }), connectBundle),
  /** Simulates what one client application does with a prompt. */
  'simulation.run': call(simulationQuestion, simulation),
  /** All prompts of a server in all client applications, page by page. */
  'simulation.matrix': call(matrixQuestion, simulationMatrix),
  'media.list': call(nothing, z.array(mediaFile)),
  'media.read': call(mediaAdded, mediaContent),
  /** Copies a file into the folder under its name, or the next free one. Reuses a file with the same bytes. */
  'media.add': call(mediaUpload, mediaAdded),
  'traffic.list': call(wireQuestion, wirePage),
  'traffic.search': call(z.object({ query: z.string().max(1000), after: z.number() }), wireMatches),
  'traffic.open': call(z.object({ id: z.number() }), wireExchange),
  /** Resolves with the new entry's id after the server has responded. */
  'traffic.resend': call(wireResend, z.object({ id: z.number() })),
  'traffic.clear': call(nothing, nothing),
  /** The connected clients of other programs, in order of connection. */
  'connections.get': call(nothing, z.array(liveConnection)),
  /** The HTTP address of a server and its token, for the clipboard. Never log them. */
  'connections.address': call(z.object({ server: z.string() }), z.object({ url: z.string(), token: z.string() })),
  /** Every source that a prompt can name: the workspace's and the built-in ones, by name. */
  'sources.list': call(nothing, z.array(sourceSummary)),
  /** Searches without a prompt. */
  'search.run': call(searchQuestion, searched),
  /** Reassembles one of the latest searches with another budget, without querying the sources. */
  'search.explain': call(z.object({ id: z.string(), budget: z.int().min(1) }), searched),
  /** Stores in the source's file whether a page is right for a query. Creates a file for a built-in source. */
  'sources.mark': call(mark, changeSet),
  'sources.page': call(z.object({ source: z.string(), location: z.string() }), sourcePage),
  /** Rebuilds the index of a documentation source. */
  'sources.reindex': call(z.object({ source: z.string() }), nothing),
  /** Reads the files of a documentation source that a person has to confirm, or the rest after `sources.stop`. */
  'sources.read': call(z.object({ source: z.string() }), nothing),
  /** Stops reading; the index keeps what was read. No effect on a source that is not being read. */
  'sources.stop': call(z.object({ source: z.string() }), nothing),
  'sources.appId': call(nothing, appIdState),
  /** Stores the AppID for Wolfram|Alpha outside the workspace; an empty text removes it. */
  'sources.setAppId': call(z.object({ appId: z.string().max(100) }), appIdState),
  'sources.evaluate': call(z.object({ source: z.string() }), evaluation),
  /** Reads prompts of other programs, or of an MCP server. Writes nothing. */
  'import.read': call(importSource, importRead),
  /** Stops a reading and the program that was started for it. */
  'import.stop': call(nothing, nothing),
  'import.plan': call(importChoice, importPlan),
  /** Writes the chosen items as one change. */
  'import.apply': call(importChoice, changeSet),
  /** The servers in the configurations of client applications, with those of a project. Starts and contacts nothing. */
  'inspect.configured': call(z.object({ project: z.exactOptional(z.string()) }), inspectConfigured),
  /** What opening a target would start or contact. */
  'inspect.plan': call(inspectTarget, inspectPlan),
  /** Starts or contacts exactly what the plan with this digest shows. Ends an earlier connection with the same id. */
  'inspect.open': call(inspectOpen, inspected),
  /** The connections of this workbench, also the ones that ended by themselves. */
  'inspect.connections': call(nothing, z.array(inspected)),
  /** One list of a server, all pages. */
  'inspect.list': call(inspectPlace.extend({ list: inspectLists }), inspectListed),
  'inspect.request': call(inspectRequest, inspectAnswer),
  'inspect.cancel': call(z.object({ request: z.string() }), nothing),
  'inspect.log': call(inspectPlace.extend({ after: z.number() }), inspectLog),
  /** Ends a connection, or stops opening it. */
  'inspect.close': call(inspectPlace, nothing),
  'wolfram.export': call(wolframQuestion, wolframText),
  /** Whether this computer can run Wolfram Language. The permission is an ask (`trust.get`). */
  'wolfram.state': call(nothing, wolframState),
  /** The asks of this workspace, and which of them are allowed. */
  'trust.get': call(nothing, trustView),
  /** Allows single asks and, where it says so, trusts the workspace. @returns the view after it */
  'trust.allow': call(trustAllow, trustView),
  'trust.revoke': call(trustRevoke, trustView),
  /** Folders whose path starts with the prefix. For a source, paths are as in its file: from the workspace, `~` or absolute. */
  'folders.suggest': call(
    z.object({ prefix: z.string(), for: z.exactOptional(z.literal('source')) }),
    z.array(z.string()),
  ),
  /**
   * Opens the system's dialog for a folder, at `from`; without a folder, the person cancelled.
   * @throws `unavailable` in a host without such a dialog (`workspaces.list`)
   */
  'folders.choose': call(
    z.object({ from: z.exactOptional(z.string()), for: z.exactOptional(z.literal('source')) }),
    z.object({ folder: z.exactOptional(z.string()) }),
  ),
  /** The deleted prompts, tools, servers and sources that can be restored, newest first. */
  'deleted.list': call(nothing, z.array(deletedItem)),
  /** Restores one, with its places in lists. @throws `not-found` while the server that it was part of is deleted too */
  'deleted.restore': call(z.object({ id: z.string() }), changeSet),
} as const;

/** The events of the core. */
export const events = {
  /** Sent after every change, and immediately to each new listener, so that a reconnecting listener misses nothing. */
  'workspace.changed': workspaceView.pick({ revision: true, fingerprint: true }).extend({
    /** The changed files with their versions (`''`: deleted). Absent: anything may have changed. */
    files: z.exactOptional(z.record(z.string(), z.string())),
  }),
  /** The newest change of the traffic log; sent like `workspace.changed`, but at most ten times a second. */
  'traffic.changed': z.object({ seq: z.number() }),
  /** A client connected, disconnected or changed; sent like `traffic.changed`. */
  'connections.changed': z.object({}),
  /** A source or its state changed; at most five times a second. */
  'sources.changed': z.object({}),
  /** A connection to an inspected server ended, its server announced another list, or it has new messages. */
  'inspect.changed': z.object({}),
  /** An ask was allowed or revoked, here or by another program, or a call needed one that is not allowed. */
  'trust.changed': z.object({}),
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
export type Preview = z.output<typeof preview>;
export type WireEntry = z.output<typeof wireEntry>;
export type WireExchange = z.output<typeof wireExchange>;
export type LiveConnection = z.output<typeof liveConnection>;
export type SearchReport = z.output<typeof searchReport>;
export type Searched = z.output<typeof searched>;
export type SourceSummary = z.output<typeof sourceSummary>;
export type SourceState = z.output<typeof sourceState>;
export type SourcePage = z.output<typeof sourcePage>;
export type Simulation = z.output<typeof simulation>;
export type SimulationLoss = z.output<typeof simulationLoss>;
export type SimulationFix = z.output<typeof simulationFix>;
export type SimulationMatrix = z.output<typeof simulationMatrix>;
export type MediaFile = z.output<typeof mediaFile>;
export type MediaContent = z.output<typeof mediaContent>;
export type ConnectPlan = z.output<typeof connectPlan>;
export type ConnectOutcome = z.output<typeof connectOutcome>;
export type ConnectApplication = z.output<typeof connectApplication>;
export type ConnectSnippets = z.output<typeof connectSnippets>;
export type ImportItem = z.output<typeof importItem>;
export type ImportRead = z.output<typeof importRead>;
export type ImportPlan = z.output<typeof importPlan>;
export type Inspected = z.output<typeof inspected>;
export type InspectMessage = z.output<typeof inspectMessage>;
export type WolframText = z.output<typeof wolframText>;
export type TrustView = z.output<typeof trustView>;
export type Location = z.output<typeof location>;
export type FileChange = z.output<typeof fileChange>;
export type ChangeSet = z.output<typeof changeSet>;
export type CatalogueEntry = z.output<typeof catalogueEntry>;
export type ListName = z.output<typeof listName>;
