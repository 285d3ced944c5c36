/**
 * Connects client applications to the workspace's servers. A connection is one entry in one configuration file: planned,
 * written as a transaction, tested, monitored, and undoable at any later time.
 */
import { basename, isAbsolute } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import type { ConnectOutcome, ConnectPlan, Input, Output } from '../../contract/contract.ts';
import {
  adaptedId,
  applicationOf,
  applications,
  defaultApplication,
  scopeFileOf,
  scopesOf,
} from '../applications/applications.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { Plans } from '../records/plans.ts';
import { applyChange, undoChange } from './apply-change.ts';
import { addCommandText } from './commands/add-command.ts';
import { findProgram } from './commands/find-program.ts';
import { commandsOf, menuOf, notesOnPrompts, type OfferedPrompt } from './commands/prompt-commands.ts';
import { viewOf } from './detect.ts';
import { entryView, refIn } from './entry-view.ts';
import { assertProject, type ConfiguredPlace, locate } from './locate.ts';
import {
  approvalNotes,
  changeNotes,
  changeWarnings,
  loginNotes,
  onlyHere,
  type PlannedChange,
  planChange,
  type Reach,
  type ReplacedConnection,
} from './plan-change.ts';
import { type ReachOptions, reachOf, teamReachOf } from './reach-of-server.ts';
import type { ConnectionRecord } from './record/connection-record.ts';
import { isSameEntry, stateOf } from './record/connection-state.ts';
import { createConnectionStore } from './record/connection-store.ts';
import { areDifferent, wordsOf, workspaceIn, workspaceName, workspaceOf } from './record/workspace-of.ts';
import { RefusedFile } from './refused-file.ts';
import { loadProblems } from './switches/load-problems.ts';

/** The place of an error that prevents reading a server's file. */
interface ServerError {
  readonly file: string;
  readonly line: number;
}

export interface ConnectionsOptions extends ReachOptions {
  /** The folder of the connection records and the backups. */
  readonly stateDir: string;
  /** Makes the program of `serveCommand` available, before an entry that names it is written. @throws WorkbenchError */
  readonly prepareCommand?: () => Promise<void>;
  /**
   * The prompts that are served.
   * @param ref at this branch, tag or commit
   * @throws WorkbenchError `not-found` for an unknown server or ref
   */
  readonly promptsOf: (server: string, ref?: string) => readonly OfferedPrompt[] | Promise<readonly OfferedPrompt[]>;
  /** The error that prevents reading the server's file, if any. */
  readonly errorOf: (server: string) => ServerError | undefined | Promise<ServerError | undefined>;
  /** The present name of a server by this or a former name; undefined for an unknown one. Default: the same. */
  readonly presentName?: (server: string) => string | undefined;
  /** By default, the folders of the current account. */
  readonly folders?: SystemFolders;
}

export interface Connections {
  /** Every application with its connections to this workspace, detected applications first. */
  applications(request: Input<'connect.applications'>): Promise<Output<'connect.applications'>>;
  /**
   * Computes what connecting would change; writes nothing. An unsafe change gives a `refused` plan.
   * @throws WorkbenchError `not-found` for an unknown server or application, `invalid-input` for an unsupported scope
   */
  plan(request: Input<'connect.plan'>): Promise<ConnectPlan>;
  /**
   * Writes a plan, once, then connects to the server as the entry says and lists its prompts. If the server does not
   * answer, the file stays written, for the user to undo.
   * @param plansAgain writes the same entry into a file whose other parts have changed since the plan
   * @throws WorkbenchError `not-found` for an unknown plan, `conflict` if the file has changed since the plan, `refused`
   *   if it cannot be written
   */
  apply(planId: string, plansAgain?: boolean): Promise<ConnectOutcome>;
  /**
   * Undoes a connection. Where another connection has replaced the entry, only the record ends.
   * @throws WorkbenchError `not-found`, or `refused` if another program has changed the entry since
   */
  undo(journalId: string): Promise<Output<'connect.undo'>>;
  /** Plans a connection again, for an entry that another program changed or removed. @throws as `plan` does, `refused` for another workspace's */
  again(journalId: string): Promise<ConnectPlan>;
  /** Every connection of every workspace, newest first, with its state. */
  history(): Promise<Output<'connect.history'>>;
  /** What is wrong with each record that is damaged or cannot be read. */
  damage(): Promise<string[]>;
  /** The command or address of a server for an application, for snippets and links. @throws as `plan` does */
  reachOf(server: string, application: string, transport: 'stdio' | 'http', ref?: string): Promise<Reach>;
}

const maxPlans = 20;

/** Plans are in memory and end with the process; records are in `stateDir`, so undo works after a restart. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { stateDir, promptsOf, errorOf, folders = systemFolders(), presentName = (server: string) => server } = options;
  const store = createConnectionStore(stateDir);
  const plans = new Plans<PlannedChange>(maxPlans);
  const ownWorkspace = () => workspaceIn(options.serveCommand('', undefined).args);

  async function plan(request: Input<'connect.plan'>): Promise<ConnectPlan> {
    const { server, projectDir, ref, team } = request;
    const transport = team === undefined ? (request.transport ?? 'stdio') : 'http';
    if (team !== undefined && ref !== undefined)
      throw new WorkbenchError('invalid-input', 'A team server decides which commit it serves: connect without a ref.');
    if (ref !== undefined && transport === 'http')
      throw new WorkbenchError('invalid-input', 'The open workbench serves the folder: connect to a ref without HTTP.');
    const application = request.application === undefined ? defaultApplication : applicationOf(request.application);
    const scope = request.scope ?? scopesOf(application)[0] ?? 'user';
    scopeFileOf(application, scope);
    // The proof reads those of a team server.
    const prompts = team === undefined ? await promptsOf(server, ref) : [];
    const configuration = await locate(application, scope, projectDir, folders);
    const { file } = configuration;
    try {
      await assertProject(configuration, projectDir);
      const forName = adaptedId(application);
      const reach =
        team === undefined
          ? await reachOf(options, server, forName, transport, ref)
          : await teamReachOf(options, team, server, forName);
      const formerRecord = team === undefined ? await formerConnection(server, configuration) : undefined;
      const change = await planChange(configuration, server, reach, folders, formerRecord);
      const { name } = change.target;
      const limit = onlyHere(change);
      const runs = change.program === undefined ? undefined : addCommandText(application, scope, name, change.entry);
      const menu = menuOf(application, name, prompts);
      return {
        kind: 'ready',
        planId: plans.add(change),
        application: application.id,
        applicationName: application.name,
        scope,
        transport,
        ...(reach.kind === 'remote' && { team: reach.team.name }),
        file,
        exists: change.fileState.bytes !== undefined,
        unchanged: change.after === change.before,
        before: change.before,
        after: change.after,
        ...(runs === undefined ? {} : { runs }),
        commands: commandsOf(application, name, prompts),
        ...(menu === undefined ? {} : { menu }),
        notes: [...changeNotes(change), ...(await approvalNotes(change, folders)), ...loginNotes(change)],
        warnings: [...changeWarnings(change, folders), ...(await obstacles(change, folders))],
        promptNotes:
          team === undefined
            ? notesOnPrompts(application, prompts, prompts.length > 0 ? undefined : await errorOf(server))
            : [],
        ...(limit === undefined ? {} : { onlyHere: limit }),
      };
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
      const place = error instanceof RefusedFile ? error.place : undefined;
      return { kind: 'refused', application: application.id, file, message: error.message, ...place };
    }
  }

  /** Skips records whose file was never written because the process ended first. */
  async function records(): Promise<ConnectionRecord[]> {
    const allRecords = await store.list();
    const isWritten = await Promise.all(
      allRecords.map(async (record) => record.phase !== 'begun' || (await stateOf(record)).state === 'connected'),
    );
    return allRecords.filter((_, index) => isWritten[index]);
  }

  /** After an undo: counts the connection again whose entry is back in the file. */
  async function takeBack(undoneRecord: ConnectionRecord): Promise<void> {
    const otherRecords = (await store.list()).filter(
      (item) =>
        item.id !== undoneRecord.id && (item.id === undoneRecord.replaces?.id || isSameEntry(item, undoneRecord)),
    );
    for (const record of [
      ...otherRecords.filter(({ phase }) => phase === 'written'),
      ...otherRecords.filter(({ phase }) => phase === 'undone'),
    ]) {
      const { state } = await stateOf({ ...record, phase: 'written' });
      if (state !== 'connected') continue;
      if (record.phase === 'undone') await store.confirm(record, record.written);
      return;
    }
  }

  /** The server of a record by its present name, if the record is of this workspace. */
  function serverOf(record: ConnectionRecord): string {
    const { server, team } = record;
    return team || areDifferent(ownWorkspace(), workspaceOf(record)) ? server : (presentName(server) ?? server);
  }

  /** The connection in the same file to the server under its former name. */
  async function formerConnection(server: string, { file }: ConfiguredPlace): Promise<ReplacedConnection | undefined> {
    for (const record of await records()) {
      if (record.phase !== 'written' || record.file !== file || record.server === server || record.team) continue;
      if (serverOf(record) === server && (await stateOf(record)).state === 'connected')
        return { id: record.id, name: record.name };
    }
    return undefined;
  }

  async function recordOf(journalId: string): Promise<ConnectionRecord> {
    const record = (await records()).find(({ id }) => id === journalId);
    if (record) return record;
    throw new WorkbenchError(
      'not-found',
      `There is no connection "${journalId}": check the list of connections ("prompt-workbench connections").`,
    );
  }

  async function history(): Promise<Output<'connect.history'>> {
    const allRecords = await records();
    const ownDir = ownWorkspace();
    return Promise.all(
      allRecords.map(async (record) =>
        entryView(
          record,
          serverOf(record),
          await stateOf(record, { ownWorkspace: ownDir, records: allRecords }),
          ownDir,
        ),
      ),
    );
  }

  return {
    plan,
    history,
    damage: () => store.listDamage(),

    async applications({ projectDir, team }) {
      const activeEntries = (await history()).filter(
        (entry) => !entry.undone && entry.workspace === undefined && entry.team?.id === team,
      );
      const latestConnections = activeEntries.filter(
        (entry, index) =>
          activeEntries.findIndex(({ file, name }) => file === entry.file && name === entry.name) === index,
      );
      const views = await Promise.all(
        applications.map((application) => viewOf(application, projectDir, latestConnections, folders)),
      );
      return [...views.filter(({ detected }) => detected), ...views.filter(({ detected }) => !detected)];
    },

    async apply(planId, plansAgain = false) {
      const change = plans.get(planId);
      if (!change) {
        const message = 'This change was already written, or is out of date. Review it again.';
        throw new WorkbenchError('not-found', message);
      }
      if (change.reach.kind === 'stdio') await options.prepareCommand?.();
      plans.delete(planId);
      const record = await applyChange(store, change, plansAgain ? folders : undefined);
      if (record?.replaces) await store.markUndone(await recordOf(record.replaces.id));
      // Loads the MCP client on demand: planning and history do not need it.
      const { prove, proveHttp, proveRemote } = await import('./prove.ts');
      const { reach, cwd, file } = change;
      const proof = await (reach.kind === 'stdio'
        ? prove(reach.command, cwd)
        : reach.kind === 'http'
          ? proveHttp(reach.url, reach.token)
          : proveRemote(reach));
      const backup = record?.backup;
      return {
        ...(record ? { journalId: record.id } : {}),
        file,
        ...(backup === undefined ? {} : { backup }),
        proof,
      };
    },

    async undo(journalId) {
      const record = await recordOf(journalId);
      const { file } = record;
      if (record.phase === 'undone') throw new WorkbenchError('refused', 'This connection is already disconnected.');
      if ((await stateOf(record, { records: await records() })).state === 'replaced') {
        await store.markUndone(record);
        return { file, message: 'Removed from the list; the entry that replaced this one stays in the file.' };
      }
      assertOwnFile(record, folders);
      const program = record.by && (await findProgram('claude', folders));
      const message = await undoChange(store, record, program);
      await takeBack(record);
      return { file, message };
    },

    async again(journalId) {
      const record = await recordOf(journalId);
      const [ownPlace, workspace] = [ownWorkspace(), workspaceOf(record)];
      if (workspace !== undefined && areDifferent(ownPlace, workspace)) {
        const message = `This connection belongs to the workspace ${workspaceName(workspace, ownPlace)}: open that workspace to connect it again.`;
        throw new WorkbenchError('refused', message);
      }
      const { client, scope, project, transport } = record;
      const server = serverOf(record);
      const ref = refIn(wordsOf(record.entry));
      return plan({
        application: client,
        scope,
        server,
        transport,
        ...(record.team && { team: record.team.id }),
        ...(project === '' ? {} : { projectDir: project }),
        ...(ref === undefined ? {} : { ref }),
      });
    },

    reachOf: async (server, application, transport, ref) => {
      await promptsOf(server, ref);
      if (transport === 'stdio') await options.prepareCommand?.();
      return reachOf(options, server, adaptedId(applicationOf(application)), transport, ref);
    },
  };
}

/** A record is a file that other programs can edit: it must not lead to a file that the workbench never writes. */
function assertOwnFile({ client, scope, project, file }: ConnectionRecord, folders: SystemFolders): void {
  const files = applicationOf(client).scopes[scope]?.files(folders, project) ?? [];
  if (isAbsolute(file) && files.some((candidate) => basename(candidate) === basename(file))) return;
  const message = `${file} is not a file that the workbench writes, so it was not changed. Edit the file by hand.`;
  throw new WorkbenchError('refused', message);
}

/** What keeps the application from loading the entry. */
async function obstacles({ application, scope, project, target, entry }: PlannedChange, folders: SystemFolders) {
  const { id } = application;
  const problems = await loadProblems({ application: id, scope, project, name: target.name, value: entry }, folders);
  return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}
