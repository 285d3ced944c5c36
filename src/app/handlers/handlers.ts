import { createCancellableCalls } from '../../base/cancellable-calls.ts';
import type { Connections } from '../../clients/connect/connections.ts';
import type { SkillInstalls } from '../../clients/skills/skill-installs.ts';
import type { Handlers, Input, Output, WorkspaceView } from '../../contract/contract.ts';
import type { Recovery } from '../../library/arrange/recover-change.ts';
import type { History } from '../../library/history/history.ts';
import type { Library } from '../../library/types.ts';
import type { FormerNames } from '../../state/former-names.ts';
import type { Trust } from '../../trust/trust.ts';
import { completion, definitionView, editOutcome, recoveryNotices, revisionOf, typedOutcome } from './answers.ts';
import { withMediaFiles } from './media.ts';
import type { PreviewPool } from './preview/preview-pool.ts';
import { type RunParts, runHandlers } from './preview/run.ts';
import { createSentAnswers } from './preview/sent-answers.ts';
import { simulationHandlers } from './preview/simulation.ts';
import { withTestSnapshots } from './preview/test-snapshots.ts';
import { testHandlers } from './preview/tests.ts';
import { connectHandlers } from './programs/connect.ts';
import { importHandlers } from './programs/import.ts';
import type { Inspector } from './programs/inspect.ts';
import { createOutsideSteps } from './programs/outside-steps.ts';
import { replayHandlers } from './programs/replay.ts';
import { shareHandlers } from './programs/share.ts';
import { skillHandlers } from './programs/skills.ts';
import type { Teams } from './programs/team.ts';
import { type TrafficParts, trafficHandlers } from './programs/traffic.ts';
import { usageHandlers } from './programs/usage.ts';
import { type SourceParts, sourceHandlers } from './sources.ts';
import { trustHandlers } from './trust.ts';
import { undoHandlers } from './undo.ts';
import { arrangeHandlers } from './workspace/arrange.ts';
import { definitionUses } from './workspace/definition-uses.ts';
import { deletedHandlers } from './workspace/deleted.ts';
import { findEverywhere } from './workspace/find.ts';
import { type ChooseFolder, folderHandlers } from './workspace/folders.ts';
import { gitHandlers } from './workspace/git.ts';
import { lintHandlers } from './workspace/lint.ts';
import { type OpenWorkspace, workspacesHandlers } from './workspace/workspaces.ts';

/** The parts of the workbench that answer the calls. */
export interface Parts {
  /** Records the history of every write. */
  readonly library: Library;
  readonly previews: PreviewPool;
  readonly formerNames: FormerNames;
  readonly connections: Connections;
  /** Loaded when it is needed. */
  readonly skillInstalls: () => Promise<SkillInstalls>;
  /** The current workspace view. */
  readonly view: () => WorkspaceView;
  /** Recoveries since the start; empty from the second call on. */
  readonly takeRecoveries: () => readonly Recovery[];
  readonly traffic: TrafficParts;
  readonly history: History;
  readonly sources: SourceParts;
  readonly trust: Trust;
  /** The built command line. */
  readonly cliFile: string;
  readonly stateDir: string;
  readonly samplesDir: string;
  readonly openWorkspace: OpenWorkspace | undefined;
  readonly chooseFolder: ChooseFolder | undefined;
  readonly inspector: Inspector;
  readonly teams: Teams;
  /** Called when a step outside the workspace was done, undone or forgotten. */
  readonly onOutsideStep: () => void;
  readonly running: Omit<RunParts, 'library' | 'stateDir' | 'readVersion' | 'closing'>;
  /** Fires when the workbench closes. */
  readonly closing: AbortSignal;
}

/** The handlers of the contract: each calls the part that does the work. */
export function createHandlers({
  library,
  formerNames,
  previews,
  connections,
  skillInstalls,
  view,
  takeRecoveries,
  traffic,
  history,
  sources,
  trust,
  cliFile,
  stateDir,
  samplesDir,
  openWorkspace,
  chooseFolder,
  inspector,
  teams,
  onOutsideStep,
  running,
  closing,
}: Parts): Handlers {
  const outsideSteps = createOutsideSteps(connections, skillInstalls, onOutsideStep);
  const previewOf = async ({ server, prompt, arguments: values, revision }: Input<'prompt.preview'>) =>
    previews.of(server).get(prompt, values, revision);
  const sendAnswer = createSentAnswers();
  const definitions: Pick<Handlers, `definition.${'open' | 'edit'}`> = {
    'definition.open': async ({ file, at }) => {
      const view = definitionView(await library.open(file, at));
      history.observe(view.file, view);
      return view;
    },
    'definition.edit': async ({ file, at, edits, preview: question }) => {
      const fromRoot = edits.map((edit) => ({ ...edit, at: [...at, ...edit.at] }));
      const outcome = typedOutcome(editOutcome(at, await library.edit(file, fromRoot)));
      if (outcome.kind !== 'saved') return outcome;
      const result = { ...outcome, ...revisionOf(library.snapshot(), { file, version: outcome.version }) };
      if (!question) return result;
      // The edit is saved in any case. The caller learns the reason for a missing answer when it asks separately.
      const preview = await previewOf(question).catch(() => undefined);
      return { ...result, ...(preview && { preview: sendAnswer(preview, question.known) }) };
    },
  };
  const historyCalls = withMediaFiles(
    { ...undoHandlers(history, outsideSteps), ...history.handlers },
    library,
    stateDir,
  );
  return {
    'workspace.get': async () => ({ ...view(), ...recoveryNotices(takeRecoveries()) }),
    'workspace.find': async ({ query }) => findEverywhere(library.snapshot(), view(), query),
    'definition.uses': (location) => definitionUses(library.snapshot(), connections, skillInstalls, location),
    'file.write': async ({ file, baseVersion, text }) => {
      const result = await library.write(file, baseVersion, text);
      if (result.kind !== 'saved') return result;
      return { ...result, ...revisionOf(library.snapshot(), { file, version: result.version }) };
    },
    'file.convert': ({ file, version }) => library.convert(file, version),
    'prompt.preview': previewOf,
    'prompt.dialogue': async ({ server, ...play }) =>
      (await import('../../mcp/preview/play-dialogue.ts')).playDialogue(library.server(server), traffic.services, play),
    'preview.describe': ({ server }) => previews.of(server).describe(),
    'prompt.complete': async ({ server, prompt, argument, value, arguments: siblings }) =>
      completion(await previews.of(server).complete(prompt, argument, value, siblings)),
    ...connectHandlers(connections),
    ...skillHandlers((server) => library.server(server), skillInstalls),
    ...arrangeHandlers(library, samplesDir, formerNames, trust),
    ...workspacesHandlers({
      library,
      trust,
      stateDir,
      samplesDir,
      openWorkspace,
      hasFolderDialog: chooseFolder !== undefined,
    }),
    ...simulationHandlers(library, traffic.services),
    ...runHandlers({ ...running, library, stateDir, readVersion: history.handlers['history.read'], closing }),
    ...shareHandlers({ library, services: traffic.services, trust, pack: { cliFile, stateDir } }),
    ...lintHandlers(library),
    ...trafficHandlers(traffic),
    ...replayHandlers(library, traffic.services, stateDir, closing, history.handlers),
    ...usageHandlers(library, stateDir),
    ...sourceHandlers(sources),
    ...importHandlers(library, closing, inspector.running),
    ...inspector.handlers,
    ...teams.handlers,
    ...toolHandlers(previews),
    ...trustHandlers(library, trust),
    ...folderHandlers(library.dir, chooseFolder),
    ...outsideSteps.handlers,
    ...withTestSnapshots(
      { ...definitions, ...testHandlers(library, traffic.services), ...historyCalls },
      library,
      stateDir,
    ),
    ...deletedHandlers(library, history),
    ...gitHandlers(library, trust),
  };
}

/** The calls that list and try tools. */
function toolHandlers(previews: PreviewPool): Pick<Handlers, `tool.${'list' | 'try' | 'cancel'}`> {
  const calls = createCancellableCalls();
  return {
    'tool.list': async ({ server }) => ({ tools: asJson(await previews.of(server).listTools()) }),
    'tool.try': ({ server, tool, arguments: args, revision, id }) =>
      calls.run(id, (signal) => previews.of(server).callTool(tool, args, { revision, signal })),
    async 'tool.cancel'({ id }) {
      calls.cancel(id);
      return {};
    },
  };
}

/** MCP messages are JSON, although the SDK's types are wider. */
function asJson(tools: readonly object[]): Output<'tool.list'>['tools'] {
  return tools as Output<'tool.list'>['tools'];
}
