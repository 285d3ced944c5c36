/** Plans the change that connects an application. Reads files and writes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { Entry } from '../applications/application.ts';
import { formats, removeEntry, setEntryIn, type Target } from '../config-files/edit.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import { findProgram } from './commands/find-program.ts';
import { collision, entryName, stringsIn } from './entry-name.ts';
import { type ConfiguredPlace, isEverywhere } from './locate.ts';
import { areDifferent, wordsOf, workspaceIn, workspaceName } from './record/workspace-of.ts';
import { decodeUtf8, RefusedFile } from './refused-file.ts';
import { countWaiting } from './switches/claude-code.ts';
import { type FileState, readForChange } from './transaction.ts';

/** The command or address of the server, in full. */
export type Reach =
  | { readonly kind: 'stdio'; readonly command: StdioCommand }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly token: string;
      readonly tokenFile: string;
      readonly workspace: string | undefined;
    }
  | RemoteReach;

/** A server of a team server: the application logs in by itself. */
export interface RemoteReach {
  readonly kind: 'remote';
  readonly url: string;
  /** Of the person's own login here, for the proof; undefined where none is needed. */
  readonly token: string | undefined;
  readonly team: { readonly id: string; readonly name: string };
}

/** The environment variable that gives an application the HTTP endpoint's token. */
export const tokenVariable = 'PROMPT_WORKBENCH_TOKEN';

/** A change that can be applied while the file is unchanged. */
export interface PlannedChange extends ConfiguredPlace {
  readonly server: string;
  readonly reach: Reach;
  readonly target: Target;
  readonly entry: Entry;
  readonly fileState: FileState;
  /** The names of all entries after the change. */
  readonly names: readonly string[];
  readonly before: string;
  /** Equal to `before` if the file already has the entry. */
  readonly after: string;
  /** The present entry. */
  readonly presentEntry?: unknown;
  /** The connection to the same server under its former name; its entry goes. */
  readonly replaces?: ReplacedConnection;
  /** The absolute path of the application's own program that writes this file; absent if the workbench does. */
  readonly program?: string;
}

/** A connection and its entry's name. */
export interface ReplacedConnection {
  readonly id: string;
  readonly name: string;
}

/** @throws WorkbenchError `refused`, with the place in the file if known, if the change is not safe */
export async function planChange(
  configuration: ConfiguredPlace,
  server: string,
  reach: Reach,
  folders: SystemFolders,
  replaces?: ReplacedConnection,
): Promise<PlannedChange> {
  const { application, scope, file, place } = configuration;
  const name = entryName(application, server);
  const entry = entryOf(configuration, name, reach);
  const fileState = await readForChange(file);
  const before = fileState.bytes ? decodeUtf8(fileState.bytes) : '';
  const isReplaced = replaces !== undefined && replaces.name !== name;
  const rest = isReplaced
    ? removeEntry(before, { format: application.format, place, name: replaces.name }, false)
    : before;
  const document = formats[application.format](rest, place);
  const otherName = collision(application, name, server, document.entries());
  if (otherName !== undefined) {
    const message = `The file has an entry "${otherName}", which ${application.name} cannot distinguish from "${server}". Rename the server or that entry.`;
    throw new RefusedFile(message);
  }
  const target = { format: application.format, place, name };
  const formerValue = document.find(name)?.value;
  const isThere = formerValue !== undefined && isDeepStrictEqual(formerValue, entry);
  const program = application.scopes[scope]?.ownCommand && (await findProgram('claude', folders));
  return {
    ...configuration,
    server,
    reach,
    target,
    entry,
    fileState,
    names: [...new Set([...document.entries().map((item) => item.name), name])],
    before,
    after: isThere ? rest : setEntryIn(document, target, entry, application.newFile),
    ...(isReplaced && { replaces }),
    ...(formerValue === undefined ? {} : { presentEntry: formerValue }),
    ...(program === undefined ? {} : { program }),
  };
}

/**
 * The entry for a server, without any secret in it.
 * @throws WorkbenchError `refused` if the application would alter the entry's values, or does not support the transport
 */
export function entryOf({ application }: Pick<ConfiguredPlace, 'application'>, name: string, reach: Reach): Entry {
  if (reach.kind === 'remote') {
    if (application.remote) return application.remote.entry(reach.url);
    const message = `It is unknown whether ${application.name} logs in to a team server by itself. Add ${reach.url} in its own settings.`;
    throw new WorkbenchError('refused', message);
  }
  if (reach.kind === 'http') {
    if (application.http) return application.http.entry(reach.url, tokenVariable);
    const message = `The workbench cannot connect ${application.name} over HTTP without writing the token to its file. Connect without HTTP.`;
    throw new WorkbenchError('refused', message);
  }
  const { command, args, env } = reach.command;
  const { expands } = application;
  const expandedText = expands && stringsIn([command, args, env]).find((part) => expands.test(part));
  if (expandedText === undefined) return application.stdio(reach.command, name);
  const message = `${application.name} would expand a part of ${JSON.stringify(expandedText)} as a variable. Rename the folder or server.`;
  throw new WorkbenchError('refused', message);
}

/** What to know and do in the application once it is connected. */
export function changeNotes({ application, scope, before, after, reach }: PlannedChange): string[] {
  return [
    ...(before === after ? [] : [...application.notes, ...(application.scopes[scope]?.notes ?? [])]),
    ...(reach.kind === 'http' ? [tokenAdvice(application.name, reach.tokenFile)] : []),
  ];
}

/** How the person logs in to a team server in the application; nothing where none is needed. */
export function loginNotes({ application, reach, target }: PlannedChange): string[] {
  if (reach.kind !== 'remote' || reach.token === undefined || !application.remote) return [];
  return [application.remote.login.replaceAll('{server}', target.name)];
}

/** What the application asks before it loads the entry, and how to answer. Measured with Claude Code 2.1.330. */
export async function approvalNotes(change: PlannedChange, folders: SystemFolders): Promise<string[]> {
  const { application, scope, project, target, names } = change;
  if (!application.scopes[scope]?.approval) return [];
  const waitingCount = await countWaiting({ project, name: target.name }, names, folders);
  if (waitingCount === 0) return [];
  const start = `When ${application.name} next starts in this folder, it asks`;
  if (waitingCount > 1)
    return [
      `${start} about ${waitingCount} servers of this file, all of them ticked. Go down to "Enable selected" and press Enter there: Enter on a server clears its tick and switches it off.`,
    ];
  return [
    `${start} whether to use this server. The first line of the answers allows it, but another line is marked: press ↑ until the first line is marked, then Enter.`,
  ];
}

/** Why an entry that a team may commit only works on this computer; undefined for an entry that only its person reads. */
export function onlyHere({ scope, reach }: Pick<PlannedChange, 'scope' | 'reach'>): string | undefined {
  // The address of a team server is the same for all.
  if (scope !== 'project' || reach.kind === 'remote') return undefined;
  return reach.kind === 'stdio'
    ? 'This entry only works on this computer: it has the paths of Node.js, the workbench and your workspace.'
    : 'This entry only works on this computer, and only while the workbench is open: it has a local address.';
}

/** Sentences about the change itself. */
export function changeWarnings(change: PlannedChange, folders: SystemFolders): string[] {
  const { application, file, fileState, server, project, target, before, after, presentEntry, entry } = change;
  const { name } = application;
  const isChange = before !== after;
  const lostFields = isChange ? fieldsOf(presentEntry).filter((field) => !fieldsOf(entry).includes(field)) : [];
  return [
    ...(fileState.isLink ? [`${file} is a link: the change goes to ${fileState.path}.`] : []),
    ...(isChange && fileState.hasOtherNames
      ? [`${fileState.path} has another name (a hard link). The other name keeps the former content: link it again.`]
      : []),
    ...(target.name === server ? [] : [`${name} lists "${server}" as "${target.name}".`]),
    ...(isChange && presentEntry !== undefined
      ? [`This replaces the entry "${target.name}"${formerWorkspace(change)} in the file.`]
      : []),
    ...(change.replaces ? [`This replaces the entry "${change.replaces.name}": the server had that name before.`] : []),
    ...(lostFields.length > 0 ? [`These fields will be removed: ${lostFields.join(', ')}.`] : []),
    ...(application.commentsUntested && hasComments(change)
      ? [`Untested: whether ${name} reads a file with comments.`]
      : []),
    ...(isEverywhere(change, folders)
      ? [`${project} is not a project folder: ${name} will offer these prompts in every folder below it.`]
      : []),
    ...(isChange &&
    change.scope !== 'project' &&
    application.scopes[change.scope]?.ownCommand &&
    change.program === undefined
      ? [`${name} writes this file while it runs, and its command was not found: quit ${name} before you continue.`]
      : []),
  ];
}

/** ` of the workspace team-prompts` where the present entry starts another workspace. */
function formerWorkspace({ presentEntry, reach }: PlannedChange): string {
  const workspace = workspaceIn(wordsOf(presentEntry));
  const ownWorkspace = reachedWorkspace(reach);
  return workspace !== undefined && areDifferent(ownWorkspace, workspace)
    ? ` of the workspace ${workspaceName(workspace, ownWorkspace)}`
    : '';
}

/** The folder of the workspace that a command or address leads to; undefined for a team server. */
function reachedWorkspace(reach: Reach): string | undefined {
  if (reach.kind === 'stdio') return workspaceIn(reach.command.args);
  return reach.kind === 'http' ? reach.workspace : undefined;
}

function tokenAdvice(name: string, tokenFile: string): string {
  return `Before you start ${name}, set ${tokenVariable} to the content of ${tokenFile}; the token itself is not written.`;
}

/** The keys of an entry and of the maps in it: `command`, `env.TOKEN`. */
function fieldsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry).flatMap(([key, value]) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key];
  });
}

/** Whether the text is not strict JSON: it has comments or trailing commas. */
function hasComments({ before, target }: PlannedChange): boolean {
  if (target.format !== 'jsonc' || before === '') return false;
  try {
    formats.json(before, target.place);
    return false;
  } catch {
    return true;
  }
}
