/**
 * Finds the program of a bare command. The operating system would also search the current folder: Windows does so first,
 * other systems for an empty or relative entry in PATH. A workspace could then replace the program that the user allowed
 * by its own.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface ProgramLookup {
  readonly platform: NodeJS.Platform;
  /** The program's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder in which the program starts: PATH entries inside it are skipped, unless `home` is inside it too. */
  readonly cwd: string;
  readonly home: string;
  readonly isProgram: (path: string) => boolean;
}

/** Extensions that Windows can start, in the order of preference: the last two by cmd.exe (`launch.ts`). */
const startable = ['.com', '.exe', '.cmd', '.bat'];

/** @returns an absolute path; a command with a folder unchanged; undefined if PATH has no such program */
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
    const route = relative(folder, path);
    return !isAbsolute(route) && route !== '..' && !/^\.\.[\\/]/.test(route);
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
  const extensions = (variableOf(env, 'PATHEXT', 'win32') ?? startable.join(';')).toLowerCase().split(';');
  const endings = startable.filter((ending) => extensions.includes(ending));
  return startable.includes(win32.extname(command).toLowerCase())
    ? [command]
    : endings.map((ending) => `${command}${ending}`);
}

/** Variable names are case-insensitive on Windows. */
function variableOf(env: NodeJS.ProcessEnv, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return env[name];
  return Object.entries(env).findLast(([key]) => key.toUpperCase() === name)?.[1];
}
