/** The settings of Claude Code that keep it from loading a server. Measured with 2.1.330. Never writes them. */
import { join } from 'node:path';
import { isJsonObject } from '../../../base/json.ts';
import { folderFrom, type SystemFolders } from '../../config-files/system-folders.ts';
import { wordsOf } from '../record/workspace-of.ts';
import { includesText, readSettings, valueAt } from './settings-file.ts';
import type { LoadProblem, WrittenEntry } from './written-entry.ts';

/** What Claude Code reads about a project's servers. */
interface ClaudeSettings {
  /** An administrator has replaced all servers by those of `managed-mcp.json`. */
  readonly hasManagedServers: boolean;
  readonly managed: unknown;
  /** `~/.claude/settings.json`. */
  readonly user: unknown;
  /** The project's part of `~/.claude.json`. */
  readonly ownProject: unknown;
  /** `.claude/settings.json` and `.claude/settings.local.json` of the project. */
  readonly project: readonly unknown[];
}

/** The reasons why Claude Code does not load an entry when it starts in the project. */
export async function claudeProblems(entry: WrittenEntry, folders: SystemFolders): Promise<LoadProblem[]> {
  const { name, scope, project } = entry;
  const settings = await readClaudeSettings(project, folders);
  const errors: string[] = [];
  if (settings.hasManagedServers)
    errors.push(
      'An administrator has limited Claude Code on this computer to managed servers, so it will not load this one.',
    );
  const lists = [settings.managed, settings.user, ...settings.project];
  if (lists.some((value) => denies(value, entry)))
    errors.push(
      `A setting of Claude Code (deniedMcpServers) blocks "${name}": remove it there, or ask the administrator.`,
    );
  else if (lists.some((value) => isLeftOut(value, entry)))
    errors.push(
      `A setting of Claude Code (allowedMcpServers) lists the allowed servers, without "${name}": add it there, or ask the administrator.`,
    );
  if (project === '') return errors.map(asError);
  if (scope === 'project' && rejectedNames(settings).includes(name))
    errors.push(
      `You rejected "${name}" in Claude Code for this folder. To choose again, run: claude mcp reset-project-choices`,
    );
  if (includesText(valueAt(settings.ownProject, 'disabledMcpServers'), name))
    errors.push(
      `"${name}" is switched off in Claude Code for this folder: start claude in ${project}, type /mcp and enable it.`,
    );
  if (scope !== 'local' && valueAt(settings.ownProject, 'mcpServers', name) !== undefined)
    errors.push(
      `Your own entry "${name}" for this folder overrides this one. To remove it, run: claude mcp remove ${name} -s local`,
    );
  const sharedFile = join(project, '.mcp.json');
  if (scope === 'user' && valueAt(await readSettings(sharedFile), 'mcpServers', name) !== undefined)
    errors.push(
      `The entry "${name}" of ${sharedFile} overrides this one in that folder: rename or remove one of them.`,
    );
  return errors.map(asError);
}

/** Whether an interactive Claude Code asks before it starts a server of `.mcp.json`, because no setting decides about it. */
function approvalQuestion(settings: ClaudeSettings): (name: string) => boolean {
  // The project's settings count only in a trusted folder.
  const isTrusted = valueAt(settings.ownProject, 'hasTrustDialogAccepted') === true;
  const approving = [settings.user, ...(isTrusted ? [settings.ownProject, ...settings.project] : [])];
  if (approving.some((value) => valueAt(value, 'enableAllProjectMcpServers') === true)) return () => false;
  const decidedNames = new Set([...rejectedNames(settings), ...namesIn(approving, 'enabledMcpjsonServers')]);
  return (name) => !decidedNames.has(name);
}

/**
 * How many servers of `.mcp.json` Claude Code asks about when it next starts in the project: 0 if not about this one. What
 * its question looks like depends on the number.
 * @param names all servers of the file
 */
export async function countWaiting(
  { project, name }: Pick<WrittenEntry, 'project' | 'name'>,
  names: readonly string[],
  folders: SystemFolders,
): Promise<number> {
  const isAsked = approvalQuestion(await readClaudeSettings(project, folders));
  return isAsked(name) ? names.filter(isAsked).length : 0;
}

async function readClaudeSettings(project: string, folders: SystemFolders): Promise<ClaudeSettings> {
  const { env, home } = folders;
  const folder = folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude'));
  const managedFolder = managedFolderOf(folders);
  const ofProject = (...path: string[]) => (project === '' ? undefined : readSettings(join(project, ...path)));
  const [managedServers, managed, user, ownSettings, sharedSettings, local] = await Promise.all([
    readSettings(join(managedFolder, 'managed-mcp.json')),
    readSettings(join(managedFolder, 'managed-settings.json')),
    readSettings(join(folder, 'settings.json')),
    readSettings(join(folderFrom(env, 'CLAUDE_CONFIG_DIR', home), '.claude.json')),
    ofProject('.claude', 'settings.json'),
    ofProject('.claude', 'settings.local.json'),
  ]);
  return {
    hasManagedServers: managedServers !== undefined,
    managed,
    user,
    ownProject: valueAt(ownSettings, 'projects', project),
    project: [sharedSettings, local],
  };
}

function managedFolderOf({ platform, root }: SystemFolders): string {
  if (platform === 'win32') return join(root, 'Program Files', 'ClaudeCode');
  if (platform === 'darwin') return join(root, 'Library', 'Application Support', 'ClaudeCode');
  return join(root, 'etc', 'claude-code');
}

function rejectedNames({ user, ownProject, project }: ClaudeSettings): unknown[] {
  return namesIn([user, ownProject, ...project], 'disabledMcpjsonServers');
}

/** The items of a list that several settings may have. */
function namesIn(settings: readonly unknown[], key: string): unknown[] {
  return settings.flatMap((setting) => {
    const list = valueAt(setting, key);
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
}

function denies(settings: unknown, entry: WrittenEntry): boolean {
  return rulesOf(settings, 'deniedMcpServers')?.some((rule) => names(rule, entry)) ?? false;
}

/** If the list has rules about commands, only these decide about an entry with a command; the same for addresses. */
function isLeftOut(settings: unknown, entry: WrittenEntry): boolean {
  const rules = rulesOf(settings, 'allowedMcpServers');
  if (!rules) return false;
  const key = wordsOf(entry.value).length > 0 ? 'serverCommand' : 'serverUrl';
  const decisive = rules.some((rule) => key in rule) ? rules.filter((rule) => key in rule) : rules;
  return !decisive.some((rule) => names(rule, entry));
}

function rulesOf(settings: unknown, key: string): Record<string, unknown>[] | undefined {
  const rules = valueAt(settings, key);
  return Array.isArray(rules) ? rules.filter(isJsonObject) : undefined;
}

/** Whether a rule is about an entry: by its name, its whole command, or its address, in which `*` is any text. */
function names(
  { serverName, serverCommand, serverUrl }: Record<string, unknown>,
  { name, value }: WrittenEntry,
): boolean {
  if (serverName !== undefined) return serverName === name;
  if (Array.isArray(serverCommand)) return serverCommand.join('\0') === wordsOf(value).join('\0');
  const url = valueAt(value, 'url');
  if (typeof serverUrl !== 'string' || typeof url !== 'string') return false;
  const pattern = serverUrl.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(url);
}

const asError = (message: string): LoadProblem => ({ severity: 'error', message });
