/** Where the workbench keeps what is its own: never inside a workspace, never beside another program's files. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';

/**
 * This account's home folder. An account without one, as in a container, has `/nonexistent`, as on Debian: nothing can be
 * stored there, and each failure to store something names the path.
 */
export function homeFolder(): string {
  try {
    const home = homedir();
    if (isAbsolute(home)) return home;
  } catch {
    // HOME is not set, and the account is not in the list of accounts.
  }
  return resolve('/nonexistent');
}

/**
 * The folder for state that must survive (token, ports, journal of configuration changes, window bounds), per operating
 * system. `PROMPT_WORKBENCH_STATE` replaces it, which is how tests own their world.
 */
export function stateDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.PROMPT_WORKBENCH_STATE) return resolve(env.PROMPT_WORKBENCH_STATE);
  if (process.platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(homeFolder(), 'AppData', 'Local'), 'Prompt Workbench');
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Prompt Workbench');
  return join(absolute(env.XDG_STATE_HOME) ?? join(homeFolder(), '.local', 'state'), 'prompt-workbench');
}

/** The folder for what can be made anew at any time: catalogue caches and compiled code. */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.PROMPT_WORKBENCH_STATE) return join(resolve(env.PROMPT_WORKBENCH_STATE), 'cache');
  if (process.platform === 'win32') return join(stateDir(env), 'Cache');
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Caches', 'Prompt Workbench');
  return join(absolute(env.XDG_CACHE_HOME) ?? join(homeFolder(), '.cache'), 'prompt-workbench');
}

/** A folder from the environment. The XDG Base Directory Specification: empty is not set, a relative path is ignored. */
function absolute(folder: string | undefined): string | undefined {
  return folder && isAbsolute(folder) ? folder : undefined;
}

/**
 * `--workspace`, else `PROMPT_WORKBENCH_WORKSPACE` unless that is empty, else `~/Prompt Workbench`. Absolute.
 * @throws WorkbenchError `invalid-input` for an empty `--workspace`: a script's variable is not set, and the current
 *   folder is not what was meant
 */
export function workspaceDir(option?: string, env: NodeJS.ProcessEnv = process.env): string {
  if (option === '')
    throw new WorkbenchError('invalid-input', '--workspace has no folder: name one, or leave the option out.');
  return resolve(option ?? (env.PROMPT_WORKBENCH_WORKSPACE || join(homeFolder(), 'Prompt Workbench')));
}

/** A file name that stands for one workspace folder: readable, and different for every path. */
export function workspaceKey(dir: string): string {
  const hash = createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16);
  return `${basename(dir).replace(/[^A-Za-z0-9_-]+/g, '-')}-${hash}`;
}
