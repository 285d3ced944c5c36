/**
 * Finds the program that a bare command names. The operating system would look in the current folder too: Windows looks
 * there first, and the others do so where PATH has an empty or a relative entry. A workspace could then put its own
 * program in the place of the one that a person has allowed.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface ProgramLookup {
  readonly platform: NodeJS.Platform;
  /** What the program is started with. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder in which the program starts: PATH entries inside it are skipped, unless `home` is inside it too. */
  readonly cwd: string;
  readonly home: string;
  readonly isProgram: (path: string) => boolean;
}

/** What Windows starts without a shell. */
const startable = ['.com', '.exe'];

/** @returns an absolute path, a command with a folder in it as it is, or undefined where PATH has no such program */
export function resolveProgram(command: string, lookup: ProgramLookup): string | undefined {
  const { platform, isProgram } = lookup;
  const { join } = platform === 'win32' ? win32 : posix;
  if (platform === 'win32' ? /[\\/:]/.test(command) : command.includes('/')) return command;
  const names = platform === 'win32' ? windowsNames(command, lookup.env) : [command];
  return searchedFolders(lookup)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function searchedFolders({ platform, env, cwd, home }: ProgramLookup): readonly string[] {
  const { isAbsolute, relative, delimiter } = platform === 'win32' ? win32 : posix;
  const isInside = (path: string, folder: string) => {
    const way = relative(folder, path);
    return !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
  };
  const isProject = !isInside(home, cwd);
  return (variableOf(env, 'PATH', platform) ?? '')
    .split(delimiter)
    .map((entry) => (platform === 'win32' ? entry.replace(/^"(.*)"$/, '$1') : entry))
    .filter((folder) => isFullyAbsolute(folder, platform) && !(isProject && isInside(folder, cwd)));
}

/** On Windows, `\tools` is absolute but depends on the current drive. */
function isFullyAbsolute(folder: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder) : posix.isAbsolute(folder);
}

function windowsNames(command: string, env: NodeJS.ProcessEnv): readonly string[] {
  const listed = (variableOf(env, 'PATHEXT', 'win32') ?? startable.join(';')).toLowerCase().split(';');
  const endings = listed.filter((ending) => startable.includes(ending));
  return startable.includes(win32.extname(command).toLowerCase())
    ? [command]
    : endings.map((ending) => `${command}${ending}`);
}

/** Names of variables have no case on Windows. */
function variableOf(env: NodeJS.ProcessEnv, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return env[name];
  return Object.entries(env).findLast(([each]) => each.toUpperCase() === name)?.[1];
}
