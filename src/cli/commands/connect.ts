/** `connect` and `disconnect`: a server's entry in a client application's configuration. */
import { resolve } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { WorkbenchError } from '../../base/errors.ts';
import type { Connections } from '../../clients/connect/connections.ts';
import type { ConnectOutcome, ConnectPlan } from '../../contract/contract.ts';
import { openConnections } from '../open-connections.ts';
import { UsageError } from '../outcome.ts';
import { print, printError, printJson } from '../print.ts';

type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;

export interface ConnectOptions {
  readonly workspace?: string;
  readonly to: string;
  readonly scope?: 'user' | 'project' | 'local';
  /** Without a scope it asks for the one of the project. */
  readonly project?: string;
  readonly http?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** Where a bundle for Claude Desktop is written, instead of its configuration. */
  readonly bundle?: string;
}

/**
 * Shows the change that connects an application to a server and, unless it is a dry run, writes it and proves that the
 * server answers.
 */
export async function connect(server: string, options: ConnectOptions): Promise<void> {
  const scope = options.scope ?? (options.project === undefined ? undefined : 'project');
  await assertKnown({ ...options, ...(scope && { scope }) });
  if (options.bundle !== undefined && options.to !== 'claude-desktop') {
    throw new UsageError('--bundle is for Claude Desktop: add --to claude-desktop, or leave it out.');
  }
  const connections = await openConnections(options.workspace);
  if (options.bundle !== undefined) return writeBundle(connections, server, options.bundle);
  const plan = await connections.plan({
    server,
    application: options.to,
    projectDir: resolve(options.project ?? '.'),
    transport: options.http ? 'http' : 'stdio',
    ...(scope === undefined ? {} : { scope }),
  });
  if (plan.kind === 'refused') throw new WorkbenchError('refused', `${plan.file}${placeOf(plan)}: ${plan.message}`);
  if (!options.json) printPlan(plan);
  if (options.dryRun) {
    if (options.json) printJson(plan);
    else printError('Nothing was written.\n');
    return;
  }
  const outcome = await connections.apply(plan.planId);
  if (options.json) printJson({ ...plan, ...outcome });
  else printOutcome(plan, outcome);
  if (outcome.proof.kind === 'failed') throw new WorkbenchError('failed', outcome.proof.message);
}

/**
 * Takes an entry out again, as it was before.
 * @param id a connection's id; without one, the newest connection
 */
export async function disconnect(id: string | undefined): Promise<void> {
  const connections = await openConnections();
  for (const sentence of await connections.damage()) printError(`warning: ${sentence}\n`);
  const journalId = id ?? (await connections.history()).find((entry) => !entry.undone)?.journalId;
  if (journalId === undefined) throw new WorkbenchError('not-found', 'There is no connection to take back.');
  const { file, message } = await connections.undo(journalId);
  print(`${file}: ${message}\n`);
}

/** @throws UsageError for an application that is not known, or a scope that it has not */
async function assertKnown({ to, scope }: ConnectOptions): Promise<void> {
  const { applicationOf, scopeFileOf } = await import('../../clients/applications/applications.ts');
  try {
    const application = applicationOf(to);
    if (scope !== undefined) scopeFileOf(application, scope);
  } catch (error) {
    throw error instanceof WorkbenchError ? new UsageError(error.message) : error;
  }
}

/** Where there is a file of that name already, it stays as it is. */
async function writeBundle(connections: Connections, server: string, path: string): Promise<void> {
  const reach = await connections.reachOf(server, 'claude-desktop', 'stdio');
  if (reach.kind !== 'stdio') throw new Error('A bundle starts a command.');
  const [{ bundleOf }, { writeFile }] = await Promise.all([
    import('../../clients/connect/bundle.ts'),
    import('node:fs/promises'),
  ]);
  const file = resolve(path);
  await writeFile(file, bundleOf(server, reach.command).bytes, { flag: 'wx' }).catch((cause: Error) => {
    throw new WorkbenchError('refused', `${file} cannot be written: ${cause.message}.`, { cause });
  });
  print(`Written: ${file}\nOpen it with Claude Desktop, which asks before it installs it.\n`);
}

function printPlan(plan: ReadyPlan): void {
  print(changeAsText(plan));
  if (plan.runs !== undefined) print(`This command writes it: ${plan.runs}\n`);
  for (const warning of plan.warnings) printError(`Note: ${warning}\n`);
}

function printOutcome(plan: ReadyPlan, { journalId, backup, proof }: ConnectOutcome): void {
  if (journalId !== undefined) {
    print(`Written: ${plan.file}${backup === undefined ? '' : ` (the former file: ${backup})`}\n`);
    print(`To take it back: prompt-workbench disconnect ${journalId}\n`);
  }
  if (proof.kind === 'failed') return;
  const how = plan.transport === 'stdio' ? 'Started as written, it' : 'Asked as written, it';
  print(`${how} answered prompts/list in ${Math.round(proof.milliseconds)} ms.\n`);
  if (plan.menu !== undefined) print(`In ${plan.applicationName}: ${plan.menu}\n`);
  if (plan.commands.length > 0) print(`In ${plan.applicationName} type:\n`);
  print(plan.commands.map((command) => `  ${command}\n`).join(''));
}

/** A unified diff, as `diff -u` prints it, or a sentence where there is nothing to change. */
function changeAsText({ file, exists, unchanged, before, after }: ReadyPlan): string {
  if (unchanged) return `${file} already has this entry.\n`;
  return createTwoFilesPatch(exists ? file : '/dev/null', file, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
}

function placeOf({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `:${line}:${column ?? 1}`;
}
