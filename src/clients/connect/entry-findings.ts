/** Checks one entry of a configuration file: its program or address, its server, its name, and what hides it. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { ClientApplication, Scope } from '../applications/application.ts';
import { adaptedId } from '../applications/applications.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { launchOf } from '../configured-servers.ts';
import { findProgram } from './commands/find-program.ts';
import type { OfferedPrompt } from './commands/prompt-commands.ts';
import { collision, entryName, stringsIn } from './entry-name.ts';
import { refIn } from './entry-view.ts';
import type { Finding } from './finding.ts';
import { tokenVariable } from './plan-change.ts';
import { promptProblems } from './prompt-problems.ts';
import { prove, proveHttp } from './prove.ts';
import { missingPart } from './record/connection-state.ts';
import type { ConnectionStore } from './record/connection-store.ts';
import { areDifferent, wordsOf, workspaceIn } from './record/workspace-of.ts';
import { countWaiting } from './switches/claude-code.ts';
import { loadProblems } from './switches/load-problems.ts';
import type { LoadProblem } from './switches/written-entry.ts';

export interface DoctorOptions {
  /** The project whose configurations are checked in addition to those of scope `user`. */
  readonly project: string;
  /** The workspace folder and its servers. */
  readonly workspaceDir: string;
  readonly servers: readonly string[];
  /** The present name of a server that had this name. */
  readonly presentName?: (formerName: string) => string | undefined;
  /** The HTTP address of a server for an application, now or when the workbench is open, and its token. */
  readonly addressOf: (
    server: string,
    forName: string | undefined,
  ) => Promise<{ readonly url: string; readonly token: string } | undefined>;
  /** The prompts that a server of the workspace serves. */
  readonly promptsOf?: (server: string) => readonly OfferedPrompt[];
  /** Also starts each command as the application would, and lists its prompts. */
  readonly starts?: boolean;
  readonly store: ConnectionStore;
  readonly folders?: SystemFolders;
}

/** An entry in a file. The application starts in `project`. */
export interface FoundEntry {
  readonly application: ClientApplication;
  readonly scope: Scope;
  readonly project: string;
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

type NamedValue = Pick<FoundEntry, 'name' | 'value'>;

/** How long the workbench on this computer may take to answer. */
const addressTimeoutMs = 3_000;

/** Whether this program wrote the entry: it starts `serve --workspace`, or refers to the HTTP endpoint's token. */
export function isOurs(value: unknown): boolean {
  const words = wordsOf(value);
  return (
    (words.includes('serve') && words.includes('--workspace')) ||
    stringsIn(value).some((text) => text.includes(tokenVariable))
  );
}

/** @param entries all entries of the same file */
export async function entryFindings(
  foundEntry: FoundEntry,
  entries: readonly NamedValue[],
  options: DoctorOptions,
): Promise<Finding[]> {
  const { application, scope, project, file, name, value } = foundEntry;
  const folders = options.folders ?? systemFolders();
  const problems = [
    ...(await programProblems(foundEntry, folders)),
    ...serverProblems(foundEntry, options),
    ...collisions(foundEntry, entries, options),
    ...(await addressProblems(foundEntry, options, folders)),
    ...(await loadProblems({ application: application.id, scope, project, name, value }, folders)),
    ...(application.scopes[scope]?.approval ? await approvalProblems(foundEntry, entries, folders) : []),
    ...promptFindings(foundEntry, entries, options),
  ];
  if (options.starts && !problems.some(({ severity }) => severity === 'error'))
    problems.push(...(await startProblems(foundEntry)));
  return problems.map(({ severity, message, fix }) => ({
    severity,
    application: application.name,
    file,
    message,
    ...fixOf(fix, foundEntry, options),
  }));
}

/** Only the entry of a server that this workspace has can be connected again. */
function fixOf(
  kind: LoadProblem['fix'],
  foundEntry: FoundEntry,
  { servers, workspaceDir }: DoctorOptions,
): Pick<Finding, 'fix'> {
  const { application, scope, project, file, name, value } = foundEntry;
  if (kind === 'disconnect') return { fix: { kind, file, name } };
  const words = wordsOf(value);
  const server = serverOf(foundEntry, servers);
  if (kind === undefined || !isOfWorkspace(words, workspaceDir) || !servers.includes(server)) return {};
  const transport = words.length === 0 ? 'http' : 'stdio';
  const ref = refIn(words);
  const refOption = ref === undefined ? {} : { ref };
  return { fix: { kind, server, application: application.id, scope, project, transport, file, ...refOption } };
}

/** An entry with an address does not name its workspace. */
export function isOfWorkspace(words: readonly string[], workspaceDir: string): boolean {
  return words.length === 0 || !areDifferent(workspaceDir, workspaceIn(words));
}

async function programProblems({ name, value }: FoundEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const missingPath = await missingPart(value);
  if (missingPath !== undefined)
    return [error(`"${name}" starts ${missingPath}, which does not exist: connect the server again.`, 'connect')];
  const launch = launchOf(value);
  if (launch?.kind !== 'command') return [];
  const { command } = launch;
  if (!isAbsolute(command)) {
    if ((await findProgram(command, folders, true)) !== undefined) return [];
    return [
      error(
        `"${name}" starts ${command}, which is not in the PATH of this terminal: connect the server again.`,
        'connect',
      ),
    ];
  }
  const mayRun = await access(command, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (mayRun) return [];
  return [
    error(
      `"${name}" starts ${command}, which cannot be run: make it executable, or connect the server again.`,
      'connect',
    ),
  ];
}

/** The server's name, as the entry has it. */
function serverOf({ application, name, value }: FoundEntry, servers: readonly string[]): string {
  return wordsOf(value).at(-1) ?? servers.find((server) => entryName(application, server) === name) ?? name;
}

function serverProblems(entry: FoundEntry, { workspaceDir, servers, presentName }: DoctorOptions): LoadProblem[] {
  const { name, value } = entry;
  const words = wordsOf(value);
  const server = serverOf(entry, servers);
  if (!isOfWorkspace(words, workspaceDir) || servers.includes(server)) return [];
  const newName = presentName?.(server);
  return newName === undefined
    ? [
        error(
          `"${name}" is for the server "${server}", which this workspace does not have: disconnect it.`,
          'disconnect',
        ),
      ]
    : [
        warning(
          `"${name}" has the former name of the server "${newName}". It keeps working: connect ${newName} again to use the new name.`,
        ),
      ];
}

function collisions(entry: FoundEntry, entries: readonly NamedValue[], { servers }: DoctorOptions): LoadProblem[] {
  const { application, name } = entry;
  const otherName = collision(application, name, serverOf(entry, servers), entries);
  if (otherName === undefined) return [];
  return [error(`${application.name} cannot distinguish "${name}" from "${otherName}": rename one of them.`)];
}

/** Prompts that the application does not offer as a person expects. */
function promptFindings(
  foundEntry: FoundEntry,
  entries: readonly NamedValue[],
  { servers, workspaceDir, promptsOf }: DoctorOptions,
): LoadProblem[] {
  if (!promptsOf) return [];
  const servedEntries = entries.flatMap(({ name, value }) => {
    const server = serverOf({ ...foundEntry, name, value }, servers);
    const isServed = isOurs(value) && isOfWorkspace(wordsOf(value), workspaceDir) && servers.includes(server);
    return isServed ? [{ name, server, prompts: promptsOf(server) }] : [];
  });
  const ownEntry = servedEntries.find(({ name }) => name === foundEntry.name);
  // Each pair of servers is one finding.
  const earlierEntries = ownEntry ? servedEntries.slice(0, servedEntries.indexOf(ownEntry)) : [];
  return ownEntry ? promptProblems(foundEntry.application, ownEntry, earlierEntries) : [];
}

async function addressProblems(
  foundEntry: FoundEntry,
  { servers, addressOf }: DoctorOptions,
  { env }: SystemFolders,
): Promise<LoadProblem[]> {
  const { application, name, value } = foundEntry;
  const url = stringsIn(value).find((text) => /^http:\/\/127\.0\.0\.1:\d+\//.test(text));
  if (url === undefined) return [];
  const address = await addressOf(serverOf(foundEntry, servers), adaptedId(application));
  // The server may be served at two ports.
  const isItsOwn = address && withoutPort(address.url) === withoutPort(url);
  const proof = isItsOwn ? await proveHttp(url, address.token, addressTimeoutMs) : undefined;
  if (proof?.kind !== 'answered' && address?.url !== url) {
    const now = address ? `The server is now at ${address.url}` : 'The server currently has no address';
    return [error(`"${name}" uses the address ${url}. ${now}: connect the server again with --http.`, 'connect')];
  }
  if (proof?.kind === 'failed') return [error(proof.message)];
  return env[tokenVariable]
    ? []
    : [
        warning(
          `${application.name} reads the token of "${name}" from ${tokenVariable}, which is not set in this terminal: set it where you start ${application.name}.`,
        ),
      ];
}

const withoutPort = (url: string) => url.replace(/:\d+/, '');

async function approvalProblems(
  { name, project }: FoundEntry,
  entries: readonly NamedValue[],
  folders: SystemFolders,
): Promise<LoadProblem[]> {
  const names = entries.map((namedValue) => namedValue.name);
  const waitingCount = await countWaiting({ project, name }, names, folders);
  if (waitingCount === 0) return [];
  const press =
    waitingCount > 1
      ? 'choose "Enable selected" without pressing Enter on a server, which clears its tick'
      : 'allow this server where it asks';
  return [warning(`Claude Code still needs your approval of "${name}": start it in ${project} and ${press}.`)];
}

/** Starts the entry's command as the application would. */
async function startProblems({ name, value, project }: FoundEntry): Promise<LoadProblem[]> {
  const launch = launchOf(value);
  if (launch?.kind !== 'command') return [];
  const { command, args, env } = launch;
  const proof = await prove({ command, args, env }, project);
  return proof.kind === 'failed' ? [error(`"${name}" does not work. ${proof.message}.`)] : [];
}

const error = (message: string, fix?: LoadProblem['fix']): LoadProblem => ({
  severity: 'error',
  message,
  ...(fix && { fix }),
});
const warning = (message: string): LoadProblem => ({ severity: 'warning', message });
