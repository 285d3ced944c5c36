/**
 * Connecting client applications to the workspace's servers: one entry in one configuration file, shown first, written as
 * a transaction, tried out, watched, and undoable at any later time.
 */
import { randomUUID } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import type { ConnectOutcome, ConnectPlan, Input, Output } from '../../contract/contract.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import {
  adaptedId,
  applicationOf,
  applications,
  defaultApplication,
  scopeFileOf,
  scopesOf,
} from '../applications/applications.ts';
import { type SystemFolders, systemFolders } from '../applications/system-folders.ts';
import { applyChange, undoChange } from './apply-change.ts';
import { addCommandText } from './commands/add-command.ts';
import { hiddenBecause } from './commands/claude-settings.ts';
import { findProgram } from './commands/find-program.ts';
import { commandsOf, menuOf, type OfferedPrompt, promptWarnings } from './commands/prompt-commands.ts';
import { viewOf } from './detect.ts';
import { assertProject, locate } from './locate.ts';
import { changeWarnings, type PlannedChange, planChange, type Reach } from './plan-change.ts';
import { stateOf } from './record/connection-state.ts';
import { createJournal } from './record/journal.ts';
import type { JournalRecord } from './record/journal-record.ts';
import { RefusedFile } from './refused-file.ts';

/** Where a server answers over HTTP, and the file with the token that it asks for. */
export interface HttpAddress {
  readonly url: string;
  readonly token: string;
  /** The file that holds it. */
  readonly file: string;
}

export interface ConnectionsOptions {
  /** Where the journal and the backups are kept. */
  readonly stateDir: string;
  /** The command that serves one server of the workspace over stdio, for the application of that name if it has one. */
  readonly serveCommand: (server: string, forName: string | undefined) => StdioCommand;
  /** The prompts that are served. @throws WorkbenchError `not-found` for an unknown server */
  readonly promptsOf: (server: string) => readonly OfferedPrompt[] | Promise<readonly OfferedPrompt[]>;
  /** The same over HTTP; undefined where there is no HTTP endpoint. */
  readonly addressOf?: (server: string, forName: string | undefined) => Promise<HttpAddress | undefined>;
  /** This person's folders; another's in tests. */
  readonly folders?: SystemFolders;
}

export interface Connections {
  /** Every application: the detected ones first, with what of this workbench is connected to each. */
  applications(request: Input<'connect.applications'>): Promise<Output<'connect.applications'>>;
  /**
   * Shows what connecting would change; writes nothing. What cannot be done safely is a `refused` plan.
   * @throws WorkbenchError `not-found` for an unknown server or application, `invalid-input` for a scope that it has not
   */
  plan(request: Input<'connect.plan'>): Promise<ConnectPlan>;
  /**
   * Writes a plan, once, then reaches the server as the entry says and asks for its prompts. A server that does not
   * answer leaves the file written, for the user to undo. @throws WorkbenchError `not-found` for an unknown plan,
   * `conflict` when the file has changed since it was planned, `refused` when it may not be written
   */
  apply(planId: string): Promise<ConnectOutcome>;
  /** Takes a written change back. @throws WorkbenchError `not-found`, or `refused` when the entry was changed since */
  undo(journalId: string): Promise<Output<'connect.undo'>>;
  /** Plans a written change once more, for an entry that was changed or dropped. @throws as `plan` does */
  again(journalId: string): Promise<ConnectPlan>;
  /** Every change so far, newest first, with how it stands. */
  history(): Promise<Output<'connect.history'>>;
  /** A sentence for each change whose record is damaged. */
  damage(): Promise<string[]>;
  /** How a server is reached by an application, for forms other than its file. @throws as `plan` does */
  reachOf(server: string, application: string, transport: 'stdio' | 'http'): Promise<Reach>;
}

/** A plan is of use for as long as it is on a screen. */
const plansKept = 20;

/** Plans live in memory, the journal in `stateDir`: a plan is gone after a restart, an undo is not. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { stateDir, promptsOf, folders = systemFolders() } = options;
  const journal = createJournal(stateDir);
  const plans = new Map<string, PlannedChange>();

  async function plan(request: Input<'connect.plan'>): Promise<ConnectPlan> {
    const { server, projectDir, transport = 'stdio' } = request;
    const application = request.application === undefined ? defaultApplication : applicationOf(request.application);
    const scope = request.scope ?? scopesOf(application)[0] ?? 'user';
    scopeFileOf(application, scope);
    const prompts = await promptsOf(server);
    const configured = await locate(application, scope, projectDir, folders);
    const { file } = configured;
    try {
      await assertProject(configured, projectDir);
      const reach = await reachOf(options, server, adaptedId(application), transport);
      const change = await planChange(configured, server, reach, folders);
      const { name } = change.target;
      const runs = change.program === undefined ? undefined : addCommandText(application, scope, name, change.entry);
      const menu = menuOf(application, name, prompts);
      return {
        kind: 'ready',
        planId: keep(plans, change),
        application: application.id,
        applicationName: application.name,
        scope,
        transport,
        file,
        exists: change.seen.bytes !== undefined,
        unchanged: change.after === change.before,
        before: change.before,
        after: change.after,
        ...(runs === undefined ? {} : { runs }),
        commands: commandsOf(application, name, prompts),
        ...(menu === undefined ? {} : { menu }),
        warnings: [
          ...changeWarnings(change, folders),
          ...promptWarnings(application, prompts),
          ...(application.scopes[scope]?.approval ? await hiddenBecause(change.project, name) : []),
        ],
      };
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
      const place = error instanceof RefusedFile ? error.place : undefined;
      return { kind: 'refused', application: application.id, file, message: error.message, ...place };
    }
  }

  /** A change whose file was never written, because the process ended before, is none. */
  async function records(): Promise<JournalRecord[]> {
    const all = await journal.list();
    const cameAbout = await Promise.all(
      all.map(async (record) => record.phase !== 'begun' || (await stateOf(record)).state === 'connected'),
    );
    return all.filter((_, index) => cameAbout[index]);
  }

  async function recordOf(journalId: string): Promise<JournalRecord> {
    const record = (await records()).find(({ id }) => id === journalId);
    if (record) return record;
    throw new WorkbenchError('not-found', 'There is no record of this change. Look at the history again.');
  }

  async function history(): Promise<Output<'connect.history'>> {
    return Promise.all((await records()).map(async (record) => entryView(record, await stateOf(record))));
  }

  return {
    plan,
    history,
    damage: () => journal.listDamage(),

    async applications({ projectDir }) {
      const standing = (await history()).filter(({ undone }) => !undone);
      const latest = standing.filter(
        (entry, index) => standing.findIndex(({ file, name }) => file === entry.file && name === entry.name) === index,
      );
      const views = await Promise.all(
        applications.map((application) => viewOf(application, projectDir, latest, folders)),
      );
      return [...views.filter(({ detected }) => detected), ...views.filter(({ detected }) => !detected)];
    },

    async apply(planId) {
      const change = plans.get(planId);
      if (!change) {
        const message = 'This change is written already, or no longer current. Look at it again.';
        throw new WorkbenchError('not-found', message);
      }
      plans.delete(planId);
      const record = await applyChange(journal, change);
      // The MCP client is loaded when it is needed: planning and history do without.
      const { prove, proveHttp } = await import('./prove.ts');
      const { reach, cwd, file } = change;
      const proof = await (reach.kind === 'stdio' ? prove(reach.command, cwd) : proveHttp(reach.url, reach.token));
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
      if (record.phase === 'undone') throw new WorkbenchError('refused', 'This change has been undone already.');
      assertOwnFile(record, folders);
      const program = record.by && (await findProgram('claude', folders));
      return { file, message: await undoChange(journal, record, program) };
    },

    async again(journalId) {
      const { client, scope, project, server, transport } = await recordOf(journalId);
      return plan({
        application: client,
        scope,
        server,
        transport,
        ...(project === '' ? {} : { projectDir: project }),
      });
    },

    reachOf: async (server, application, transport) => {
      await promptsOf(server);
      return reachOf(options, server, adaptedId(applicationOf(application)), transport);
    },
  };
}

async function reachOf(
  { serveCommand, addressOf }: ConnectionsOptions,
  server: string,
  forName: string | undefined,
  transport: 'stdio' | 'http',
): Promise<Reach> {
  if (transport === 'stdio') return { kind: 'stdio', command: serveCommand(server, forName) };
  const address = await addressOf?.(server, forName);
  if (address) return { kind: 'http', url: address.url, token: address.token, tokenFile: address.file };
  const message = 'This workspace has no HTTP address yet: open the workbench once, or leave HTTP out.';
  throw new WorkbenchError('refused', message);
}

function keep(plans: Map<string, PlannedChange>, change: PlannedChange): string {
  const planId = randomUUID();
  plans.set(planId, change);
  const [oldest] = plans.keys();
  if (plans.size > plansKept && oldest !== undefined) plans.delete(oldest);
  return planId;
}

/** The journal is a file too: what somebody wrote into it does not lead to files that the workbench never writes. */
function assertOwnFile({ client, scope, project, file }: JournalRecord, folders: SystemFolders): void {
  const files = applicationOf(client).scopes[scope]?.files(folders, project) ?? [];
  if (isAbsolute(file) && files.some((own) => basename(own) === basename(file))) return;
  const message = `${file} is no file that this workbench writes, so the record is not followed. Edit the file by hand.`;
  throw new WorkbenchError('refused', message);
}

function entryView(record: JournalRecord, state: Output<'connect.history'>[number]['state']) {
  const { id, client, scope, transport, server, name, file, project, when, phase } = record;
  return {
    journalId: id,
    client,
    clientName: applications.find((application) => application.id === client)?.name ?? client,
    scope,
    transport,
    server,
    name,
    file,
    ...(project === '' ? {} : { projectDir: project }),
    when,
    undone: phase === 'undone',
    state,
  };
}
