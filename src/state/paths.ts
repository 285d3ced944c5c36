/** The folders of the workbench's own files, which are never inside a workspace or beside another program's files. */
import { homedir, userInfo } from 'node:os';
import { basename, isAbsolute, join, type PlatformPath, posix, resolve, win32 } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { sha256 } from '../files/sha256.ts';

/**
 * Returns this account's home folder: the environment's, or that of the user database if the environment's is empty or
 * relative. `/nonexistent` for an account without one, as on Debian: nothing can be stored there, and error messages name
 * the path.
 */
export function homeFolder(): string {
  for (const read of [homedir, () => userInfo().homedir]) {
    try {
      const home = read();
      if (isAbsolute(home)) return home;
    } catch {
      // HOME is not set, or the account is not in the user database.
    }
  }
  return resolve('/nonexistent');
}

/**
 * Returns the folder for permanent state (token, ports, connections, what is allowed). `PROMPT_WORKBENCH_STATE` replaces
 * it.
 */
export function stateDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): string {
  if (env.PROMPT_WORKBENCH_STATE) return resolve(env.PROMPT_WORKBENCH_STATE);
  if (platform === 'win32')
    return win32.join(absolute(env.LOCALAPPDATA, win32) ?? win32.join(home, 'AppData', 'Local'), 'Prompt Workbench');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Prompt Workbench');
  return posix.join(absolute(env.XDG_STATE_HOME, posix) ?? posix.join(home, '.local', 'state'), 'prompt-workbench');
}

/** Returns the folder for files that can be rebuilt at any time: catalogue caches and compiled code. */
export function cacheDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): string {
  if (env.PROMPT_WORKBENCH_STATE) return join(resolve(env.PROMPT_WORKBENCH_STATE), 'cache');
  if (platform === 'win32') return win32.join(stateDir(env, platform, home), 'Cache');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'Prompt Workbench');
  return posix.join(absolute(env.XDG_CACHE_HOME, posix) ?? posix.join(home, '.cache'), 'prompt-workbench');
}

/**
 * Returns the variables that lead another process of this account to the same folders. Empty for the default folders: a
 * client application starts a server with few variables, so an entry must carry these.
 */
export function folderVariables(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  if (env.PROMPT_WORKBENCH_STATE) return { PROMPT_WORKBENCH_STATE: resolve(env.PROMPT_WORKBENCH_STATE) };
  if (platform === 'win32' || platform === 'darwin') return {};
  const { XDG_STATE_HOME, XDG_CACHE_HOME } = env;
  return Object.fromEntries(
    Object.entries({ XDG_STATE_HOME, XDG_CACHE_HOME }).flatMap(([name, value]) => {
      const folder = absolute(value, posix);
      return folder === undefined ? [] : [[name, folder]];
    }),
  );
}

/** A folder from the environment. XDG Base Directory Specification: empty means not set, relative paths are ignored. */
function absolute(folder: string | undefined, paths: PlatformPath): string | undefined {
  return folder && paths.isAbsolute(folder) ? folder : undefined;
}

/**
 * Returns `--workspace`, else `PROMPT_WORKBENCH_WORKSPACE` unless empty, else `~/Prompt Workbench`. Absolute.
 * @throws WorkbenchError `invalid-input` for an empty `--workspace`, which usually is an unset variable of a script
 */
export function workspaceDir(option?: string, env: NodeJS.ProcessEnv = process.env): string {
  if (option === '')
    throw new WorkbenchError('invalid-input', '--workspace is empty: name a folder, or remove the option.');
  return resolve(option ?? (env.PROMPT_WORKBENCH_WORKSPACE || join(homeFolder(), 'Prompt Workbench')));
}

/** Returns the file with a person's setting for the log of calls (`src/calls`). Without it, nothing is kept. */
export function callSettingsFile(stateDir: string): string {
  return join(stateDir, 'calls', 'settings.json');
}

/** Returns a readable file name that is unique per workspace folder. */
export function workspaceKey(dir: string): string {
  const hash = sha256(resolve(dir)).slice(0, 16);
  return `${basename(dir).replace(/[^A-Za-z0-9_-]+/g, '-')}-${hash}`;
}
