/** Reads the settings of Claude Code that keep it from loading a project's server. Never writes them. */

import { join } from 'node:path';
import { homeFolder } from '../../../state/paths.ts';
import type { SystemFolders } from '../../applications/system-folders.ts';
import { readOrdinary } from '../transaction.ts';

/**
 * Sentences about what hides a server of `.mcp.json`: it is disabled in the project, an entry of the same name has
 * precedence, or an administrator allows managed servers only. Unreadable settings count as empty.
 */
export async function hidingReasons(projectDir: string, name: string): Promise<string[]> {
  const projectSettings = [
    join(projectDir, '.claude', 'settings.local.json'),
    join(projectDir, '.claude', 'settings.json'),
  ];
  const [managed, own, ...settings] = await Promise.all(
    [managedFile(), join(process.env.CLAUDE_CONFIG_DIR ?? homeFolder(), '.claude.json'), ...projectSettings].map(
      readJson,
    ),
  );
  const project = at(own, 'projects', projectDir);
  const rejected = [project, ...settings].some((one) => includes(at(one, 'disabledMcpjsonServers'), name));
  return [
    ...(managed === undefined
      ? []
      : [
          'An administrator has limited Claude Code on this computer to managed servers, so it will not load this one.',
        ]),
    ...(rejected
      ? [
          `You rejected "${name}" in Claude Code for this folder. To choose again, run: claude mcp reset-project-choices`,
        ]
      : []),
    ...(at(project, 'mcpServers', name) !== undefined
      ? [
          `Your own entry "${name}" for this folder overrides this one. To remove it, run: claude mcp remove ${name} -s local`,
        ]
      : []),
  ];
}

/**
 * Whether an interactive Claude Code asks before it starts a server of `.mcp.json`, because no setting approves it.
 * Measured with 2.1.330: the project's settings count only in a trusted folder.
 */
export async function waitsForApproval(
  projectDir: string,
  name: string,
  { env, home }: SystemFolders,
): Promise<boolean> {
  const folder = env.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
  const ownFile = join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json');
  const [own, user, ...ofProject] = await Promise.all(
    [
      ownFile,
      join(folder, 'settings.json'),
      join(projectDir, '.claude', 'settings.json'),
      join(projectDir, '.claude', 'settings.local.json'),
    ].map(readJson),
  );
  const project = at(own, 'projects', projectDir);
  const isTrusted = at(project, 'hasTrustDialogAccepted') === true;
  const approving = [user, ...(isTrusted ? [project, ...ofProject] : [])];
  return !approving.some(
    (one) => at(one, 'enableAllProjectMcpServers') === true || includes(at(one, 'enabledMcpjsonServers'), name),
  );
}

function managedFile(): string {
  if (process.platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-mcp.json';
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-mcp.json';
  return '/etc/claude-code/managed-mcp.json';
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse((await readOrdinary(file)).toString());
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}

function includes(list: unknown, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}
