/** `connect` and `disconnect`: add and remove a server's entry in a client application's configuration. */

import { resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import type { ConnectOutcome, ConnectPlan } from '../../../contract/contract.ts';
import { asRefusal } from '../../../files/file-errors.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { UsageError } from '../../outcome.ts';
import { print, printError, printJson } from '../../print.ts';
import { openConnections } from './open-connections.ts';
import { patchText } from './patch-text.ts';

type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;

export interface ConnectOptions {
  readonly workspace?: string;
  readonly to: string;
  readonly scope?: 'user' | 'project' | 'local';
  /** Without `scope`, it implies the scope `project`. */
  readonly project?: string;
  readonly http?: boolean;
  /** The branch, tag or commit that the entry serves instead of the folder. */
  readonly ref?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** The name of a team server, whose server it is. */
  readonly team?: string;
  /** The file of a bundle for Claude Desktop, to write instead of its configuration. */
  readonly bundle?: string;
}

/**
 * Prints the change that connects an application to a server. Unless it is a dry run, writes it and checks that the
 * server answers.
 */
export async function connect(server: string, options: ConnectOptions): Promise<void> {
  const scope = options.scope ?? (options.project === undefined ? undefined : 'project');
  await assertKnown({ ...options, ...(scope && { scope }) });
  if (options.bundle !== undefined && options.to !== 'claude-desktop') {
    throw new UsageError('--bundle is for Claude Desktop: add --to claude-desktop, or leave it out.');
  }
  if (options.ref !== undefined && (options.http || options.bundle !== undefined))
    throw new UsageError('--ref is for an entry that starts the server: leave out --http and --bundle.');
  const { team } = options;
  if (team !== undefined && (options.http || options.ref !== undefined || options.bundle !== undefined))
    throw new UsageError('--team is for an entry with an address: leave out --http, --ref and --bundle.');
  if (options.bundle !== undefined) return writeBundle(server, resolve(options.bundle), options);
  const connections = await openConnections(options.workspace);
  const plan = await connections.plan({
    server,
    application: options.to,
    projectDir: resolve(options.project ?? '.'),
    transport: options.http ? 'http' : 'stdio',
    ...(scope === undefined ? {} : { scope }),
    ...(options.ref === undefined ? {} : { ref: options.ref }),
    ...(team === undefined ? {} : { team: await teamIdOf(team) }),
  });
  if (plan.kind === 'refused') throw new WorkbenchError('refused', `${plan.file}${placeOf(plan)}: ${plan.message}`);
  if (!options.json) printPlan(plan);
  if (options.dryRun) {
    if (options.json) printJson(plan);
    else printError('Nothing was written.\n');
    return;
  }
  const outcome = await connections.apply(plan.planId, true);
  if (options.json) printJson({ ...plan, ...outcome });
  else printOutcome(plan, outcome);
  if (outcome.proof.kind === 'failed') throw new WorkbenchError('failed', outcome.proof.message);
}

async function teamIdOf(name: string): Promise<string> {
  const { openTeamServers, findTeam } = await import('../team/team-servers.ts');
  return (await findTeam(await openTeamServers(), name)).id;
}

/**
 * Removes an entry again and restores the previous state.
 * @param id a connection's id; without one, the newest connection
 */
export async function disconnect(id: string | undefined): Promise<void> {
  const connections = await openConnections();
  for (const sentence of await connections.damage()) printError(`warning: ${sentence}\n`);
  const journalId = id ?? (await connections.history()).find((entry) => !entry.undone)?.journalId;
  if (journalId === undefined) throw new WorkbenchError('not-found', 'There is no connection to disconnect.');
  const { file, message } = await connections.undo(journalId);
  print(`${file}: ${message}\n`);
}

/** @throws UsageError for an unknown application, or a scope that it does not have */
async function assertKnown({ to, scope }: ConnectOptions): Promise<void> {
  const { applicationOf, scopeFileOf } = await import('../../../clients/applications/applications.ts');
  try {
    const application = applicationOf(to);
    if (scope !== undefined) scopeFileOf(application, scope);
  } catch (error) {
    throw error instanceof WorkbenchError ? new UsageError(error.message) : error;
  }
}

/** Writes the server as a package for Claude Desktop. Never overwrites a file. */
async function writeBundle(server: string, file: string, options: ConnectOptions): Promise<void> {
  const { workspace, dryRun, json } = options;
  const [{ planPackage }, { makeArchive }, { openLibrary }, { writeFile }] = await Promise.all([
    import('../../../pack/plan-package.ts'),
    import('../../../pack/write-package.ts'),
    import('../../../library/open-library.ts'),
    import('node:fs/promises'),
  ]);
  const library = await openLibrary(workspaceDir(workspace), { watch: false });
  try {
    const plan = await planPackage(library, server, 'bundle', { cliFile: __filename, stateDir: stateDir() });
    const { bytes } = await makeArchive(plan);
    if (!dryRun)
      await writeFile(file, bytes, { flag: 'wx' }).catch((cause: unknown) => {
        throw asRefusal(cause, `Can't write ${file}`);
      });
  } finally {
    await library.close();
  }
  if (json) return printJson({ file, written: !dryRun });
  if (!dryRun) return print(`Written: ${file}\nOpen it with Claude Desktop, which asks before installing it.\n`);
  print(`Would write: ${file}\n`);
  printError('Nothing was written.\n');
}

function printPlan(plan: ReadyPlan): void {
  print(changeAsText(plan));
  if (plan.runs !== undefined) print(`This command writes it: ${plan.runs}\n`);
  const { notes, warnings, promptNotes, onlyHere = [] } = plan;
  const messages = promptNotes.map(({ message }) => message);
  for (const note of [...notes, ...warnings, ...messages].concat(onlyHere)) printError(`Note: ${note}\n`);
}

function printOutcome(plan: ReadyPlan, { journalId, backup, proof }: ConnectOutcome): void {
  if (journalId !== undefined) {
    print(`Written: ${plan.file}${backup === undefined ? '' : ` (backup: ${backup})`}\n`);
    print(`To disconnect: prompt-workbench disconnect ${journalId}\n`);
  }
  if (proof.kind === 'failed') return;
  const startWords = plan.transport === 'stdio' ? 'Started as the entry says' : 'Contacted as the entry says';
  print(`${startWords}, the server answered prompts/list in ${Math.round(proof.milliseconds)} ms.\n`);
  if (plan.menu !== undefined) print(`In ${plan.applicationName}: ${plan.menu}\n`);
  if (plan.commands.length > 0) print(`In ${plan.applicationName} type:\n`);
  print(plan.commands.map((command) => `  ${command}\n`).join(''));
}

/** Writes the change as a unified diff, or as a sentence if nothing changes. */
function changeAsText({ file, exists, unchanged, before, after }: ReadyPlan): string {
  if (unchanged) return `${file} already has this entry.\n`;
  return patchText({ oldName: exists ? file : undefined, newName: file, before, after });
}

function placeOf({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `:${line}:${column ?? 1}`;
}
